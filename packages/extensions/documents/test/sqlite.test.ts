import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileSource } from "../byte-source.ts";
import { readSqlite } from "../formats/sqlite.ts";
import { parseSqliteSelector } from "../formats/sqlite-selector.ts";
import { convert } from "./convert.ts";

let folder: string;
let file: string;
let writer: DatabaseSync;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tau-sqlite-"));
  file = join(folder, "data.db");
  writer = new DatabaseSync(file);
  writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, photo BLOB)");
  const insert = writer.prepare("INSERT INTO users (name, photo) VALUES (?, ?)");
  for (let index = 1; index <= 30; index++) insert.run(`user ${index}`, Buffer.alloc(index));
  writer.exec("CREATE VIEW names AS SELECT name FROM users; CREATE TABLE empty (a, b)");
});

afterAll(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(member?: string) {
  await using source = await fileSource(file);
  return await convert(readSqlite, "", { name: "data.db", source, member });
}

test("R210: tables, a schema with rows, a row by its key", async () => {
  const tables = await read();
  expect(tables?.text).toMatch(
    /^data\.db: SQLite database, .*, 3 tables and views\nempty {2}0 rows\nnames {2}\(view\)\nusers {2}30 rows\n$/,
  );
  const users = await read("users");
  expect(users?.text).toContain("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, photo BLOB);");
  expect(users?.text).toContain("| 5   | user 5 | <5 bytes> |");
  expect(users?.text).not.toContain("user 6");
  expect(users?.notes).toEqual(["The first 5 rows. More: data.db:users?limit=50&offset=5"]);
  expect((await read("empty"))?.notes).toBeUndefined();
  expect((await read("USERS:7"))?.text).toBe("id: 7\nname: user 7\nphoto: <7 bytes>\n");
  expect((await read("empty"))?.text).toContain("(no rows; columns: a, b)");
  await expect(read("users:99")).rejects.toThrow("users has no row with id = 99");
  await expect(read("nope")).rejects.toThrow("there is no table nope. It has empty, names, users");
});

test("R210: rows by condition, order and page, and a read-only query", async () => {
  const rows = await read("users?where=id > 10 AND name LIKE '%;%' OR id=12&order=id:desc&limit=5");
  expect(rows?.text).toContain("user 12");
  const page = await read("users?order=id&limit=2&offset=4");
  expect(page?.text).toBe(
    "| id  | name   | photo     |\n|-----|--------|-----------|\n| 5   | user 5 | <5 bytes> |\n| 6   | user 6 | <6 bytes> |\n",
  );
  expect(page?.notes).toEqual(["There are more rows. Continue with offset=6"]);
  expect((await read("?q=SELECT count(*) AS n FROM users"))?.text).toBe("| n   |\n|-----|\n| 30  |\n");
  const long = await read("?q=SELECT 'x' AS a, hex(zeroblob(40)) AS b");
  expect(long?.text).toBe(`a: x\nb: ${"0".repeat(80)}\n`);
  const two = await read("?q=SELECT hex(zeroblob(40)) AS b UNION ALL SELECT 'short'");
  expect(two?.text).toContain(`| ${"0".repeat(39)}… |`);
  expect(two?.notes).toEqual(["Values are cut at 40 characters. A query with one row shows them whole."]);
  await expect(read("users?order=salary")).rejects.toThrow("users has no column salary. It has id, name, photo");
});

test.each([
  "users?where=1; DROP TABLE users",
  "users?where=1 -- x",
  "users?where=1 UNION SELECT 1",
  "users?limit=-1",
  "users?limit=many",
  "users?colour=red",
  "?q=DELETE FROM users",
  "?q=ATTACH '/etc/other.db' AS o",
  "?q=PRAGMA journal_mode = DELETE",
  "?q=/* */ ATTACH 'x' AS y",
])("R211: %s is refused", (member) => {
  expect(() => parseSqliteSelector(member)).toThrow();
});

test("R211: at most 500 rows are read at a time", () => {
  expect(parseSqliteSelector("t?limit=9000")).toMatchObject({ rows: { limit: 500, offset: 0 } });
});

test("a query that writes in disguise fails, because the database is opened read-only", async () => {
  await expect(read("?q=WITH x AS (SELECT 1) INSERT INTO users (name) SELECT 'evil'")).rejects.toThrow("readonly");
});

test("a database that is being written is read as it was committed", async () => {
  writer.exec("BEGIN IMMEDIATE; INSERT INTO users (name) VALUES ('not yet')");
  try {
    expect((await read("?q=SELECT count(*) AS n FROM users"))?.text).toContain("| 30  |");
  } finally {
    writer.exec("ROLLBACK");
  }
});

test("a database that another program holds locked is said to be, and is read once it is free", async () => {
  const path = join(folder, "locked.db");
  const owner = new DatabaseSync(path);
  owner.exec("CREATE TABLE t (v); INSERT INTO t VALUES (1); BEGIN EXCLUSIVE; INSERT INTO t VALUES (2)");
  await using source = await fileSource(path);
  const tables = async () => await convert(readSqlite, "", { name: "locked.db", source });
  await expect(tables()).rejects.toThrow("another program is writing it and lets nothing read it. Try again");
  owner.exec("COMMIT");
  expect((await tables())?.text).toContain("t  2 rows");
  owner.close();
});

test("columns of one name, numbers as names and integers of 64 bits are shown as they are", async () => {
  const joined = await read("?q=SELECT 1 AS id, 2 AS id, 'a' AS name, 9007199254740993 AS \"1\"");
  expect(joined?.text).toContain("| 1   | 2   | a    | 9007199254740993 |");
  const one = await read("?q=SELECT 1 AS id, 2 AS id, hex(zeroblob(30)) AS b");
  expect(one?.text).toMatch(/^id: 1\nid: 2\nb: 0/);
});

test("reading leaves no file beside a database that keeps a log", async () => {
  const beside = mkdtempSync(join(folder, "closed-"));
  const path = join(beside, "closed.db");
  const owner = new DatabaseSync(path);
  owner.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (v); INSERT INTO t VALUES (1)");
  owner.close();
  await using source = await fileSource(path);
  expect((await convert(readSqlite, "", { name: "closed.db", source }))?.text).toContain("t  1 row");
  expect(readdirSync(beside)).toEqual(["closed.db"]);
});

test("a database whose writer ended in the middle of a change is not taken for a damaged one", async () => {
  const path = join(folder, "cut.db");
  const owner = new DatabaseSync(path);
  owner.exec("PRAGMA cache_size = 2; CREATE TABLE t (a, b); BEGIN");
  for (let row = 0; row < 500; row++) owner.exec(`INSERT INTO t VALUES (${row}, hex(zeroblob(100)))`);
  owner.exec("COMMIT; BEGIN; DELETE FROM t WHERE a > 10");
  const copy = join(folder, "copy.db");
  copyFileSync(path, copy);
  copyFileSync(`${path}-journal`, `${copy}-journal`);
  owner.close();
  await using source = await fileSource(copy);
  await expect(convert(readSqlite, "", { name: "copy.db", source })).rejects.toThrow(
    "a program ended while it was changing it, and that change must be undone first",
  );
});

test("a table that needs an extension of SQLite does not hide the others", async () => {
  const path = join(folder, "vectors.db");
  const owner = new DatabaseSync(path, { defensive: false });
  owner.exec("CREATE TABLE notes (v); INSERT INTO notes VALUES (1); PRAGMA writable_schema = 1");
  owner.exec(
    "INSERT INTO sqlite_schema VALUES ('table', 'vectors', 'vectors', 0, 'CREATE VIRTUAL TABLE vectors USING vec0(e)')",
  );
  owner.close();
  await using source = await fileSource(path);
  const shown = async (member?: string) =>
    (await convert(readSqlite, "", { name: "vectors.db", source, member }))?.text ?? "";
  expect(await shown()).toContain("notes  1 row\nvectors  (cannot be read here: no such module: vec0)");
  expect(await shown("vectors")).toContain("CREATE VIRTUAL TABLE vectors USING vec0(e);\n\n(cannot be read here");
  expect(await shown("notes")).toContain("| 1   |");
});

test("a file that is no database is left to others; a table of it is an error", async () => {
  expect(await convert(readSqlite, "text")).toBeUndefined();
  expect(await convert(readSqlite, "")).toBeUndefined();
  await expect(convert(readSqlite, "text", { member: "users" })).rejects.toThrow("it is no SQLite database");
  const damaged = Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(4080, 0xff)]);
  await expect(convert(readSqlite, damaged)).rejects.toThrow("not a database");
});

test("a damaged database says so, and how to save what is left", async () => {
  writer.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = readFileSync(file);
  bytes.fill(0xab, 4096, 4096 + 1000);
  bytes.fill(0xab, 100, 300);
  const damaged = join(folder, "damaged.db");
  writeFileSync(damaged, bytes);
  await using source = await fileSource(damaged);
  await expect(convert(readSqlite, "", { source, member: undefined })).rejects.toThrow(
    "the database is damaged. What is left can be saved with bash: sqlite3 a.db .recover",
  );
});
