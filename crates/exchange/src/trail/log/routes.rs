//! The log over HTTP. The paths of checkpoint and tiles are those of C2SP's `tlog-tiles`, under `/v1/log`.

use actix_web::get;
use actix_web::web::Path;
use serde::Deserialize;
use tlog_tiles::Tile;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::db::audit::EntryPlace;
use crate::db::log::tree::{LEVELS, TILE_HEIGHT};
use crate::trail::log::{ConsistencyView, LogView, ReceiptView, use_cases};
use crate::values::error::{Error, NOT_FOUND};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::problem::ProblemBody;
use crate::web::response::{File, Response, Text};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(read_log)
        .service(read_log_checkpoint)
        .service(read_log_tile)
        .service(read_log_receipt)
        .service(read_log_consistency);
}

/// Read the head of the log
///
/// Every change is an entry of the audit trail, and every entry a leaf of a Merkle tree (RFC 6962) whose head is signed.
/// Whoever keeps a checkpoint can tell later that nothing which stood in the trail was altered or taken away. The leaves are
/// salted digests: they tell nothing of what was changed.
#[utoipa::path(
    tag = "trail",
    responses((status = 200, description = "The head.", body = LogView)),
)]
#[get("/v1/log")]
async fn read_log(caller: Anyone) -> Result<Response<LogView>, Error> {
    Ok(Response::public(caller.read(use_cases::find_head).await?.into()))
}

/// Read the checkpoint of the log
///
/// The signed note alone, as monitors of transparency logs read it (C2SP `tlog-checkpoint`).
#[utoipa::path(
    tag = "trail",
    responses((
        status = 200,
        description = "The checkpoint.",
        body = String,
        content_type = "text/plain; charset=utf-8",
        example = "federation-records-5e0c77aa\n1653\nqJqk5YkBq9DZf0nF0T3dG3o2m1v8Gf3W0H5Yq1nq3QI=\n\n— federation-records-5e0c77aa Hy49TP…\n",
    )),
)]
#[get("/v1/log/checkpoint")]
async fn read_log_checkpoint(caller: Anyone) -> Result<Response<Text>, Error> {
    let head = caller.read(use_cases::find_head).await?;
    Ok(Response::public(Text {
        media_type: "text/plain; charset=utf-8",
        body: head.checkpoint,
    }))
}

/// Read a tile of the log
///
/// Up to 256 hashes of the tree, of 32 bytes each (C2SP `tlog-tiles`): `0/000` has those of the first 256 leaves,
/// `0/x001/067` those of the tile 1067, `1/000` those of the first 256 full tiles, `0/004.p/17` the first 17 of a tile that
/// is not full.
#[utoipa::path(
    tag = "trail",
    params(
        ("level" = u8, Path, minimum = 0, maximum = 7, description = "The level of the tile: 0 for the leaves.", example = 0),
        ("index" = String, Path, min_length = 3, max_length = 40, description = "The place of the tile in its level, in groups of three digits, and the width of one that is not full.", example = "000.p/1"),
    ),
    responses(
        (status = 200, description = "The hashes, one after the other.", body = inline(File), content_type = "application/octet-stream", example = "(bytes of hashes)"),
        (status = 404, description = "`not-found`: the log does not reach that far.", body = ProblemBody),
    ),
)]
#[get("/v1/log/tile/{level}/{index:.+}")]
async fn read_log_tile(caller: Anyone, path: Path<(u8, String)>) -> Result<Response<File>, Error> {
    let (level, index) = path.into_inner();
    let unknown = || NOT_FOUND.problem("There is no such tile.");
    // The library takes a tile without hashes for a fault of ours.
    let is_empty = index
        .rsplit_once(".p/")
        .is_some_and(|(_, width)| width.parse() == Ok(0));
    let path = format!("tile/{TILE_HEIGHT}/{level}/{index}");
    let tile = Some(path).filter(|_| level < LEVELS && !is_empty);
    let tile = tile.and_then(|path| Tile::from_path(&path).ok()).ok_or_else(unknown)?;
    let body = caller.read(move |c| use_cases::find_tile(c, &tile)).await?;
    Ok(Response::public(File {
        media_type: "application/octet-stream",
        body,
    }))
}

/// Read the receipt of a change
///
/// The proof that an entry is in the log, for whoever made the change: its answer named the entry in the header `Log-Entry`.
/// An entry has its receipt within a second.
#[utoipa::path(
    tag = "trail",
    params(("entry" = i64, Path, minimum = 1, maximum = 9_007_199_254_740_991_i64, description = "The entry, as `Log-Entry` named it.", example = 1701)),
    responses(
        (status = 200, description = "The receipt.", body = ReceiptView),
        (status = 404, description = "`not-found`: there is no such entry in the log, or not yet."),
    ),
)]
#[get("/v1/log/entries/{entry}")]
async fn read_log_receipt(caller: Anyone, entry: Path<i64>) -> Result<Response<ReceiptView>, Error> {
    let entry = EntryPlace(entry.into_inner());
    Ok(Response::public(
        caller.read(move |c| use_cases::find_receipt(c, entry)).await?,
    ))
}

/// The head from which to prove.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadConsistency {
    /// The size of the checkpoint that was kept.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1200)]
    since: i64,
}

/// Prove that the log goes on
///
/// The proof that the log of now goes on from a checkpoint that was kept: nothing that stood in it was altered or taken
/// away. `federation-records witness` checks it.
#[utoipa::path(
    tag = "trail",
    params(ReadConsistency),
    responses(
        (status = 200, description = "The proof.", body = ConsistencyView),
        (status = 404, description = "`not-found`: the log never had so many leaves."),
    ),
)]
#[get("/v1/log/consistency")]
async fn read_log_consistency(
    caller: Anyone,
    Query(query): Query<ReadConsistency>,
) -> Result<Response<ConsistencyView>, Error> {
    let proof = caller.read(move |c| use_cases::find_consistency(c, query.since));
    Ok(Response::public(proof.await?))
}
