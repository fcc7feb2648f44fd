//! Small files stay small: whatever a file unpacks to, little memory is taken to read it.

use std::io::{Cursor, Write};

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::caller::text;
use crate::command_line::{Serving, program, run};
use crate::patience::awaited;

const EMAIL: &str = "nomsa@federation.example";
const PASSWORD: &str = "a cow in the kraal";

/// The memory that a file may cost beside the room for its bytes, in kilobytes.
const MOST: usize = 64 << 10;

/// The times that the bytes of a file are in memory.
///
/// They are there as they come, as text that is kept, and as they are read again.
const COPIES: usize = 8;

const CLUBS: &str = "code,name,kind,province\n";
const PLAYERS: &str = "number,family_name,given_names,birth_date,sex,province,region,club,nationality\n";

/// A service of its own, whose memory is looked at.
struct Measured {
    serving: Serving,
    _folder: tempfile::TempDir,
    token: String,
    agent: ureq::Agent,
}

impl Measured {
    fn start() -> Measured {
        let folder = tempfile::tempdir().unwrap();
        let create = ["admin", "create", "--email", EMAIL, "--name", "Nomsa Dlamini"];
        let made = run(folder.path(), &create, &format!("{PASSWORD}\n"));
        assert!(made.status.success(), "{made:?}");
        let serving = Serving::of(program(folder.path()).arg("serve"), "Listening")
            .unwrap()
            .drain();
        let who = serde_json::json!({ "email": EMAIL, "password": PASSWORD });
        let token = text(&serving.post("/v1/tokens", &who)["access_token"]).to_owned();
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build();
        Measured {
            serving,
            _folder: folder,
            token,
            agent: agent.into(),
        }
    }

    fn send(&self, method: &str, path: &str, media_type: &str, body: Vec<u8>) -> (u16, Value) {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.serving.address()))
            .header("authorization", format!("Bearer {}", self.token))
            .header("idempotency-key", uuid::Uuid::from_u128(fastrand::u128(..)).to_string())
            .header("content-type", media_type);
        let mut answer = self.agent.run(request.body(body).unwrap()).unwrap();
        let told = answer.body_mut().read_to_vec().unwrap();
        (
            answer.status().as_u16(),
            serde_json::from_slice(&told).unwrap_or_default(),
        )
    }

    /// Imports a file; the number of rows, and of the first fault the code.
    fn import(&self, name: &str, file: &[u8]) -> (u64, String) {
        let head = format!("--trial\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        let body = [head.as_bytes(), file, b"\r\n--trial--\r\n"].concat();
        let media_type = "multipart/form-data; boundary=trial";
        let (status, job) = self.send("POST", "/v1/imports?dry_run=true", media_type, body);
        assert_eq!(status, 202, "{job}");
        let path = format!("/v1/jobs/{}", text(&job["id"]));
        let job = awaited("the job does not come to an end", || {
            let (_, job) = self.send("GET", &path, "text/plain", Vec::new());
            (job["state"] != "waiting").then_some(job)
        });
        let report = &job["report"];
        let code = report["faults"][0]["code"].as_str().unwrap_or("-");
        (report["files"][0]["rows"].as_u64().unwrap(), code.to_owned())
    }

    /// A figure of the process, in kilobytes.
    fn figure(&self, name: &str) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.serving.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Does something with a file, and looks at the memory that it takes.
    #[track_caller]
    fn bounded<T>(&self, what: &str, bytes: usize, work: impl FnOnce() -> T) -> T {
        std::fs::write(format!("/proc/{}/clear_refs", self.serving.child.id()), "5").unwrap();
        let before = self.figure("VmRSS");
        let done = work();
        let more = self.figure("VmHWM").saturating_sub(before);
        let most = MOST + COPIES * bytes / 1024;
        assert!(more <= most, "{what}: {bytes} bytes take {more} kB, more than {most}");
        done
    }
}

/// A workbook of one sheet with those formats, texts that cells share, and rows.
fn workbook(formats: &str, texts: &str, rows: &str) -> Vec<u8> {
    const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let part = |(id, kind, target): &(&str, &str, &str)| {
        format!(r#"<Relationship Id="{id}" Type="{KIND}/{kind}" Target="{target}"/>"#)
    };
    let parts = |parts: &[(&str, &str, &str)]| {
        let parts: String = parts.iter().map(part).collect();
        format!("<Relationships>{parts}</Relationships>")
    };
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        ("_rels/.rels", parts(&[("a", "officeDocument", "xl/workbook.xml")])),
        (
            "xl/_rels/workbook.xml.rels",
            parts(&[
                ("a", "worksheet", "worksheets/sheet1.xml"),
                ("b", "styles", "styles.xml"),
                ("c", "sharedStrings", "sharedStrings.xml"),
            ]),
        ),
        (
            "xl/workbook.xml",
            r#"<workbook><sheets><sheet name="A" sheetId="1" r:id="a"/></sheets></workbook>"#.to_owned(),
        ),
        (
            "xl/styles.xml",
            format!("<styleSheet><cellXfs>{formats}</cellXfs></styleSheet>"),
        ),
        ("xl/sharedStrings.xml", format!("<sst>{texts}</sst>")),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A row of texts, as a sheet has it.
fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cells = cells.into_iter();
    let cells: Vec<String> = cells
        .map(|cell| format!(r#"<c t="inlineStr"><is><t>{cell}</t></is></c>"#))
        .collect();
    format!("<row>{}</row>", cells.concat())
}

#[test]
fn a_workbook_costs_little_whatever_it_unpacks_to() {
    let measured = Measured::start();
    let rows = row(CLUBS.trim().split(',')) + &row(["DIT", "Herders", "school", "ZA-NW"]);
    let long = "x".repeat(30_000);
    let one_in_many = row(CLUBS.trim().split(',')) + &r#"<row><c t="s"><v>0</v></c></row>"#.repeat(2200);
    assert_eq!(measured.import("clubs", &workbook("", "", &rows)), (1, "-".to_owned()));
    for (what, file, expected) in [
        (
            "formats",
            workbook(&"<xf/>".repeat(1_500_000), "", &rows),
            "workbook-too-large",
        ),
        (
            "texts",
            workbook("", &"<si/>".repeat(4_000_000), &rows),
            "workbook-too-large",
        ),
        (
            "one text",
            workbook("", &format!("<si><t>{}</t></si>", long.repeat(1000)), &rows),
            "workbook-too-large",
        ),
        (
            "one text in many cells",
            workbook("", &format!("<si><t>{long}</t></si>"), &one_in_many),
            "workbook-too-large",
        ),
        (
            "one tag",
            workbook(&format!("<xf a='{}'/>", long.repeat(1000)), "", &rows),
            "workbook-too-large",
        ),
        (
            "nested tags",
            workbook("", "", &"<a>".repeat(6_000_000)),
            "unreadable-workbook",
        ),
    ] {
        assert!(file.len() < 128 << 10, "{what}: {}", file.len());
        let told = measured.bounded(what, file.len(), || measured.import("clubs", &file));
        assert_eq!(told, (0, expected.to_owned()), "{what}");
    }
    // Thousands of formats are common.
    let formats = "<xf numFmtId='0'><alignment wrapText='1'/></xf>".repeat(5_000);
    let told = measured.import("clubs", &workbook(&formats, "", &rows));
    assert_eq!(told, (1, "-".to_owned()));
}

#[test]
fn a_text_costs_little_however_many_cells_it_has() {
    let measured = Measured::start();
    let many = ";".repeat(9 << 20);
    let rows = |head: &str, row: &str, count| format!("{head}{}", row.repeat(count));
    for (file, content, expected) in [
        (
            "clubs",
            format!("{}{many}x", CLUBS.replace(',', ";")),
            (1, "wrong-cell-count"),
        ),
        ("clubs", format!("{many}x"), (0, "too-many-columns")),
        ("clubs", many.clone(), (0, "required")),
        ("clubs", rows(CLUBS, "x\n", 20_000), (20_000, "wrong-cell-count")),
        ("players", rows(PLAYERS, "x,,,,,,,,\n", 5_000), (5_000, "invalid-value")),
    ] {
        let what: String = content.chars().take(120).collect();
        let told = measured.bounded(&what, content.len(), || measured.import(file, content.as_bytes()));
        assert_eq!((told.0, told.1.as_str()), expected, "{what}");
    }
}

/// A black PNG: its pixels each way, their bits, and the bytes of its profile.
fn png(pixels: u32, bits: u8, profile: usize) -> Vec<u8> {
    fn packed(bytes: usize) -> Vec<u8> {
        let mut packing = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::copy(&mut std::io::Read::take(std::io::repeat(0), bytes as u64), &mut packing).unwrap();
        packing.finish().unwrap()
    }
    fn sum(content: &[u8]) -> u32 {
        let mut sum = flate2::Crc::new();
        sum.update(content);
        sum.sum()
    }
    let line = 1 + (pixels as usize * usize::from(bits)).div_ceil(8);
    let (depth, colours) = if bits == 1 { (1, 0) } else { (bits / 4, 6) };
    let head = [
        &pixels.to_be_bytes()[..],
        &pixels.to_be_bytes(),
        &[depth, colours, 0, 0, 0],
    ]
    .concat();
    let mut chunks = vec![(b"IHDR", head)];
    if profile > 0 {
        chunks.push((b"iCCP", [b"x\0\0".to_vec(), packed(profile)].concat()));
    }
    chunks.push((b"IDAT", packed(line * pixels as usize)));
    chunks.push((b"IEND", Vec::new()));
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, content) in chunks {
        png.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        let content = [&kind[..], &content].concat();
        png.extend(&content);
        png.extend(sum(&content).to_be_bytes());
    }
    png
}

#[test]
fn a_picture_costs_little_however_many_pixels_it_has() {
    let measured = Measured::start();
    for (what, file, expected) in [
        ("many pixels", png(20_000, 1, 0), 422),
        ("many bits", png(2000, 64, 0), 422),
        ("a large profile", png(10, 32, 40 << 20), 422),
        ("as large as may be", png(2000, 32, 0), 204),
        ("a profile", png(10, 32, 4000), 204),
    ] {
        assert!(file.len() < 128 << 10, "{what}: {}", file.len());
        let put = || measured.send("PUT", "/v1/federation/logo", "image/png", file.clone());
        let (status, told) = measured.bounded(what, file.len(), put);
        let code = told["code"].as_str().unwrap_or("-");
        assert_eq!(
            (status, code),
            (expected, if expected == 422 { "unusable-logo" } else { "-" }),
            "{what}"
        );
    }
}
