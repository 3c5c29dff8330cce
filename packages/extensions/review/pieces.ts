import type { Target } from "./target.ts";

/** A part of the change that one reviewer reads. */
export interface Piece {
  readonly files: readonly string[];
  readonly diff: string;
  /** What this reviewer looks for in particular. */
  readonly focus: string;
}

const PIECE_CHARACTERS = 48_000;
const MOST_PIECES = 16;
/** Files that are generated: their source is what is reviewed. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|[\w.-]+\.lock|go\.sum|pnpm-lock\.yaml|[\w.-]+\.min\.\w+|[\w.-]+\.snap)$/;

const FOCUSES = [
  "Correctness: wrong results, broken cases, lost data, races, resources that are not released, errors that are swallowed.",
  "Safety and contracts: unchecked input at boundaries, injection, secrets, permissions; callers and promises that the change breaks.",
  "Tests and use: cases that no test covers and that fail, tests that cannot fail, messages and behaviour that mislead a user.",
];

/** Divides a change among reviewers: a small one is read by three with different tasks, a large one in pieces. */
export function divide({ parts, leftOut: unread }: Target): {
  readonly pieces: readonly Piece[];
  readonly leftOut: readonly string[];
} {
  const leftOut = [...unread];
  const groups: { files: string[]; diff: string }[] = [];
  for (const { file, diff } of parts) {
    if (GENERATED.test(file)) {
      leftOut.push(file);
      continue;
    }
    const texts = inParts(diff);
    const read = texts.findIndex((text) => !addTo(groups, file, text));
    if (read >= 0) leftOut.push(read === 0 ? file : `${file} (the rest of its changes)`);
  }
  const [only, ...others] = groups;
  const pieces =
    only && others.length === 0
      ? FOCUSES.map((focus) => ({ ...only, focus }))
      : groups.map((group) => ({ ...group, focus: FOCUSES.join(" ") }));
  return { pieces, leftOut };
}

/** Returns false if there are pieces enough already. */
function addTo(groups: { files: string[]; diff: string }[], file: string, text: string): boolean {
  const last = groups.at(-1);
  if (last && last.diff.length + text.length <= PIECE_CHARACTERS) {
    last.files.push(file);
    last.diff += text;
    return true;
  }
  if (groups.length >= MOST_PIECES) return false;
  groups.push({ files: [file], diff: text });
  return true;
}

/** Longer lines are generated, and hide the others. */
const LINE_CHARACTERS = 10_000;

/** Divides the diff of a file that is too long for one piece. Each part says at which line of the new file it continues. */
function inParts(diff: string): string[] {
  if (diff.length <= PIECE_CHARACTERS) return [diff];
  const [head = "", ...lines] = diff.split(/(?<=\n)/).map(cutLine);
  const parts: string[] = [];
  let text = head;
  let number = 1;
  for (const line of lines) {
    if (text.length + line.length > PIECE_CHARACTERS) {
      parts.push(text);
      text = `${head}[Its diff continues at line ${number} of the new file.]\n`;
    }
    text += line;
    const hunk = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (hunk !== undefined) number = Number(hunk);
    else if (/^[+ ]/.test(line) && !line.startsWith("+++ ")) number++;
  }
  return [...parts, text];
}

function cutLine(line: string): string {
  return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)} [cut]\n` : line;
}
