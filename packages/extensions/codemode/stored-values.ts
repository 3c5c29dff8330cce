import type { ExtensionContext } from "@tau/coding-agent";

/** The entries that hold what scripts have stored. Each branch of a session has its own values. */
export const STORE_ENTRY = "codemode-store";

interface StoreEntryData {
  readonly set: Readonly<Record<string, unknown>>;
  readonly delete: readonly string[];
}

const MOST_PER_VALUE = 256 * 1024;
const MOST_IN_ALL = 1024 * 1024;

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;

/** Returns the values of the branch as JSON texts by key. The log may have been edited: what has another form is ignored. */
export function readStored(branch: Branch): Map<string, string> {
  const values = new Map<string, string>();
  for (const entry of branch) {
    if (entry.type !== "custom" || entry.customType !== STORE_ENTRY) continue;
    const { set, delete: deleted } = (entry.data ?? {}) as Partial<StoreEntryData>;
    for (const [key, value] of Object.entries(set ?? {})) values.set(key, JSON.stringify(value));
    for (const key of Array.isArray(deleted) ? deleted : []) values.delete(key);
  }
  return values;
}

export function asJsonObject(values: ReadonlyMap<string, string>): string {
  return `{${[...values].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`;
}

/** Returns the entry for the changes of a script, or nothing if it has stored nothing. Throws if the values are too large. */
export function storeEntry(
  before: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | undefined>,
): StoreEntryData | undefined {
  if (changes.size === 0) return undefined;
  const after = new Map(before);
  const set: [string, unknown][] = [];
  for (const [key, json] of changes) {
    if (json === undefined) after.delete(key);
    else if (json.length > MOST_PER_VALUE)
      throw new Error(`Nothing was stored: the value of ${JSON.stringify(key)} exceeds ${MOST_PER_VALUE} characters.`);
    else {
      after.set(key, json);
      set.push([key, JSON.parse(json)]);
    }
  }
  const size = [...after].reduce((sum, [key, json]) => sum + key.length + json.length, 0);
  if (size > MOST_IN_ALL)
    throw new Error(`Nothing was stored: all values together exceed ${MOST_IN_ALL} characters. Delete some.`);
  const deleted = [...changes].flatMap(([key, json]) => (json === undefined ? [key] : []));
  return { set: Object.fromEntries(set), delete: deleted };
}
