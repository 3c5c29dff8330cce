/** What a member of a database names. */
export type SqliteSelector =
  | { readonly kind: "tables" }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "row"; readonly table: string; readonly key: string }
  | { readonly kind: "rows"; readonly table: string; readonly rows: RowSelection }
  | { readonly kind: "query"; readonly sql: string };

export interface RowSelection {
  readonly where?: string;
  readonly order?: { readonly column: string; readonly direction: "ASC" | "DESC" };
  readonly limit: number;
  readonly offset: number;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 500;

/** Parses `users`, `users:42`, `users?where=age>30&order=name:desc&limit=50&offset=100` and `?q=SELECT …`. */
export function parseSqliteSelector(member: string | undefined): SqliteSelector {
  if (member === undefined || member === "") return { kind: "tables" };
  const mark = member.indexOf("?");
  const named = mark < 0 ? member : member.slice(0, mark);
  const parameters = new Map(mark < 0 ? [] : parseQuery(member.slice(mark + 1)));
  const sql = parameters.get("q");
  if (sql !== undefined) {
    checkOnly(parameters, ["q"]);
    return { kind: "query", sql: checkedQuery(sql) };
  }
  if (named === "") throw new Error('give a table, or a query as in "data.db?q=SELECT …"');
  if (parameters.size > 0) return { kind: "rows", table: named, rows: rowSelection(parameters) };
  const colon = named.indexOf(":");
  if (colon < 0) return { kind: "table", table: named };
  return { kind: "row", table: named.slice(0, colon), key: named.slice(colon + 1) };
}

/** Splits at `&` before a known name only, so that an expression may hold the character. */
function parseQuery(query: string): [string, string][] {
  return query.split(/&(?=(?:q|where|order|limit|offset)=)/).map((part) => {
    const at = part.indexOf("=");
    if (at < 0) throw new Error(`"${part}" has no value. Use where, order, limit, offset or q`);
    return [part.slice(0, at), unescaped(part.slice(at + 1))];
  });
}

function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const decoded = Buffer.from(escapes.replaceAll("%", ""), "hex").toString();
    return decoded.includes("\uFFFD") ? escapes : decoded;
  });
}

function rowSelection(parameters: ReadonlyMap<string, string>): RowSelection {
  checkOnly(parameters, ["where", "order", "limit", "offset"]);
  const where = parameters.get("where");
  const order = parameters.get("order");
  return {
    ...(where !== undefined && { where: checkedCondition(where) }),
    ...(order !== undefined && { order: parseOrder(order) }),
    limit: Math.min(MAX_LIMIT, wholeNumber("limit", parameters.get("limit") ?? String(DEFAULT_LIMIT), 1)),
    offset: wholeNumber("offset", parameters.get("offset") ?? "0", 0),
  };
}

function checkOnly(parameters: ReadonlyMap<string, string>, known: readonly string[]): void {
  const other = [...parameters.keys()].find((key) => !known.includes(key));
  if (other !== undefined) throw new Error(`"${other}" cannot be used here. Use ${known.join(", ")}`);
}

function wholeNumber(name: string, given: string, least: number): number {
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < least) throw new Error(`${name} must be a whole number from ${least}`);
  return value;
}

function parseOrder(given: string): NonNullable<RowSelection["order"]> {
  const [, column = given, direction = "asc"] = /^(.*?)(?:[:\s]+(asc|desc))?$/i.exec(given) ?? [];
  return { column, direction: direction.toUpperCase() as "ASC" | "DESC" };
}

/** Words that begin another statement or clause. The database is opened read-only; this keeps `where` a condition. */
const CONTROL_WORDS =
  /\b(?:attach|detach|pragma|insert|update|delete|drop|alter|create|replace|vacuum|reindex|union|intersect|except|limit|order\s+by|group\s+by)\b/i;

function checkedCondition(condition: string): string {
  // The content of strings cannot end the condition.
  const code = condition.replace(/'(?:[^']|'')*'/g, "''").replace(/"(?:[^"]|"")*"/g, '""');
  if (/;|--|\/\*/.test(code) || CONTROL_WORDS.test(code) || code.trim() === "")
    throw new Error('where takes one condition, without ";", comments and other clauses. Use ?q=SELECT … for those');
  return condition;
}

/** Pragmas that only report. */
const PRAGMAS =
  /^pragma\s+(?:table_info|table_xinfo|table_list|index_list|index_info|foreign_key_list|user_version|page_count|page_size|encoding|journal_mode|integrity_check|quick_check)\b[^=;]*;?\s*$/i;

/** Refuses all but queries: `ATTACH` would read other files, which no permission covers. */
function checkedQuery(sql: string): string {
  const trimmed = sql.trim();
  if (/^(?:select|with|values|explain)\b/i.test(trimmed) || PRAGMAS.test(trimmed)) return trimmed;
  throw new Error("only queries are run: SELECT, WITH, VALUES, EXPLAIN and PRAGMAs that report");
}
