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
    const text =
      diff.length > PIECE_CHARACTERS
        ? `${diff.slice(0, PIECE_CHARACTERS)}\n[The rest of this file is cut off.]\n`
        : diff;
    const last = groups.at(-1);
    if (GENERATED.test(file)) leftOut.push(file);
    else if (last && last.diff.length + text.length <= PIECE_CHARACTERS) {
      last.files.push(file);
      last.diff += text;
    } else if (groups.length < MOST_PIECES) groups.push({ files: [file], diff: text });
    else leftOut.push(file);
  }
  const [only, ...others] = groups;
  const pieces =
    only && others.length === 0
      ? FOCUSES.map((focus) => ({ ...only, focus }))
      : groups.map((group) => ({ ...group, focus: FOCUSES.join(" ") }));
  return { pieces, leftOut };
}
