// What somebody would write instead: Fastify and better-sqlite3, on a file of the records. `node server.js PORT FILE PROCESSES`.
//
// It answers a page of players with what the service tells of each, and records a game durably (WAL, and synchronous = FULL: each
// commit is on the disk before it is told) with an entry of an audit trail. It does less: no rules, no accounts, no log that can
// be proven, no search by position, no line written about a request.

import cluster from "node:cluster";
import { createHash, randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import Fastify from "fastify";

const [port, file, processes] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4] ?? 1)];
const CHECK = "ABCDEFGHKLMNPQRSTUVWXYZ";

const text = { type: "string" };
const id = { type: "string", format: "uuid" };
const object = (properties) => ({ type: "object", required: Object.keys(properties), properties, additionalProperties: false });

const page = object({
  items: {
    type: "array",
    items: object({ id: text, number: text, name: text, name_withheld: { type: "boolean" }, province: text, club_id: text }),
  },
});
page.properties.next_cursor = text;

const game = {
  first_player_id: id,
  second_player_id: id,
  played_on: { type: "string", format: "date" },
  turns: { type: "array", minItems: 1, maxItems: 2000, items: { type: "string", maxLength: 64 } },
  result: { enum: ["first", "second", "drawn", "unfinished"] },
  termination: {
    enum: ["two-cows", "no-move", "ten-moves", "resignation", "agreement", "umpire", "time", "forfeit", "unfinished"],
  },
};
const recorded = object({
  id: text, first_player_id: text, second_player_id: text, played_on: text, turns: { type: "array", items: text },
  plies: { type: "integer" }, result: text, termination: text, recorded_at: text,
});

function opened() {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  return db;
}

function makeTables(db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS games_yardstick (
      id TEXT PRIMARY KEY,
      first_player_id TEXT NOT NULL REFERENCES players (id),
      second_player_id TEXT NOT NULL REFERENCES players (id),
      played_on TEXT NOT NULL,
      turns TEXT NOT NULL,
      plies INTEGER NOT NULL,
      result TEXT NOT NULL,
      termination TEXT NOT NULL,
      recorded_at TEXT NOT NULL,
      digest TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE IF NOT EXISTS audit_yardstick (
      seq INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      action TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      changes TEXT NOT NULL
    ) STRICT;
  `);
}

function players(db) {
  const after = db.prepare(`
    SELECT id, number, family_name, given_names, birth_date, province_code, club_id, EXISTS (
      SELECT 1 FROM consents WHERE player_id = players.id AND purpose = 'publish_name' AND withdrawn_at IS NULL
    ) AS is_published
    FROM players WHERE number > ? AND merged_into_id IS NULL AND erased_at IS NULL ORDER BY number LIMIT ?
  `);
  const told = (row, ofAge) => {
    const isWithheld = row.birth_date > ofAge && !row.is_published;
    const name = `${row.given_names} ${row.family_name}`;
    return {
      id: row.id,
      number: `M-${String(row.number).padStart(7, "0")}-${CHECK[row.number % 23]}`,
      name: isWithheld ? name.replace(/(\S)\S*\s*/g, "$1.") : name,
      name_withheld: isWithheld,
      province: row.province_code,
      club_id: row.club_id,
    };
  };
  return ({ query: { limit, cursor } }) => {
    const now = new Date();
    now.setUTCFullYear(now.getUTCFullYear() - 18);
    const ofAge = now.toISOString().slice(0, 10);
    const rows = after.all(cursor, limit + 1);
    const items = rows.slice(0, limit).map((row) => told(row, ofAge));
    return rows.length > limit ? { items, next_cursor: String(rows[limit - 1].number) } : { items };
  };
}

function games(db) {
  const columns = [...recorded.required, "digest"];
  const keep = db.prepare(`INSERT INTO games_yardstick (${columns}) VALUES (${columns.map((name) => `@${name}`)})`);
  const note = db.prepare("INSERT INTO audit_yardstick (at, action, subject_id, changes) VALUES (?, 'create_game', ?, ?)");
  const record = db.transaction((row, turns, digest) => {
    keep.run({ ...row, turns, digest });
    note.run(row.recorded_at, row.id, JSON.stringify({ before: null, after: row }));
  }).immediate;
  return ({ body }, reply) => {
    const turns = body.turns.join(" ");
    const same = [body.first_player_id, body.second_player_id, body.played_on, turns].join("\n");
    const row = { id: randomUUID(), ...body, plies: body.turns.length, recorded_at: new Date().toISOString() };
    try {
      record(row, turns, createHash("sha256").update(same).digest("hex"));
    } catch (error) {
      if (error.code !== "SQLITE_CONSTRAINT_UNIQUE") throw error;
      return reply.code(409).send({ code: "game-recorded" });
    }
    return reply.code(201).send(row);
  };
}

function serve() {
  const db = opened();
  const app = Fastify();
  const query = {
    type: "object",
    properties: { limit: { type: "integer", minimum: 1, maximum: 200, default: 50 }, cursor: { type: "integer", default: 0 } },
  };
  app.get("/players", { schema: { querystring: query, response: { 200: page } } }, players(db));
  app.post("/games", { schema: { body: object(game), response: { 201: recorded } } }, games(db));
  app.listen({ port, host: "127.0.0.1" });
}

if (cluster.isPrimary) makeTables(opened());
if (cluster.isPrimary && processes > 1) {
  for (let worker = 0; worker < processes; worker++) cluster.fork();
} else {
  serve();
}
