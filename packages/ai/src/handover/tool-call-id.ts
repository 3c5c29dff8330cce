/**
 * An id another vendor accepts: letters, digits, `_` and `-`, at most `maxLength` long. Ids of the form `call|item` are
 * known by their first half. A shortened id ends in a hash of the whole one, so that two never become the same.
 */
export function portableToolCallId(id: string, maxLength = 64): string {
  const call = id.split("|")[0] || id;
  const clean = call.replace(/[^a-zA-Z0-9_-]/g, "_");
  if (clean.length <= maxLength && clean !== "") return clean;
  const hash = hashText(id);
  return `${clean.slice(0, maxLength - hash.length - 1)}_${hash}`;
}

/**
 * Some servers number the calls of each answer anew, and others refuse an id that comes twice: one that is taken gets a number, the next
 * that is free from `next` on.
 */
export function distinctToolCallId(id: string, isTaken: (id: string) => boolean, next: number): string {
  const [call = "", ...item] = id.split("|");
  let distinct = id;
  for (let number = next; isTaken(distinct); number++) distinct = [`${call}_${number}`, ...item].join("|");
  return distinct;
}

/** FNV-1a, twice with different seeds: short, stable, and the same on every machine. */
export function hashText(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x01000193);
}

function fnv(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, "0");
}
