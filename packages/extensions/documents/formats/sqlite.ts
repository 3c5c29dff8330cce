import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
  const head = await source.read(0, 20);
  if (head.toString("latin1", 0, 16) !== "SQLite format 3\0") return notADatabase(input);
  const hasLog = head[READ_VERSION] === WRITE_AHEAD;
  if (source.file !== undefined) return showSound(source.file, hasLog, input);
  const folder = mkdtempSync(join(tmpdir(), "tau-database-"));
  try {
    const file = join(folder, "copy.db");
    writeFileSync(file, await source.read(0, source.size));
    return showSound(file, hasLog, input);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The byte of the header that says how the database is read, and its value if changes go to a log beside it first. */
const READ_VERSION = 19;
const WRITE_AHEAD = 2;

function notADatabase({ member, source }: FormatInput): undefined {
  if (member === undefined) return undefined;
  throw new Error(source.size === 0 ? "the file is empty" : "it is no SQLite database, or an encrypted one");
}

function showSound(file: string, hasLog: boolean, input: FormatInput): FormatResult {
  try {
    return showFile(file, hasLog, input);
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : undefined;
    const why = EXPLAINED.get(code ?? 0) ?? EXPLAINED.get((code ?? 0) & 0xff);
    throw why === undefined ? error : new Error(why, { cause: error });
  }
}

/** By the codes of SQLite. */
const EXPLAINED: ReadonlyMap<number, string> = new Map([
  [5, "another program is writing it and lets nothing read it. Try again in a moment"],
  [11, "the database is damaged. What is left can be saved with bash: sqlite3 a.db .recover | sqlite3 b.db"],
  [
    776,
    "a program ended while it was changing it, and that change must be undone first. The next program that opens it for writing does so, with bash: sqlite3 a.db .tables",
  ],
]);
const ROLLBACK_NEEDED = 776;

function showFile(file: string, hasLog: boolean, input: FormatInput): FormatResult {
  const log = `${file}-wal`;
  // Without a log no program has the database open. SQLite would create a log, and leave it behind.
  if (hasLog && !existsSync(log)) {
    const result = showDatabase(openUnchanging(file), input);
    if (!existsSync(log)) return result;
  }
  const { database, notes } = openShared(file);
  const result = showDatabase(database, input);
  return notes.length === 0 ? result : { ...result, notes: [...(result.notes ?? []), ...notes] };
}

/** Opens a database that another program may be writing: the committed state is read. */
function openShared(file: string): { readonly database: DatabaseSync; readonly notes: readonly string[] } {
  try {
    return { database: usable(new DatabaseSync(file, OPTIONS)), notes: [] };
  } catch (error) {
    const needsRollback = error instanceof Error && "errcode" in error && error.errcode === ROLLBACK_NEEDED;
    if (needsRollback || !/unable to open|readonly/i.test(String(error))) throw error;
    // Reading the log needs a file next to the database. Without the right to create one, the state that was last merged is read.
    return { database: openUnchanging(file), notes: existsSync(`${file}-wal`) ? [WITHOUT_LOG] : [] };
  }
}

const WITHOUT_LOG = "The log beside the database cannot be used here, so the latest changes may be missing.";
const OPTIONS = { readOnly: true, timeout: 3000, allowExtension: false };

function openUnchanging(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.search = "immutable=1";
  return usable(new DatabaseSync(url, OPTIONS));
}

function usable(database: DatabaseSync): DatabaseSync {
  database.prepare("SELECT count(*) FROM sqlite_schema").get();
  return database;
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
      "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' ORDER BY name",
    )
    .all() as { type: string; name: string }[];
  const shown = found.slice(0, MAX_TABLES).map(({ type, name: table }) => {
    if (type === "view") return `${table}  (view)`;
    return source.size > MAX_COUNTED_BYTES ? table : `${table}  ${rowCount(database, table)}`;
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

function rowCount(database: DatabaseSync, table: string): string {
  try {
    const { count } = database.prepare(`SELECT count(*) AS count FROM ${quoted(table)}`).get() as { count: number };
    return count === 1 ? "1 row" : `${count} rows`;
  } catch (error) {
    return `(${unreadable(error)})`;
  }
}

/** Says why one table cannot be read, such as one of an extension of SQLite that is not here. Others may be readable. */
function unreadable(error: unknown): string {
  if (error instanceof Error && /^no such /.test(error.message)) return `cannot be read here: ${error.message}`;
  throw error;
}

function existing(database: DatabaseSync, table: string): string {
  const sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND lower(name) = lower(?)";
  const found = database.prepare(sql).get(table) as { name: string } | undefined;
  if (found) return found.name;
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' ORDER BY name",
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
  const { lines, isCut } = sampleOf(database, table);
  const more = `The first ${SAMPLE_ROWS} rows. More: ${input.name}:${table}?limit=50&offset=${SAMPLE_ROWS}`;
  return { text: `${schema}\n\n${lines.join("\n")}\n`, ...(isCut && { notes: [more] }) };
}

function sampleOf(database: DatabaseSync, table: string): Pick<FetchedRows, "lines" | "isCut"> {
  try {
    const first = database.prepare(`SELECT * FROM ${quoted(table)} LIMIT ${SAMPLE_ROWS + 1}`);
    return fetchRows(first, [], SAMPLE_ROWS, { isSample: true });
  } catch (error) {
    return { lines: [`(${unreadable(error)})`], isCut: false };
  }
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
  const statement = database.prepare(`SELECT * FROM ${quoted(table)} WHERE ${column} = ?`);
  const [row] = rowsOf(statement, [key]);
  if (!row) throw new Error(`${table} has no row with ${first ?? "rowid"} = ${key}`);
  return { text: `${fieldLines(namesOf(statement), row).join("\n")}\n` };
}

/** Each value in a line of its own, nearly whole. */
function fieldLines(columns: readonly string[], row: readonly SQLOutputValue[]): string[] {
  return columns.map((name, at) => `${name}: ${valueText(row[at] ?? null, MAX_VALUE)}`);
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
  const columns = namesOf(statement);
  const rows: string[][] = [];
  let [isCut, hasCutCells] = [false, false];
  let first: SQLOutputValue[] | undefined;
  for (const row of rowsOf(statement, values)) {
    isCut = rows.length >= limit;
    if (isCut) break;
    first ??= row;
    const cells = row.map((value) => valueText(value, 200));
    hasCutCells ||= cells.some((cell) => cell.length > MAX_CELL);
    rows.push(cells);
  }
  if (first === undefined) return { lines: [`(no rows; columns: ${columns.join(", ")})`], isCut, hasCutCells };
  if (rows.length === 1 && hasCutCells && !isCut && !isSample)
    return { lines: fieldLines(columns, first), isCut, hasCutCells: false };
  return { lines: drawTable(columns, rows, MAX_CELL), isCut, hasCutCells };
}

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/** Rows as lists, because two columns may have one name; numbers above 2^53 are whole. */
function rowsOf(statement: StatementSync, values: readonly string[]): Iterable<SQLOutputValue[]> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement.iterate(...values) as unknown as Iterable<SQLOutputValue[]>;
}

function valueText(value: SQLOutputValue, length: number): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  return cut(String(value), length);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
