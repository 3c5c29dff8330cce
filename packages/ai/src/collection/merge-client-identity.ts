import type { ClientIdentity } from "../contract/identity.ts";

/** Merges identities field by field; later ones override earlier ones. */
export function mergeClientIdentity(...sources: (ClientIdentity | undefined)[]): ClientIdentity | undefined {
  const given = sources.filter((source) => source !== undefined);
  if (given.length === 0) return undefined;
  const fields = given.flatMap((source) => Object.entries(source).filter(([, value]) => value !== undefined));
  return Object.fromEntries(fields);
}
