"""The bill of materials of the program: `bill.py FILE` writes, as CycloneDX 1.6 in JSON, each package that is compiled into it, with its
licence and digest, and holds the file against the schema of CycloneDX. The same commit gives the same file."""

import json
import subprocess
import sys
import tomllib
import uuid

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

PROGRAM, TARGET = "federation-records", "x86_64-unknown-linux-gnu"


def main(file):
    asked = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]
    found = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
    packages = {one["id"]: one for one in found["packages"]}
    within = {one["id"]: compiled_in(one) for one in found["resolve"]["nodes"]}
    program = next(name for name, one in packages.items() if one["name"] == PROGRAM)
    digests = locked()
    parts, waiting = {}, [program]
    while waiting:
        name = waiting.pop()
        if name not in parts:
            parts[name] = component(packages[name], digests, name == program)
            waiting += within[name]
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(sorted(digests.items()))))
    bom.metadata.component, bom.metadata.timestamp = parts[program], None
    bom.components.update(one for name, one in parts.items() if name != program)
    for name, one in parts.items():
        bom.register_dependency(one, [parts[other] for other in within[name]])
    written = JsonV1Dot6(bom).output_as_string(indent=1)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(written)
    if fault:
        raise SystemExit(f"{file} is no CycloneDX 1.6: {fault}")
    with open(file, "w", encoding="utf-8") as out:
        out.write(written + "\n")
    print(f"{file}: {len(parts) - 1} packages in {PROGRAM} {packages[program]['version']}, valid CycloneDX 1.6")


def compiled_in(node):
    """The packages that a package needs in the program, and not to test or to build it alone."""
    return [one["pkg"] for one in node["deps"] if any(kind["kind"] is None for kind in one["dep_kinds"])]


def locked():
    """The digests that Cargo.lock has of packages, by their names and versions."""
    with open("Cargo.lock", "rb") as lock:
        packages = tomllib.load(lock)["package"]
    return {f"{one['name']} {one['version']}": one["checksum"] for one in packages if "checksum" in one}


def component(package, digests, is_program):
    digest = digests.get(f"{package['name']} {package['version']}")
    url = PackageURL("cargo", None, package["name"], package["version"])
    return Component(
        name=package["name"],
        version=package["version"],
        type=ComponentType.APPLICATION if is_program else ComponentType.LIBRARY,
        purl=url,
        bom_ref=url.to_string(),
        # Older packages write a slash for "or".
        licenses=[LicenseFactory().make_from_string(package["license"].replace("/", " OR "))] if package["license"] else [],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)] if digest else [],
    )


if __name__ == "__main__":
    main(sys.argv[1])
