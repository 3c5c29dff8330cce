import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type Format, type FormatInput, type FormatResult, LimitedText } from "../format.ts";
import { cut, drawTable, formatSize } from "../text.ts";
import { parseSqliteSelector, type RowSelection } from "./sqlite-selector.ts";

const MAX_TABLES = 500;
const MAX_QUERY_ROWS = 500;
const SAMPLE_ROWS = 5;
/** Tables that an error names. */
const MAX_NAMED = 30;
const MAX_CELL = 40;
const MAX_VALUE = 2000;
/** Counting rows of large files would read them whole. */
const MAX_COUNTED_BYTES = 64 * 1024 * 1024;

/** Shows a database: its tables, the schema and first rows of a table, a row by its key, or the rows of a query. Always read-only. */
export const readSqlite: Format = async (input) => {
  const { source } = input;
  const head = await source.read(0, 16);
  if (head.toString("latin1") !== "SQLite format 3\0") return notADatabase(input);
  if (source.file !== undefined) return showSound(source.file, input);
  const folder = mkdtempSync(join(tmpdir(), "tau-database-"));
  try {
    const file = join(folder, "copy.db");
    writeFileSync(file, await source.read(0, source.size));
    return showSound(file, input);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function notADatabase({ member, source }: FormatInput): undefined {
  if (member === undefined) return undefined;
  throw new Error(source.size === 0 ? "the file is empty" : "it is no SQLite database, or an encrypted one");
}

function showSound(file: string, input: FormatInput): FormatResult {
  try {
    return showDatabase(openDatabase(file), input);
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
    if (code !== CORRUPT) throw error;
    throw new Error(
      "the database is damaged. What is left can be saved with bash: sqlite3 a.db .recover | sqlite3 b.db",
      {
        cause: error,
      },
    );
  }
}

/** SQLITE_CORRUPT */
const CORRUPT = 11;

/** Opens a database that another program may be writing: in that case the committed state is read. */
function openDatabase(file: string): DatabaseSync {
  const options = { readOnly: true, timeout: 3000, allowExtension: false };
  const usable = (database: DatabaseSync) => {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  };
  try {
    return usable(new DatabaseSync(file, options));
  } catch (error) {
    // A write-ahead log needs a file next to the database. Without the right to create one, the database is read as it was last merged.
    const url = pathToFileURL(file);
    url.search = "immutable=1";
    if (/unable to open|readonly/i.test(String(error))) return usable(new DatabaseSync(url, options));
    if (/is locked/i.test(String(error)))
      throw new Error("another program is writing it and lets nothing read it. Try again in a moment", {
        cause: error,
      });
    throw error;
  }
}

function showDatabase(database: DatabaseSync, input: FormatInput): FormatResult {
  const selector = parseSqliteSelector(input.member);
  switch (selector.kind) {
    case "tables":
      return listTables(database, input);
    case "query":
      return showRows(database.prepare(selector.sql), [], input, MAX_QUERY_ROWS);
    case "table":
      return describeTable(database, existing(database, selector.table), input);
    case "rows":
      return selectRows(database, existing(database, selector.table), selector.rows, input);
    case "row":
      return showRow(database, existing(database, selector.table), selector.key);
  }
}

function listTables(database: DatabaseSync, { name, source }: FormatInput): FormatResult {
  const found = database
    .prepare(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all() as { type: string; name: string }[];
  const shown = found.slice(0, MAX_TABLES).map(({ type, name: table }) => {
    if (type === "view") return `${table}  (view)`;
    return source.size > MAX_COUNTED_BYTES ? table : `${table}  ${countRows(database, table)}`;
  });
  const more = found.length - shown.length;
  const head = `${name}: SQLite database, ${formatSize(source.size)}, ${found.length === 1 ? "1 table or view" : `${found.length} tables and views`}`;
  return {
    text: `${[head, ...shown, ...(more > 0 ? [`… ${more} more`] : [])].join("\n")}\n`,
    notes: [
      `Read a table with ${name}:table, a row with ${name}:table:key, rows with ${name}:table?where=…&order=…&limit=…, or ${name}?q=SELECT …`,
    ],
  };
}

function countRows(database: DatabaseSync, table: string): string {
  const { count } = database.prepare(`SELECT count(*) AS count FROM ${quoted(table)}`).get() as { count: number };
  return count === 1 ? "1 row" : `${count} rows`;
}

function existing(database: DatabaseSync, table: string): string {
  const sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND lower(name) = lower(?)";
  const found = database.prepare(sql).get(table) as { name: string } | undefined;
  if (found) return found.name;
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all() as { name: string }[];
  const named = tables.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = tables.length > named.length ? ` and ${tables.length - named.length} more` : "";
  throw new Error(
    `there is no table ${table}. ${tables.length === 0 ? "It has none" : `It has ${named.join(", ")}${more}`}`,
  );
}

function describeTable(database: DatabaseSync, table: string, input: FormatInput): FormatResult {
  const sql = database.prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL").all(table);
  const schema = (sql as { sql: string }[]).map((each) => `${each.sql};`).join("\n");
  const first = database.prepare(`SELECT * FROM ${quoted(table)} LIMIT ${SAMPLE_ROWS + 1}`);
  const { lines, isCut } = fetchRows(first, [], SAMPLE_ROWS, { isSample: true });
  const more = `The first ${SAMPLE_ROWS} rows. More: ${input.name}:${table}?limit=50&offset=${SAMPLE_ROWS}`;
  return { text: `${schema}\n\n${lines.join("\n")}\n`, ...(isCut && { notes: [more] }) };
}

function selectRows(database: DatabaseSync, table: string, rows: RowSelection, input: FormatInput): FormatResult {
  const { where, order, limit, offset } = rows;
  const columns = columnsOf(database, table);
  const column = order && columns.find((each) => each.toLowerCase() === order.column.toLowerCase());
  if (order && column === undefined)
    throw new Error(`${table} has no column ${order.column}. It has ${columns.join(", ")}`);
  const clauses = [
    `SELECT * FROM ${quoted(table)}`,
    ...(where === undefined ? [] : [`WHERE (${where})`]),
    ...(order && column !== undefined ? [`ORDER BY ${quoted(column)} ${order.direction}`] : []),
    `LIMIT ${limit + 1} OFFSET ${offset}`,
  ];
  const result = showRows(database.prepare(clauses.join(" ")), [], input, limit);
  const more = `There are more rows. Continue with offset=${offset + limit}`;
  return result.isCut ? { ...result, notes: [more, ...(result.hasCutCells ? [CUT_CELLS] : [])] } : result;
}

function showRow(database: DatabaseSync, table: string, key: string): FormatResult {
  const keys = database.prepare("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk").all(table);
  const [first, ...others] = (keys as { name: string }[]).map(({ name }) => name);
  if (others.length > 0) throw new Error(`the key of ${table} has several columns. Use ${table}?where=…`);
  const column = first === undefined ? "rowid" : quoted(first);
  const row = database.prepare(`SELECT * FROM ${quoted(table)} WHERE ${column} = ?`).get(key);
  if (!row) throw new Error(`${table} has no row with ${first ?? "rowid"} = ${key}`);
  return { text: `${fieldLines(row).join("\n")}\n` };
}

/** Each value in a line of its own, nearly whole. */
function fieldLines(row: Readonly<Record<string, SQLOutputValue>>): string[] {
  return Object.entries(row).map(([name, value]) => `${name}: ${valueText(value, MAX_VALUE)}`);
}

function columnsOf(database: DatabaseSync, table: string): string[] {
  const found = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  return (found as { name: string }[]).map(({ name }) => name);
}

interface ShownRows extends FormatResult {
  readonly isCut: boolean;
  readonly hasCutCells: boolean;
}

function showRows(statement: StatementSync, values: string[], input: FormatInput, limit: number): ShownRows {
  const { lines, isCut, hasCutCells } = fetchRows(statement, values, limit);
  const text = new LimitedText(input);
  for (const line of lines) if (!text.add(line)) break;
  const notes = [
    ...(isCut ? [`Only the first ${limit} rows are shown. Narrow the query, or use LIMIT and OFFSET.`] : []),
    ...(hasCutCells ? [CUT_CELLS] : []),
  ];
  return { ...text.result(notes), isCut, hasCutCells };
}

const CUT_CELLS = `Values are cut at ${MAX_CELL} characters. A query with one row shows them whole.`;

interface FetchedRows {
  readonly lines: string[];
  readonly isCut: boolean;
  readonly hasCutCells: boolean;
}

/** Fetches rows as a table. A single row with a long value is shown value by value, unless it is a sample of a table. */
function fetchRows(statement: StatementSync, values: string[], limit: number, { isSample = false } = {}): FetchedRows {
  const columns = statement.columns().map(({ name }) => name);
  const rows: string[][] = [];
  let [isCut, hasCutCells] = [false, false];
  let first: Record<string, SQLOutputValue> | undefined;
  for (const row of statement.iterate(...values) as Iterable<Record<string, SQLOutputValue>>) {
    isCut = rows.length >= limit;
    if (isCut) break;
    first ??= row;
    const cells = Object.values(row).map((value) => valueText(value, 200));
    hasCutCells ||= cells.some((cell) => cell.length > MAX_CELL);
    rows.push(cells);
  }
  if (first === undefined) return { lines: [`(no rows; columns: ${columns.join(", ")})`], isCut, hasCutCells };
  if (rows.length === 1 && hasCutCells && !isCut && !isSample)
    return { lines: fieldLines(first), isCut, hasCutCells: false };
  return { lines: drawTable(columns, rows, MAX_CELL), isCut, hasCutCells };
}

function valueText(value: SQLOutputValue, length: number): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  return cut(String(value), length);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
