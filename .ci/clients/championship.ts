// A small championship, played through the types that openapi-typescript makes from the document and the client openapi-fetch:
// `championship.js URL EMAIL PASSWORD`. The marks and the standings are told as JSON, for others to compare.

import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./federation_records.js";

type Problem = components["schemas"]["Problem"];

const PROVINCE = "ZA-NW";
const ROUNDS = 3;
const MARKS = ["111010", "½½1011", "1110½1", "0½1110"];
const FAMILIES = ["Mokoena", "Qwabe", "Nkosi", "Botha", "Letsoalo", "Naidoo", "Sithole", "Zwane"];

/** The answer, unless it is a refusal. */
async function done<T>(asked: Promise<{ data?: T; error?: Problem }>): Promise<T> {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}

const [url, email, password] = process.argv.slice(2);
if (!url || !email || !password) throw new Error("championship.js URL EMAIL PASSWORD");

const client = createClient<paths>({ baseUrl: url });
const tokens = await done(client.POST("/v1/tokens", { body: { email, password } }));
client.use({
  onRequest({ request }) {
    request.headers.set("authorization", `Bearer ${tokens.access_token}`);
    return request;
  },
});

const tag = randomUUID().replaceAll("-", "").slice(0, 6).toUpperCase();
const code = [...tag].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 16))).join("");
const clubs = [];
for (const [letter, place] of [["A", "Taung Corner"], ["B", "Molopo Herders"]]) {
  const club = { code: code + letter, name: `${place} ${tag}`, kind: "community" as const, province: PROVINCE };
  clubs.push(await done(client.POST("/v1/clubs", { body: club })));
}
const today = new Date().toISOString().slice(0, 10);
const plan = {
  name: `Platteland Open ${tag}`,
  level: "friendly" as const,
  province: PROVINCE,
  starts_on: today,
  ends_on: today,
  venue: "Taung Hall",
  rounds: ROUNDS,
};
const tournament = await done(client.POST("/v1/tournaments", { body: plan }));
const of = { params: { path: { id: tournament.id } } };
await done(client.POST("/v1/tournaments/{id}/openings", of));
const players: string[] = [];
for (const [number, family] of FAMILIES.entries()) {
  const day = Date.UTC(1980, 0, 1) + 86_400_000 * ((Number.parseInt(tag.slice(0, 4), 16) % 7000) + number);
  const club = clubs[number % 2];
  if (!club) throw new Error("no club");
  const person = {
    family_name: family,
    given_names: "Lerato",
    birth_date: new Date(day).toISOString().slice(0, 10),
    sex: "female" as const,
    nationality: "ZA",
    province: PROVINCE,
    club_id: club.id,
  };
  const player = await done(client.POST("/v1/players", { body: person }));
  await done(client.POST("/v1/tournaments/{id}/entries", { ...of, body: { player_id: player.id } }));
  players.push(player.id);
}
await done(client.POST("/v1/tournaments/{id}/starting-orders", { ...of, body: { player_ids: players } }));

const boards: [string, string, string][] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const drawn = await done(client.POST("/v1/tournaments/{id}/rounds", { ...of, body: {} }));
  const path = { id: drawn.id };
  const published = await done(client.POST("/v1/rounds/{id}/publications", { params: { path } }));
  const results = published.boards.map((board) => {
    const [first, second] = board.players;
    const marks = MARKS[board.board % MARKS.length];
    if (!first || !second || !marks || !board.match_id) throw new Error("a published board has a match of two players");
    boards.push([first.player.id, second.player.id, marks]);
    return { match_id: board.match_id, sheet: { marks: { player_id: first.player.id, games: marks } } };
  });
  const header = { "Idempotency-Key": `${tag}-${round}` };
  await done(client.POST("/v1/rounds/{id}/results", { params: { path, header }, body: { results } }));
  await done(client.POST("/v1/rounds/{id}/closings", { params: { path } }));
}

const standings = await done(client.GET("/v1/tournaments/{id}/standings", of));
if (typeof standings === "string") throw new Error("a spreadsheet was not asked for");
const rows = standings.items.map((row) => [row.rank, row.player.id, row.points_fraction]);
console.log(JSON.stringify({ boards, standings: rows, settled: standings.settled }));
