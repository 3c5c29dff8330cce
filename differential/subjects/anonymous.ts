const IDS: ReadonlySet<string> = new Set([
  "id",
  "parentId",
  "targetId",
  "firstKeptEntryId",
  "fromId",
  "entryId",
  "leafId",
  "sessionId",
  "oldLeafId",
  "newLeafId",
  "messageEntryId",
  "toolResultEntryIds",
]);
const TIMES: ReadonlySet<string> = new Set([
  "timestamp",
  "labelTimestamp",
  "created",
  "modified",
  "durationMs",
  "startedAt",
]);

/** A value whose generated ids are numbered by their first occurrence and whose times are only their type. */
export function anonymous(value: unknown, ids = new Map<string, string>(), key = ""): unknown {
  if (TIMES.has(key) && value !== undefined && value !== null) return `[${typeof value}]`;
  if (IDS.has(key) && typeof value === "string") return numbered(value, ids);
  if (Array.isArray(value)) return value.map((item) => anonymous(item, ids, IDS.has(key) ? key : ""));
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Map || value instanceof Set || value instanceof Uint8Array || value instanceof Date)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, anonymous(member, ids, name)]));
}

function numbered(id: string, ids: Map<string, string>): string {
  const known = ids.get(id);
  if (known !== undefined) return known;
  const name = `#${ids.size + 1}`;
  ids.set(id, name);
  return name;
}
