/**
 * Converts the indentation of a hunk's line to that of the file. Returns `undefined` for an indentation that the
 * compared lines do not cover.
 */
export type Reindent = (line: string) => string | undefined;

/** Learns the conversion from lines of a hunk and the matching lines of the file. Returns `undefined` if they follow no rule. */
export function learnIndentation(
  pairs: readonly { readonly given: string; readonly own: string }[],
): Reindent | undefined {
  const indents = pairs
    .filter(({ given }) => given.trim() !== "")
    .map(({ given, own }) => ({ given: indentOf(given), own: indentOf(own) }));
  const rule = [sameShift(indents), sameUnits(indents)].find((each) => each !== undefined);
  if (!rule) return undefined;
  return (line) => {
    if (line.trim() === "") return line;
    const indent = rule(indentOf(line));
    return indent === undefined ? undefined : indent + line.trimStart();
  };
}

interface IndentPair {
  readonly given: string;
  readonly own: string;
}

type IndentRule = (given: string) => string | undefined;

/** Handles lines that are all indented more, or less, by the same blanks. */
function sameShift(pairs: readonly IndentPair[]): IndentRule | undefined {
  const [first] = pairs;
  if (!first) return undefined;
  const isDeeper = first.own.length >= first.given.length;
  const [long, short] = isDeeper ? [first.own, first.given] : [first.given, first.own];
  if (!long.endsWith(short)) return undefined;
  const shift = long.slice(0, long.length - short.length);
  const rule = (given: string) => {
    if (isDeeper) return shift + given;
    return given.startsWith(shift) ? given.slice(shift.length) : undefined;
  };
  return pairs.every(({ given, own }) => rule(given) === own) ? rule : undefined;
}

/** Handles different units of indentation: two blanks for a tab, or four for two. */
function sameUnits(pairs: readonly IndentPair[]): IndentRule | undefined {
  const deep = pairs.filter(({ given, own }) => given !== "" && own !== "");
  const shallowest = deep.toSorted((a, b) => a.own.length - b.own.length)[0];
  if (!shallowest) return undefined;
  for (const unit of ["\t", "  ", "    ", "        ", "   "]) {
    const steps = shallowest.own.length / unit.length;
    const given = shallowest.given.slice(0, shallowest.given.length / steps);
    if (!isRepeated(shallowest.own, unit, steps) || !isRepeated(shallowest.given, given, steps)) continue;
    const rule = (indent: string) => {
      const count = indent.length / given.length;
      return isRepeated(indent, given, count) ? unit.repeat(count) : undefined;
    };
    // A single depth would match several units.
    const depths = new Set(pairs.map((pair) => pair.given));
    if (depths.size > 1 && pairs.every((pair) => rule(pair.given) === pair.own)) return rule;
  }
  return undefined;
}

function isRepeated(text: string, unit: string, times: number): boolean {
  return Number.isInteger(times) && unit !== "" && text === unit.repeat(times);
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
