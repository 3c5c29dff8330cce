/**
 * Returns an id that other vendors accept: letters, digits, `_` and `-`, at most `maxLength` long. Of ids in the form `call|item` the first
 * half is used. A shortened id ends in a hash of the whole, so that different ids stay different.
 */
export function portableToolCallId(id: string, maxLength = 64): string {
  const call = id.split("|")[0] || id;
  const clean = call.replace(/[^a-zA-Z0-9_-]/g, "_");
  if (clean.length <= maxLength && clean !== "") return clean;
  const hash = hashText(id);
  return `${clean.slice(0, maxLength - hash.length - 1)}_${hash}`;
}

/**
 * Makes an id unique. Some servers restart the numbering of call ids with each answer, and others refuse duplicate ids. A taken id gets the
 * first free number from `next` on.
 */
export function distinctToolCallId(id: string, isTaken: (id: string) => boolean, next: number): string {
  let distinct = id;
  // Before the item of `call|item`, else at the end.
  for (let number = next; isTaken(distinct); number++) distinct = id.replace(/(?=\|)|$/, `_${number}`);
  return distinct;
}

/** Returns two FNV-1a hashes with different seeds: short, stable, and the same on every machine. */
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
