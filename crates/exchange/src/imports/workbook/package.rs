//! Packages of parts: archives of XML, as a workbook is one.
//!
//! Bytes are counted as they are unpacked, whatever sizes the archive claims, and an element is read at a time.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion, escape};
use zip::ZipArchive;

use crate::imports::workbook::{too_large, unreadable};
use crate::values::validation::ValueError;

/// The most bytes that are unpacked: a full sheet of rows has a third of it.
const MOST_BYTES: usize = 64 << 20;

/// The most bytes of one tag or one text, which are in memory at once.
///
/// A cell has at most 32,767 characters.
const MOST_PIECE: usize = 1 << 20;

/// The most parts of the archive; workbooks of people have some dozens.
const MOST_PARTS: usize = 1000;

/// The most elements that are in one another; those of a sheet are six.
const MOST_DEPTH: usize = 64;

/// The sign before each name in the list of an archive.
const LISTED: &[u8] = b"PK\x01\x02";

/// An archive of parts.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The bytes that may still be unpacked.
    left: usize,
}

impl<'a> Package<'a> {
    /// Opens the archive: nothing is unpacked yet.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Package<'a>, ValueError> {
        // Counted before the list is read: it takes ten times its size.
        if bytes.windows(LISTED.len()).filter(|four| *four == LISTED).count() > MOST_PARTS {
            return Err(too_large());
        }
        Ok(Package {
            archive: ZipArchive::new(Cursor::new(bytes)).map_err(|_| unreadable())?,
            left: MOST_BYTES,
        })
    }

    /// The part of that name, in any case; none if there is none.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<Xml<'_>>, ValueError> {
        let archive = &self.archive;
        let is_named = |place: &usize| {
            let own = archive.name_for_index(*place).and_then(Result::ok);
            own.is_some_and(|own| own.replace('\\', "/").eq_ignore_ascii_case(name))
        };
        let Some(place) = (0..archive.len()).find(is_named) else {
            return Ok(None);
        };
        let part = self.archive.by_index(place).map_err(|_| unreadable())?;
        let counted = Counted {
            part: Box::new(part),
            left: &mut self.left,
            piece: MOST_PIECE,
        };
        let mut reader = Reader::from_reader(BufReader::new(counted));
        reader.config_mut().expand_empty_elements = true;
        Ok(Some(Xml {
            reader,
            piece: Vec::new(),
            depth: 0,
        }))
    }

    /// The relationships of a part to others, by id.
    pub(super) fn relationships(&mut self, name: &str) -> Result<BTreeMap<String, Relationship>, ValueError> {
        let mut found = BTreeMap::new();
        let mut xml = self.part(name)?.ok_or_else(unreadable)?;
        while let Some(event) = xml.next()? {
            if let Event::Start(tag) = event
                && tag.local_name().as_ref() == "Relationship"
            {
                let one = Relationship {
                    kind: attribute(&tag, "Type")?.unwrap_or_default(),
                    target: attribute(&tag, "Target")?.unwrap_or_default(),
                };
                found.insert(attribute(&tag, "Id")?.unwrap_or_default(), one);
                if found.len() > MOST_PARTS {
                    return Err(too_large());
                }
            }
        }
        Ok(found)
    }
}

/// A part that another names.
pub(super) struct Relationship {
    kind: String,
    pub(super) target: String,
}

impl Relationship {
    /// Whether it is of that kind, by the last word of its address.
    pub(super) fn is(&self, kind: &str) -> bool {
        self.kind.rsplit('/').next() == Some(kind)
    }
}

/// A part as it is unpacked, and counted.
struct Counted<'a> {
    part: Box<dyn Read + 'a>,
    left: &'a mut usize,
    piece: usize,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.part.read(buffer)?;
        let (left, piece) = (self.left.checked_sub(read), self.piece.checked_sub(read));
        let (Some(left), Some(piece)) = (left, piece) else {
            return Err(ErrorKind::FileTooLarge.into());
        };
        (*self.left, self.piece) = (left, piece);
        Ok(read)
    }
}

/// A part that is read from its beginning to its end.
pub(super) struct Xml<'a> {
    reader: Reader<BufReader<Counted<'a>>>,
    piece: Vec<u8>,
    /// The elements that have begun and not ended.
    pub(super) depth: usize,
}

impl Xml<'_> {
    /// The next tag or text; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Event<'_>>, ValueError> {
        self.piece.clear();
        self.reader.get_mut().get_mut().piece = MOST_PIECE;
        let event = self
            .reader
            .read_event_into(&mut self.piece)
            .map_err(|error| refused(&error))?;
        match &event {
            Event::Start(_) if self.depth == MOST_DEPTH => return Err(unreadable()),
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth -= 1,
            Event::Eof if self.depth > 0 => return Err(unreadable()),
            Event::Eof => return Ok(None),
            _ => {}
        }
        Ok(Some(event))
    }

    /// Reads the text of the element that has begun to its end.
    ///
    /// Texts of its inner elements are passed over.
    pub(super) fn text(&mut self, text: &mut String) -> Result<(), ValueError> {
        let own = self.depth;
        while self.depth >= own {
            let is_own = self.depth == own;
            match self.next()?.ok_or_else(unreadable)? {
                Event::Text(piece) if is_own => text.push_str(&piece.xml10_content()),
                Event::CData(piece) if is_own => text.push_str(&piece.xml10_content()),
                Event::GeneralRef(reference) if is_own => push(&reference, text)?,
                _ => {}
            }
            if text.len() > MOST_PIECE {
                return Err(too_large());
            }
        }
        Ok(())
    }

    /// Reads the texts in the element that has begun to its end.
    ///
    /// How they are pronounced is passed over.
    pub(super) fn texts(&mut self, texts: &mut String) -> Result<(), ValueError> {
        let own = self.depth;
        let mut spoken = usize::MAX;
        while self.depth >= own {
            let is_text = match self.next()?.ok_or_else(unreadable)? {
                Event::Start(tag) if tag.local_name().as_ref() == "rPh" => None,
                Event::Start(tag) => Some(tag.local_name().as_ref() == "t"),
                _ => Some(false),
            };
            if self.depth < spoken {
                spoken = usize::MAX;
            }
            match is_text {
                None => spoken = spoken.min(self.depth),
                Some(true) if spoken == usize::MAX => self.text(texts)?,
                Some(_) => {}
            }
        }
        Ok(())
    }
}

fn refused(error: &quick_xml::Error) -> ValueError {
    match error {
        quick_xml::Error::Io(error) if error.kind() == ErrorKind::FileTooLarge => too_large(),
        _ => unreadable(),
    }
}

/// Adds the sign of a reference, which is of XML itself.
fn push(reference: &BytesRef<'_>, text: &mut String) -> Result<(), ValueError> {
    if let Some(sign) = escape::resolve_predefined_entity(reference) {
        text.push_str(sign);
        return Ok(());
    }
    let sign = reference.resolve_char_ref().ok().flatten();
    text.push(sign.ok_or_else(unreadable)?);
    Ok(())
}

/// The value of an attribute, by its name without a prefix.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, ValueError> {
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| unreadable())?;
        if attribute.key.local_name().as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            return Ok(Some(value.map_err(|_| unreadable())?.into_owned()));
        }
    }
    Ok(None)
}
