/** Shorter words are hardly names that other files refer to. */
const LEAST_LENGTH = 3;
const FIRST_SLOTS = 1024;
/** FNV-1a over UTF-16 units. */
const FIRST_HASH = 0x811c9dc5;
const FACTOR = 0x01000193;

/**
 * Collects the words of texts as hashes of 32 bits, because comparing and storing millions of strings takes most of the time of a map. Two
 * names with one hash would count each other's mentions; among a hundred thousand names there is about one such pair.
 */
export class WordCollector {
  /** Open addressing: a slot is taken if its stamp is that of the current text. */
  private hashes = new Uint32Array(FIRST_SLOTS);
  private stamps = new Uint32Array(FIRST_SLOTS);
  private stamp = 0;
  private found: number[] = [];

  /** Returns the hash of each word in the text, once. */
  collect(text: string): Uint32Array {
    this.stamp++;
    this.found = [];
    const { length } = text;
    let hash = FIRST_HASH;
    let size = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      // Letters beyond ASCII are not told from other characters there.
      const kind = code < 128 ? KINDS[code] : 1;
      if (kind === 1 || (kind === 2 && size > 0)) {
        hash = Math.imul(hash ^ code, FACTOR);
        size++;
      } else if (size > 0) {
        if (size >= LEAST_LENGTH) this.add(hash >>> 0);
        hash = FIRST_HASH;
        size = 0;
      }
    }
    if (size >= LEAST_LENGTH) this.add(hash >>> 0);
    return Uint32Array.from(this.found);
  }

  private add(hash: number): void {
    const mask = this.hashes.length - 1;
    let slot = hash & mask;
    while (this.stamps[slot] === this.stamp) {
      if (this.hashes[slot] === hash) return;
      slot = (slot + 1) & mask;
    }
    this.stamps[slot] = this.stamp;
    this.hashes[slot] = hash;
    this.found.push(hash);
    if (this.found.length * 2 > this.hashes.length) this.grow();
  }

  private grow(): void {
    const found = this.found;
    this.hashes = new Uint32Array(this.hashes.length * 2);
    this.stamps = new Uint32Array(this.hashes.length);
    this.stamp = 1;
    this.found = [];
    for (const hash of found) this.add(hash);
  }
}

/** Returns the hash under which a collector counts a name. */
export function wordHash(name: string): number {
  let hash = FIRST_HASH;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FACTOR);
  return hash >>> 0;
}

/** For each ASCII character: 1 in a word, 2 in a word but not at its beginning, 0 elsewhere. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(character)) return 1;
  return /[0-9]/.test(character) ? 2 : 0;
});
