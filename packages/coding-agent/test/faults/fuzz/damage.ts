import fc from "fast-check";
import type { Random } from "../random.ts";

/** One change of a text: bytes in place of `length` others. */
export interface Wound {
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** Pieces that parsers of lines, JSON, events and terminals treat specially. */
const SPECIAL = [
  ...[
    "\n",
    "\r\n",
    "\n\n",
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\",
    ",",
    ":",
    "null",
    "1e999",
    "-0",
    '"\\ud800"',
    "data:",
    "event:",
  ],
  ...["\u0000", "\u001b", "\u001b[", "\u001b]0;", "\u0007", "\u009b", "\u2028", "\ufeff", "\u{1f600}", "__proto__"],
  ...["9".repeat(40), "[".repeat(500), "a".repeat(5000)],
].map((text) => Buffer.from(text));
const BROKEN_UTF8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f]].map((bytes) => Buffer.from(bytes));
const PIECES = [...SPECIAL, ...BROKEN_UTF8];

/** Some wounds, which fast-check makes smaller when a case fails. */
export const wounds: fc.Arbitrary<Wound[]> = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 60 }),
    bytes: fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constantFrom(...PIECES)),
  }),
  { minLength: 1, maxLength: 5 },
);

export function damage(bytes: Buffer, list: readonly Wound[]): Buffer {
  let damaged = bytes;
  for (const { at, length, bytes: put } of list) {
    const start = at % (damaged.length + 1);
    damaged = Buffer.concat([damaged.subarray(0, start), put, damaged.subarray(start + length)]);
  }
  return damaged;
}

/** The same for cases that are too slow to be made smaller. */
export function randomDamage(bytes: Buffer, random: Random): Buffer {
  const list = Array.from({ length: 1 + random.below(4) }, () => ({
    at: random.below(bytes.length + 1),
    length: random.below(2) * random.below(60),
    bytes: PIECES[random.below(PIECES.length)] ?? Buffer.of(random.below(256)),
  }));
  return damage(bytes, list);
}

/** Cuts bytes into pieces of random lengths, as a socket does. */
export function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const result: Buffer[] = [];
  for (let start = 0, at = 0; start < bytes.length; at++) {
    const end = start + Math.max(1, sizes[at % Math.max(1, sizes.length)] ?? bytes.length);
    result.push(bytes.subarray(start, end));
    start = end;
  }
  return result;
}

export const sizes: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 8 });

/** Runs a property, and returns the smallest case that breaks it, with the seed that leads to it. */
export async function findBroken<T>(property: fc.IAsyncProperty<T>, runs: number, seed: number): Promise<string[]> {
  const details = await fc.check(property, { numRuns: runs, seed: seed | 0 });
  if (!details.failed) return [];
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return [
    `seed ${details.seed}, path ${details.counterexamplePath}: ${error} for ${fc.stringify(details.counterexample)}`,
  ];
}
