//! Results of a round as people write them down, over HTTP: in JSON, or in a file of a spreadsheet.

use actix_web::post;
use actix_web::web::Path;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::accounts::caller::TournamentOfficial;
use crate::tournaments::matches::marks::Mark;
use crate::tournaments::matches::routes::{Matches, changed_in_round};
use crate::tournaments::matches::sheet_rows::{Absentee, Cells, SheetRow, written};
use crate::tournaments::matches::{MOST_MATCHES, use_cases};
use crate::tournaments::plans::MOST_GAMES;
use crate::values::error::Error;
use crate::values::id::RoundId;
use crate::values::validation::{Faults, Limited, TOO_LONG, ValueError};
use crate::web::body::{BodyOrCsv, JsonOrCsv, MOST_BYTES};
use crate::web::csv_file::{Columns, CsvFile, CsvRow};
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::StoredResponse;
use crate::web::spreadsheet::plain;

pub(super) fn configure(config: &mut impl Routes) {
    config.service(create_round_marks);
}

/// The most characters of the marks of a match.
const LONGEST_MARKS: usize = 64;

/// The marks of a match: as one text, or each by itself.
struct MarksOfRow(Result<Vec<Mark>, ValueError>);

impl<'de> Deserialize<'de> for MarksOfRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MarksOfRow, D::Error> {
        struct TextOrList;
        impl<'de> Visitor<'de> for TextOrList {
            type Value = MarksOfRow;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the marks as a text, or a list of them")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<MarksOfRow, E> {
                if text.chars().count() > LONGEST_MARKS {
                    return Err(E::custom(format!("{TOO_LONG}, expected at most {LONGEST_MARKS}")));
                }
                Ok(MarksOfRow(written(text)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<MarksOfRow, A::Error> {
                let list = List::<Limited<3>, 1, MOST_GAMES>::deserialize(SeqAccessDeserializer::new(list))?;
                let mut marks = Vec::with_capacity(list.len());
                for text in &list {
                    match written(text.as_str()) {
                        Ok(one) if one.len() == 1 => marks.extend(one),
                        Ok(_) => return Err(A::Error::custom("expected one mark in each item")),
                        Err(fault) => return Ok(MarksOfRow(Err(fault))),
                    }
                }
                Ok(MarksOfRow(Ok(marks)))
            }
        }
        deserializer.deserialize_any(TextOrList)
    }
}

impl PartialSchema for MarksOfRow {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(1))
            .max_length(Some(LONGEST_MARKS));
        let mark = ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(1))
            .max_length(Some(3));
        let list = ArrayBuilder::new()
            .items(mark)
            .min_items(Some(1))
            .max_items(Some(MOST_GAMES))
            .examples([serde_json::json!(["1", "½", "0", "1", "1", "0"])]);
        OneOfBuilder::new()
            .item(text)
            .item(list)
            .description(Some(
                "A mark for each game, whoever started it: `1` won, `½` (or `5`, `=`, `1/2`, `0.5`) drawn, `0` lost; `+` and `-` \
                 won and lost by a forfeit. One text, in which spaces and commas do not matter, or a list.",
            ))
            .examples([serde_json::json!("1 ½ 0 1 1 0")])
            .into()
    }
}

impl ToSchema for MarksOfRow {}

/// The result of one match, as it is written down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RoundMarks)]
struct RowForm {
    /// The number of the board: the row is of the player who is named first on it.
    #[schema(example = 3, minimum = 1, maximum = 500)]
    board: Option<i64>,
    /// The number of one of the two players, of whom the row is, instead of the board.
    #[schema(value_type = Option<String>, example = "M-0004217-K", min_length = 1, max_length = 32)]
    player: Option<Limited<32>>,
    /// The marks of that player; the other one has the opposite.
    marks: Option<MarksOfRow>,
    /// The one who did not come, instead of the marks.
    absent: Option<Absentee>,
}

/// Results of a round, as they are written down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateRoundMarks {
    /// Each match once; not all need be there.
    #[schema(value_type = Vec<RowForm>, min_items = 1, max_items = 500)]
    results: List<RowForm, 1, MOST_MATCHES>,
}

impl CreateRoundMarks {
    fn rows(self) -> Result<Vec<SheetRow>, Faults> {
        let mut faults = Faults::default();
        let mut rows = Vec::with_capacity(self.results.len());
        for (index, row) in self.results.into_iter().enumerate() {
            let cells = Cells {
                board: row.board,
                player: row.player.as_ref().map(Limited::as_str),
                marks: row.marks.map(|marks| marks.0),
                absent: row.absent,
            };
            rows.extend(cells.read(&format!("/results/{index}"), &mut faults));
        }
        if faults.is_empty() { Ok(rows) } else { Err(faults) }
    }
}

/// A file of the same in comma-separated values.
struct MarksFile;

impl PartialSchema for MarksFile {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(1))
            .max_length(Some(MOST_BYTES))
            .into()
    }
}

impl ToSchema for MarksFile {}

const COLUMNS: Columns = Columns {
    names: &["board", "player", "marks", "absent"],
    optional: &["board", "player", "absent"],
    most_rows: MOST_MATCHES,
};

/// The rows of a file, those that tell something: a board without marks is not played yet.
fn rows_of_file(bytes: &[u8]) -> Result<Vec<SheetRow>, Faults> {
    let file = CsvFile::read(COLUMNS, bytes);
    let mut faults = Faults::default();
    for fault in file.faults {
        let column = fault.column.map(|column| format!("/{column}")).unwrap_or_default();
        faults.check::<()>(&format!("/lines/{}{column}", fault.line), Err(fault.fault));
    }
    let mut rows = Vec::with_capacity(file.rows.len());
    for row in &file.rows {
        rows.extend(row_of_file(row, &mut faults));
    }
    if rows.is_empty() && faults.is_empty() {
        let nothing = ValueError::new("required", "No row tells of a result.");
        faults.check::<()>("", Err(nothing));
    }
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}

fn row_of_file(row: &CsvRow, faults: &mut Faults) -> Option<SheetRow> {
    let at = format!("/lines/{}", row.line);
    let cell = |place: usize| {
        let text = row.cells.get(place).map(|cell| plain(cell).trim());
        text.filter(|text| !text.is_empty())
    };
    let (board, marks, absent) = (cell(0), cell(2), cell(3));
    if marks.is_none() && absent.is_none() {
        return None;
    }
    let before = faults.len();
    let number = |text: &str| {
        let number = text.parse::<i64>();
        number.map_err(|_| ValueError::new("invalid-value", "Must be the number of a board."))
    };
    let board = board.and_then(|text| faults.check(&format!("{at}/board"), number(text)));
    let word = |text: &str| {
        let rule = "Must be player, opponent or both.";
        Absentee::from_word(text).ok_or_else(|| ValueError::new("invalid-value", rule))
    };
    let absent = absent.and_then(|text| faults.check(&format!("{at}/absent"), word(text)));
    if faults.len() > before {
        return None;
    }
    let cells = Cells {
        board,
        player: cell(1),
        marks: marks.map(written),
        absent,
    };
    cells.read(&at, faults)
}

/// Enter the marks of a round
///
/// Results as they stand on the score sheets, by the number of the board or of a player: a mark for each game, or who did not
/// come. As many as there are, all or none; what is wrong is told at its row. The same as a file for a spreadsheet
/// (`Content-Type: text/csv`) has the columns `board` or `player`, `marks` and `absent`; rows without marks are left out, and
/// faults point to `/lines/` and the line. Where the lot decided otherwise than the draw who starts, send the sheet to
/// `POST /v1/rounds/{id}/results`.
#[utoipa::path(
    tag = "tournaments",
    request_body(content(
        (CreateRoundMarks = "application/json"),
        (inline(MarksFile) = "text/csv", example = "board,marks,absent\r\n1,1½0110,\r\n2,,opponent\r\n"),
    )),
    responses(
        (status = 201, description = "All matches of the round.", body = Matches),
        (status = 403, description = "`conflict-of-interest`: one is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct results instead. `result-entered`: a match has a result. `contradicts-record`: the record of a game says otherwise."),
    ),
)]
#[post("/v1/rounds/{id}/marks")]
async fn create_round_marks(
    caller: TournamentOfficial,
    round: Path<RoundId>,
    BodyOrCsv(asked, request): BodyOrCsv<CreateRoundMarks>,
) -> Result<StoredResponse, Error> {
    let rows = match asked {
        JsonOrCsv::Json(asked) => asked.rows()?,
        JsonOrCsv::Csv(bytes) => rows_of_file(&bytes)?,
    };
    caller
        .write_once(request, move |c, by| {
            let items = use_cases::enter_rows(c, by, *round, &rows)?;
            Ok(changed_in_round(*round, items))
        })
        .await
}
