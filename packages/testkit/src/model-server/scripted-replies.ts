import type { Breakage, FailedReply, FailureKind, ModelReply, ModelTurn, ScriptedToolCall } from "./turn.ts";

export interface DeltaOptions {
  /** Adds headings, lists and code to the words. */
  readonly markdown?: boolean;
}

/** Yields `count` short deltas without repeating patterns, because some clients take repetition for a loop. The same in every run. */
export function* wordDeltas(count: number, { markdown = false }: DeltaOptions = {}): Generator<string> {
  const random = pseudoRandom();
  for (let index = 0; index < count; index++) {
    const word = `${SYLLABLES[random(16)]}${random(2) === 0 ? "" : SYLLABLES[random(16)]} `;
    const special = markdown ? markdownAt(index) : undefined;
    yield special ?? (index % 20 === 19 ? `${word}\n` : word);
  }
}

/** Returns an iterable that starts again at each use, unlike a generator, which can be read only once. */
export function textOf(count: number, options?: DeltaOptions): Iterable<string> {
  return { [Symbol.iterator]: () => wordDeltas(count, options) };
}

/** Returns `count` turns of one call each, then the last text. */
export function toolTurns(count: number, call: (turn: number) => ScriptedToolCall, last = "Done."): ModelTurn[] {
  const turns = Array.from({ length: count }, (_, turn): ModelTurn => ({ toolCalls: [call(turn)] }));
  return [...turns, { text: last }];
}

/** Returns one turn of `count` calls, then the last text. */
export function parallelCalls(count: number, call: (index: number) => ScriptedToolCall, last = "Done."): ModelTurn[] {
  return [{ toolCalls: Array.from({ length: count }, (_, index) => call(index)) }, { text: last }];
}

/** Returns source-like text of exactly `kilobytes` KiB, for a large tool argument. */
export function fillerText(kilobytes: number): string {
  const line = "const value = compute(42, 'lorem ipsum dolor sit amet'); // pad\n";
  const size = kilobytes * 1024;
  return line.repeat(Math.ceil(size / line.length)).slice(0, size);
}

/** Returns `count` failures, followed by the replies of `then`. */
export function failTimes(
  count: number,
  failure: FailureKind,
  then: readonly ModelReply[],
  options: { readonly retryAfter?: string | number } = {},
): ModelReply[] {
  return [...Array.from({ length: count }, (): FailedReply => ({ failure, ...options })), ...then];
}

export function broken(turn: ModelTurn, breakage: Breakage): ModelTurn {
  return { ...turn, breakage };
}

export function paced(turn: ModelTurn, deltasPerSecond: number): ModelTurn {
  return { ...turn, pace: deltasPerSecond };
}

const SYLLABLES = "ka lo mi ter san vo rel du pin ost ja qui ben fa gor zel".split(" ");

function markdownAt(index: number): string | undefined {
  const place = index % 200;
  if (place === 0) return `\n\n## Heading ${index}\n\n`;
  if (place > 100 && place < 140 && place % 8 === 0) return `\n- item **${index}** with \`code\` `;
  if (place === 150) return `\n\n\`\`\`ts\nconst answer: number = ${index};\n`;
  if (place === 180) return "\n```\n\n";
  return undefined;
}

function pseudoRandom(): (below: number) => number {
  let state = 12345;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % below;
  };
}
