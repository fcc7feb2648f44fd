"""Changes of the document that break programs: `breaking.py OLD NEW`, or without arguments the document of the last version
that has a tag, against that which is here. Prints each and ends with status 1 if there is one.

A program may be broken by what it sends, if that must now be more or may now be less, and by what it reads, if that may now be
less or something else. Words may be added to what is read: docs/api-design.md says that programs have to expect that.
"""

import copy
import json
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PLACE = "openapi/openapi.json"
METHODS = ("get", "put", "post", "patch", "delete")
# Limits of what may be sent: it is narrower if the first are less, or the second more.
MOST, LEAST = ("maximum", "maxLength", "maxItems"), ("minimum", "minLength", "minItems")


class Comparison:
    def __init__(self, old, new):
        self.old, self.new = old, new
        self.found = []
        # Schemas that have been or are being compared: some contain themselves.
        self.seen = set()

    def whole(self):
        for path, item in self.old["paths"].items():
            for method in METHODS:
                if method not in item:
                    continue
                place, then = f"{method.upper()} {path}", self.new["paths"].get(path, {}).get(method)
                if then is None:
                    self.found.append(f"{place} is gone")
                else:
                    self.operation(place, item[method], then)
        return self.found

    def operation(self, place, old, new):
        parameters = [{(one["in"], one["name"]): one for one in it.get("parameters", [])} for it in (old, new)]
        for key, then in parameters[1].items():
            before, about = parameters[0].get(key), f"{place}: {key[1]}"
            if then.get("required") and not (before or {}).get("required"):
                self.found.append(f"{about} must be sent now")
            if before:
                self.sent(about, before.get("schema", {}), then.get("schema", {}))
        self.found += [f"{place}: {key[1]} may not be sent any more" for key in parameters[0] if key not in parameters[1]]
        bodies = [it.get("requestBody", {}) for it in (old, new)]
        if bodies[1].get("required") and not bodies[0].get("required"):
            self.found.append(f"{place}: a body must be sent now")
        self.contents(place, bodies[0], bodies[1], self.sent)
        for status, before in old["responses"].items():
            then = new["responses"].get(status)
            # A refusal that does not happen any more breaks nobody.
            if then is None and status < "4":
                self.found.append(f"{place}: {status} is answered no more")
            elif then is not None:
                self.contents(f"{place} {status}", before, then, self.read)
                gone = before.get("headers", {}).keys() - then.get("headers", {}).keys()
                self.found += [f"{place} {status}: the header {name} is gone" for name in sorted(gone)]

    def contents(self, place, old, new, compare):
        for kind, before in old.get("content", {}).items():
            then = new.get("content", {}).get(kind)
            if then is None:
                self.found.append(f"{place}: {kind} is gone")
            else:
                compare(place, before.get("schema", {}), then.get("schema", {}))

    def both(self, way, old, new):
        """The two schemas themselves, unless they were compared before."""
        names = (way, old.get("$ref"), new.get("$ref"))
        if names[1] and names in self.seen:
            return None
        self.seen.add(names)
        old, new = resolved(self.old, old), resolved(self.new, new)
        # One of several shapes is held against nothing: it is not known which became which.
        return None if "oneOf" in old or "oneOf" in new else (old, new)

    def sent(self, place, old, new):
        if both := self.both("sent", old, new):
            old, new = both
            if not kinds(old) <= kinds(new):
                self.found.append(f"{place} may not be {' or '.join(sorted(kinds(old) - kinds(new)))} any more")
            for word in old.get("enum", []) if "enum" in new else []:
                if word not in new["enum"]:
                    self.found.append(f"{place} may not be {word!r} any more")
            for limit in MOST:
                if limit in new and new[limit] < old.get(limit, float("inf")):
                    self.found.append(f"{place}: {limit} is less, {new[limit]}")
            for limit in LEAST:
                if new.get(limit, 0) > old.get(limit, 0):
                    self.found.append(f"{place}: {limit} is more, {new[limit]}")
            must = set(new.get("required", [])) - set(old.get("required", []))
            self.found += [f"{place}/{name} must be sent now" for name in sorted(must)]
            self.members(place, old, new, self.sent, "may not be sent any more")

    def read(self, place, old, new):
        if both := self.both("read", old, new):
            old, new = both
            if not kinds(new) <= kinds(old):
                self.found.append(f"{place} may be {' or '.join(sorted(kinds(new) - kinds(old)))} now")
            may = set(old.get("required", [])) - set(new.get("required", []))
            self.found += [f"{place}/{name} may be left out now" for name in sorted(may & set(new.get("properties", {})))]
            self.members(place, old, new, self.read, "is gone")

    def members(self, place, old, new, compare, gone):
        for name, before in old.get("properties", {}).items():
            then = new.get("properties", {}).get(name)
            if then is None:
                self.found.append(f"{place}/{name} {gone}")
            else:
                compare(f"{place}/{name}", before, then)
        if "items" in old and "items" in new:
            compare(f"{place}/*", old["items"], new["items"])


def resolved(document, schema):
    """The schema itself: not its name, and not one of several of which the other is nothing."""
    several = schema.get("oneOf", [])
    something = [one for one in several if one.get("type") != "null"]
    if len(something) == 1:
        inner = resolved(document, something[0])
        return {**inner, "type": sorted(kinds(inner) | ({"null"} if len(several) > 1 else set()))}
    if "$ref" in schema:
        return resolved(document, document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    return schema


def kinds(schema):
    """The types of JSON that it may be; all, where it does not say."""
    told = schema.get("type", ["array", "boolean", "null", "number", "object", "string"])
    told = {told} if isinstance(told, str) else set(told)
    return {"number" if kind == "integer" else kind for kind in told}


def breaking(old, new):
    return Comparison(old, new).whole()


def is_itself_tried(document):
    """Changes that break are found, each alone, and others are not: or this finds nothing because it cannot."""
    schemas = lambda changed: changed["components"]["schemas"]  # noqa: E731
    club = lambda changed: schemas(changed)["Club"]  # noqa: E731
    clubs = lambda changed: changed["paths"]["/v1/clubs"]  # noqa: E731
    limit = lambda changed: next(one for one in clubs(changed)["get"]["parameters"] if one["name"] == "limit")  # noqa: E731
    breaks = {
        "an operation": lambda it: clubs(it).pop("post"),
        "a parameter": lambda it: clubs(it)["get"]["parameters"].remove(limit(it)),
        "a parameter that must be": lambda it: limit(it).update(required=True),
        "a narrower parameter": lambda it: limit(it)["schema"].update(maximum=7),
        "a field that is read": lambda it: club(it)["properties"].pop("name"),
        "a field that may be left out": lambda it: club(it)["required"].remove("name"),
        "a field of another type": lambda it: club(it)["properties"].update(name={"type": "integer"}),
        "a field that must be sent": lambda it: schemas(it)["CreateClub"]["required"].append("id"),
        "a field that may not be sent": lambda it: schemas(it)["CreateClub"]["properties"].pop("name"),
        "an answer": lambda it: clubs(it)["post"]["responses"].pop("201"),
    }
    keeps = {
        "a field more": lambda it: club(it)["properties"].update(anthem={"type": "string"}),
        "a field that may be sent": lambda it: schemas(it)["CreateClub"]["properties"].update(anthem={"type": "string"}),
        "an operation more": lambda it: clubs(it).update(delete=clubs(it)["post"]),
    }
    for changes, must_break in ((breaks, True), (keeps, False)):
        for name, change in changes.items():
            changed = copy.deepcopy(document)
            change(changed)
            found = breaking(document, changed)
            assert bool(found) == must_break, f"{name}: {found}"


def tagged():
    """The name of the last version that has a tag, and its document."""
    def git(*command):
        return subprocess.run(["git", "-C", ROOT, *command], capture_output=True, text=True)

    tag = git("describe", "--tags", "--abbrev=0", "--match", "v*").stdout.strip()
    document = git("show", f"{tag}:{PLACE}") if tag else None
    return (tag, json.loads(document.stdout)) if document and document.returncode == 0 else (None, None)


def checked():
    """What is told of the document that is here, and whether it breaks something."""
    with open(os.path.join(ROOT, PLACE), encoding="utf-8") as file:
        here = json.load(file)
    is_itself_tried(here)
    tag, before = tagged()
    if tag is None:
        return "no version has a tag yet, against which it could be held", False
    found = breaking(before, here)
    return "\n".join([f"{len(found)} changes since {tag} that break programs", *found]), bool(found)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        documents = []
        for name in sys.argv[1:]:
            with open(name, encoding="utf-8") as file:
                documents.append(json.load(file))
        found = breaking(*documents)
        print("\n".join(found))
        sys.exit(bool(found))
    told, breaks = checked()
    print(told)
    sys.exit(breaks)
