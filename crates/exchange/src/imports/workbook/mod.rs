//! Workbooks of spreadsheets (`.xlsx`), read into rows of text.
//!
//! A workbook is an archive, and a small one may unpack to more than a machine holds. So every byte is counted as it is
//! unpacked (`package.rs`), and only rows, shared texts and the formats of days are kept, each in few bytes and no more than
//! so many. Libraries that make a model of all of it cannot be bounded.

mod numbers;
mod package;
mod shared;
mod sheet;

use quick_xml::events::Event;

use crate::imports::workbook::numbers::Formats;
use crate::imports::workbook::package::{Package, Relationship, Xml, attribute};
use crate::imports::workbook::shared::Shared;
use crate::imports::workbook::sheet::Sheet;
use crate::values::validation::ValueError;
use crate::web::text_rows::RawRow;

/// The most sheets that are looked at for rows.
const MOST_SHEETS: usize = 16;

/// Whether the bytes are those of a workbook, of the kind that is read or of an old or locked one.
pub(crate) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || is_old(bytes)
}

/// Whether it is a compound file: a workbook as before 2007, or one with a password.
fn is_old(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xd0\xcf\x11\xe0")
}

fn unreadable() -> ValueError {
    let rule = "The file cannot be read as a workbook (.xlsx). Save it again as .xlsx, or as “CSV UTF-8”.";
    ValueError::new("unreadable-workbook", rule)
}

fn too_large() -> ValueError {
    let rule = "There is more in the workbook than is read. Save the sheet with the table alone, or as “CSV UTF-8”.";
    ValueError::new("workbook-too-large", rule)
}

/// Reads the first visible sheet with rows, while they are taken.
///
/// It returns the name of the sheet.
///
/// # Errors
/// It is no such workbook, has a password, or is too large. Some rows may have been taken before.
pub(crate) fn read(bytes: &[u8], mut take: impl FnMut(RawRow) -> bool) -> Result<String, ValueError> {
    if is_old(bytes) {
        let rule = "The workbook is of the old kind (.xls), or has a password. Save it as .xlsx, without one.";
        return Err(ValueError::new("unreadable-workbook", rule));
    }
    let mut package = Package::open(bytes)?;
    let begin = package.relationships("_rels/.rels")?;
    let mut begin = begin.into_values().filter(|one| one.is("officeDocument"));
    let main = begin.next().ok_or_else(unreadable)?.target;
    let main = main.trim_start_matches('/');
    let (folder, name) = main.rsplit_once('/').unwrap_or(("", main));
    let beside = |target: &str| match target.strip_prefix('/') {
        Some(target) => target.to_owned(),
        None if folder.is_empty() => target.to_owned(),
        None => format!("{folder}/{target}"),
    };
    let parts = package.relationships(&beside(&format!("_rels/{name}.rels")))?;
    let part_of = |kind: &str| {
        let part = parts.values().find(|one| one.is(kind));
        part.map(|one| beside(&one.target)).unwrap_or_default()
    };
    let (mut formats, mut shared) = (Formats::default(), Shared::default());
    let book = package.part(main)?.ok_or_else(unreadable)?;
    let sheets = sheets(book, &mut formats)?;
    if let Some(styles) = package.part(&part_of("styles"))? {
        formats.read(styles)?;
    }
    if let Some(texts) = package.part(&part_of("sharedStrings"))? {
        shared.read(texts)?;
    }
    // A chart is a sheet without cells.
    let is_of_cells = |part: &&Relationship| part.is("worksheet");
    for (name, id) in &sheets {
        let Some(part) = parts.get(id).filter(is_of_cells) else {
            continue;
        };
        let Some(xml) = package.part(&beside(&part.target))? else {
            continue;
        };
        let sheet = Sheet {
            xml,
            formats: &formats,
            shared: &shared,
        };
        if sheet.read(&mut take)? {
            return Ok(name.clone());
        }
    }
    Ok(sheets.into_iter().next().map(|(name, _)| name).unwrap_or_default())
}

/// The sheets that are not hidden: their names, and the ids of their parts.
fn sheets(mut book: Xml<'_>, formats: &mut Formats) -> Result<Vec<(String, String)>, ValueError> {
    let mut sheets = Vec::new();
    while let Some(event) = book.next()? {
        let Event::Start(tag) = event else { continue };
        match tag.local_name().as_ref() {
            // An extension has the same name, and nothing of it.
            "workbookPr" => {
                let counts = attribute(&tag, "date1904")?;
                formats.from_1904 |= counts.is_some_and(|counts| counts == "1" || counts == "true");
            }
            "sheet" if sheets.len() < MOST_SHEETS => {
                let state = attribute(&tag, "state")?;
                if state.is_none_or(|state| state == "visible") {
                    let name = attribute(&tag, "name")?.unwrap_or_default();
                    let id = attribute(&tag, "id")?.unwrap_or_default();
                    sheets.push((name.chars().take(100).collect(), id));
                }
            }
            _ => {}
        }
    }
    Ok(sheets)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Cursor, Write};

    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use crate::imports::workbook::*;

    type Rows = BTreeMap<u64, Vec<String>>;

    fn read_all(bytes: &[u8]) -> Result<(String, Rows), ValueError> {
        let mut rows = Rows::new();
        let name = read(bytes, |row| rows.insert(row.line, row.cells).is_none())?;
        Ok((name, rows))
    }

    fn expected(rows: &[(u64, &[&str])]) -> Rows {
        let owned = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        rows.iter().map(|(line, cells)| (*line, owned(cells))).collect()
    }

    fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    const BEGIN: &str =
        r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/book/b.xml"/></Relationships>"#;
    const PARTS: &str = r#"<Relationships><Relationship Id="s" Type="x/worksheet" Target="one.xml"/><Relationship
        Id="c" Type="x/chartsheet" Target="chart.xml"/><Relationship Id="t" Type="x/styles" Target="/book/looks.xml"/><Relationship
        Id="u" Type="x/sharedStrings" Target="texts.xml"/></Relationships>"#;

    /// A workbook as no program writes it: its parts have names of their own.
    fn package(book: &str, looks: &str, texts: &str, sheet: &str) -> Vec<u8> {
        archive(&[
            ("_rels/.rels", BEGIN),
            ("book\\_rels\\B.xml.rels", PARTS),
            (
                "Book/b.xml",
                &format!("<w>{book}<sheet name='Q &amp; A' r:id='s'/></w>"),
            ),
            ("book/looks.xml", &format!("<l>{looks}</l>")),
            ("book/texts.xml", &format!("<x:sst>{texts}</x:sst>")),
            (
                "book/one.xml",
                &format!("<x:s><x:sheetData>{sheet}</x:sheetData></x:s>"),
            ),
        ])
    }

    #[test]
    fn cells_are_text_as_people_read_them() {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().set_name("Cover").unwrap();
        let hidden = workbook.add_worksheet();
        hidden.write(0, 0, "hidden").unwrap();
        hidden.set_hidden(true);
        let sheet = workbook.add_worksheet().set_name("Players 2027").unwrap();
        let day = Format::new().set_num_format("d mmm yyyy");
        sheet.write(1, 0, "Leoné").unwrap();
        sheet.write(1, 2, 2027).unwrap();
        sheet.write(1, 3, 0.5).unwrap();
        sheet.write(1, 4, true).unwrap();
        let born = ExcelDateTime::from_ymd(2012, 4, 17).unwrap();
        sheet.write_with_format(3, 1, &born, &day).unwrap();
        sheet.write(4, 0, " ").unwrap();
        let (name, rows) = read_all(&workbook.save_to_buffer().unwrap()).unwrap();
        let told = expected(&[(2, &["Leoné", "", "2027", "0.5", "TRUE"]), (4, &["", "2012-04-17"])]);
        assert_eq!((name.as_str(), rows), ("Players 2027", told));
    }

    #[test]
    fn packages_of_other_programs_are_read() {
        let book = "<sheet name='Chart' r:id='c'/><workbookPr date1904='1'/><workbookPr/>";
        let looks = r#"<numFmts><numFmt numFmtId="200" formatCode="d&quot;x&quot;"/></numFmts><cellStyleXfs><xf
            numFmtId="14"/></cellStyleXfs><fonts><font/></fonts><cellXfs><xf/><xf numFmtId="200"><a/></xf></cellXfs>"#;
        let texts = "<x:si><x:r><x:t>Ca</x:t></x:r><x:r><x:t>f&#233;</x:t></x:r><x:rPh><x:t>kafe</x:t></x:rPh></x:si>\
                     <x:si/><x:si><x:t> <![CDATA[<b>]]>&amp;_x000D_</x:t></x:si>";
        let sheet = r#"<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c><x:c t="s"><x:v>2</x:v></x:c></x:row>
            <x:row r="4"><x:c s="1"><x:v>39554</x:v></x:c><x:c s="0"><x:v>39554</x:v></x:c><x:c r="e4" t="b"><x:v>0</x:v></x:c></x:row>
            <x:row/><x:row><x:c r="B9" t="str"><x:f>A1</x:f><x:v>a_x000A_b_x1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>c</x:t></x:is></x:c>
            <x:c t="e"><x:v>#N/A</x:v></x:c><x:c><x:v>x</x:v></x:c><x:c t="n"><x:v>1E3</x:v></x:c></x:row>"#;
        let (name, rows) = read_all(&package(book, looks, texts, sheet)).unwrap();
        let told = expected(&[
            (1, &["Café", "", " <b>&\r"]),
            (4, &["2012-04-17", "39554", "", "", "FALSE"]),
            (9, &["", "a\nb_x1", "c", "#N/A", "x", "1000"]),
        ]);
        assert_eq!((name.as_str(), rows), ("Q & A", told));
    }

    /// A text among those that cells share.
    fn shared(text: &str) -> String {
        format!("<si><t>{text}</t></si>")
    }

    fn refuses<const N: usize>(cases: [(&str, Vec<u8>); N], code: &str) {
        for (what, bytes) in cases {
            assert_eq!(read_all(&bytes).unwrap_err().code, code, "{what}");
        }
    }

    #[test]
    fn what_is_kept_of_a_workbook_is_bounded() {
        let head = "<row><c><v>1</v></c></row>";
        let long = "x".repeat(32_000);
        let one_in_many = r#"<row><c t="s"><v>0</v></c></row>"#.repeat(700);
        let parts: Vec<String> = (0..1001).map(|place| place.to_string()).collect();
        let parts: Vec<(&str, &str)> = parts.iter().map(|name| (name.as_str(), "")).collect();
        let cases = [
            (
                "formats",
                package("", &format!("<cellXfs>{}</cellXfs>", "<xf/>".repeat(70_000)), "", head),
            ),
            ("texts", package("", "", &"<si/>".repeat(1_000_001), head)),
            ("text", package("", "", &shared(&long).repeat(400), head)),
            ("long text", package("", "", &shared(&long.repeat(40)), head)),
            (
                "text of signs",
                package("", "", &shared(&"&lt;".repeat(1_100_000)), head),
            ),
            ("text in cells", package("", "", &shared(&long), &one_in_many)),
            ("tag", package(&format!("<a b='{}'/>", long.repeat(40)), "", "", head)),
            (
                "bytes",
                package("", "", "", &format!("<!--{}-->", &long[..1024]).repeat(64 * 1024)),
            ),
            ("parts", archive(&parts)),
        ];
        refuses(cases, "workbook-too-large");
        // All that is not kept may be larger.
        let fonts = format!("<fonts>{}</fonts>", "<font/>".repeat(200_000));
        let read = read_all(&package("", &fonts, "", head)).unwrap();
        assert_eq!(read.1, expected(&[(1, &["1"])]));
    }

    #[test]
    fn a_workbook_that_is_not_in_order_is_refused() {
        let head = "<row><c><v>1</v></c></row>";
        let huge = "<row r='18446744073709551615'><c><v>1</v></c></row><row/>";
        let cases = [
            ("depth", package("", "", "", &"<a>".repeat(100))),
            ("entity", package("", "", &shared("&x;"), head)),
            ("line", package("", "", "", huge)),
            (
                "order",
                package("", "", "", "<row r='3'><c><v>1</v></c></row><row r='2'/>"),
            ),
            ("place", package("", "", "", "<row><c r='4'><v>1</v></c></row>")),
            ("no text", package("", "", "", "<row><c t='s'><v>0</v></c></row>")),
        ];
        refuses(cases, "unreadable-workbook");
    }

    #[test]
    fn cells_far_apart_make_no_table() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write(0, 0, "code").unwrap();
        sheet.write(1_048_575, 0, "DIT").unwrap();
        let read_rows = read_all(&workbook.save_to_buffer().unwrap()).unwrap().1;
        assert_eq!(read_rows.keys().copied().collect::<Vec<_>>(), [1, 1_048_576]);
        let mut workbook = Workbook::new();
        workbook.add_worksheet().write(0, 16_383, "code").unwrap();
        let refused = read_all(&workbook.save_to_buffer().unwrap()).unwrap_err();
        assert_eq!(refused.code, "too-many-columns");
    }

    #[test]
    fn what_is_no_workbook_is_told_so() {
        for bytes in [
            b"PK\x03\x04 and nothing".to_vec(),
            archive(&[]),
            archive(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet")]),
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(),
        ] {
            assert_eq!(read_all(&bytes).unwrap_err().code, "unreadable-workbook");
        }
        let mut cut = Workbook::new();
        cut.add_worksheet().write(0, 0, "code").unwrap();
        let bytes = cut.save_to_buffer().unwrap();
        for end in (0..bytes.len()).step_by(97) {
            assert!(read_all(&bytes[..end]).is_err(), "{end}");
        }
    }
}
