import { ToolError } from "../../../tool-error.ts";
import type { LineChange } from "../text-lines.ts";

interface SourcedChange extends LineChange {
  /** The line number in the input. */
  readonly source: number;
}

/**
 * Removes repeated lines. Models tend to repeat the line before or after a range in its replacement, which would
 * duplicate that line. Such lines are removed if the bracket balance of the whole edit shows that they are too many; if
 * it is unclear, the edit is refused. An insertion may repeat a line on purpose, so it is left alone unless
 * `absorbInserts` is set.
 */
export function withoutEchoes(
  changes: readonly SourcedChange[],
  lines: readonly string[],
  { absorbInserts = false }: { readonly absorbInserts?: boolean } = {},
): { readonly changes: readonly SourcedChange[]; readonly warnings: readonly string[] } {
  const surplus =
    sum(changes.map(({ added }) => balance(added))) - sum(changes.map((change) => balance(removedBy(change, lines))));
  const warnings: string[] = [];
  const kept = changes.map((change) => {
    const isInsert = change.removed === 0;
    const echo = isInsert && !absorbInserts ? undefined : findEcho(change, lines);
    if (!echo) return change;
    const repeated = [...change.added.slice(0, echo.head), ...change.added.slice(change.added.length - echo.tail)];
    const isSurplus = surplus !== 0 && balance(repeated) === surplus;
    if (isInsert ? !isEchoOfInsert(repeated, change, isSurplus) : !isSurplus)
      return keepOrRefuse(change, echo, repeated);
    const place = isInsert ? "the insertion" : "the range";
    warnings.push(`line ${change.source}: lines around ${place} that the payload repeats were left out.`);
    return { ...change, added: change.added.slice(echo.head, change.added.length - echo.tail) };
  });
  return { changes: kept, warnings };
}

/** Returns whether lines of an insertion are left out. An insertion of nothing but repeated lines is a copy that was asked for. */
function isEchoOfInsert(repeated: readonly string[], { added }: LineChange, isSurplus: boolean): boolean {
  return repeated.length < added.length && (isSurplus || repeated.some(isTelling));
}

function keepOrRefuse(change: SourcedChange, echo: Echo, repeated: readonly string[]): SourcedChange {
  if (change.removed > 0 && repeated.some(isTelling)) throw repeats(change, echo);
  return change;
}

interface Echo {
  /** How many lines at the start of the payload repeat those before the range. */
  readonly head: number;
  /** How many lines at its end repeat those after the range. */
  readonly tail: number;
}

function findEcho({ at, removed, added }: LineChange, lines: readonly string[]): Echo | undefined {
  const head = longest(added.length, at, (length) => isRepeated(added.slice(0, length), lines, at - length));
  const rest = added.length - head;
  const behind = at + removed;
  const tail = longest(rest, lines.length - behind, (length) =>
    isRepeated(added.slice(added.length - length), lines, behind),
  );
  return head + tail === 0 ? undefined : { head, tail };
}

function longest(most: number, available: number, holds: (length: number) => boolean): number {
  for (let length = Math.min(most, available, MOST_LINES); length > 0; length--) if (holds(length)) return length;
  return 0;
}

const MOST_LINES = 4;

function isRepeated(part: readonly string[], lines: readonly string[], at: number): boolean {
  return part.every((line, index) => line.trimEnd() === lines[at + index]?.trimEnd());
}

/** Returns whether a line is distinctive: lines such as `}` and `end` repeat in any program. */
function isTelling(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !CLOSING_WORD.test(line.trim());
}

const CLOSING_WORD = /^(?:end|endif|endfor|fi|done|esac|else|break|return|pass|continue)\b[;,:)]*$|^<\//;

function removedBy({ at, removed }: LineChange, lines: readonly string[]): readonly string[] {
  return lines.slice(at, at + removed);
}

/** Returns the number of opened minus closed brackets. */
function balance(lines: readonly string[]): number {
  let open = 0;
  for (const line of lines)
    for (const character of line) {
      if ("([{".includes(character)) open++;
      else if (")]}".includes(character)) open--;
    }
  return open;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function repeats({ at, removed, source }: SourcedChange, { head }: Echo): ToolError {
  const line = head > 0 ? at : at + removed + 1;
  return new ToolError(
    "invalid-argument",
    `line ${source}: the payload repeats line ${line}, which lies outside the range. Leave it out, or include line ${line} in the range.`,
  );
}
