import { type FileChange, modeText, unitsOf } from "./change.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { Proposal, ProposedCommit } from "./proposal.ts";

const LISTED = 20;

/** Describes everything that would be committed, for the user to agree to. */
export function showProposal({ files, scope, leftOut }: PendingChanges, { commits, changelog }: Proposal): string {
  const what = scope === "staged" ? "staged changes" : "all changes, new files included";
  const head = `${commits.length === 1 ? "One commit" : `${commits.length} commits`} of ${what}:`;
  const parts = commits.map((commit, index) => showCommit(commit, files, commits.length > 1 ? index + 1 : undefined));
  const entries = changelog.map(({ section, text }) => `  ${section}: ${text}`);
  return [
    head,
    ...parts,
    ...(entries.length > 0 ? [`CHANGELOG.md, in the last commit:\n${entries.join("\n")}`] : []),
    ...leftOutText(leftOut),
  ].join("\n\n");
}

/** Tells which new files are not committed, and how to commit them; nothing if there are none. */
export function leftOutText(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, LISTED).map(printable).join(", ");
  const more = paths.length > LISTED ? ` and ${paths.length - LISTED} more` : "";
  return [`Left out because such files usually hold keys: ${named}${more}. To commit one, stage it with git add.`];
}

function showCommit(commit: ProposedCommit, files: readonly FileChange[], number: number | undefined): string {
  const message = commit.message.replace(/^/gm, "    ");
  const own = files.filter((file) => unitsOf(file).some((unit) => commit.units.has(unit)));
  const lines = filesOf(commit, own.slice(0, LISTED));
  const more = own.slice(LISTED);
  const rest = more.length > 0 ? [`  and ${more.length === 1 ? "1 more file" : `${more.length} more files`}:`] : [];
  return `${number === undefined ? "" : `${number}.\n`}${message}\n\n${[...lines, ...rest, ...foldersOf(more)].join("\n")}`;
}

const LISTED_FOLDERS = 10;

/** Returns lines such as `    src/api/ (30)`: in which folders files are, as exactly as few lines can say. */
function foldersOf(files: readonly FileChange[]): string[] {
  const counts = (depth: number) => {
    const found = new Map<string, number>();
    for (const { path } of files) {
      const folder = path.split("/").slice(0, -1).slice(0, depth).join("/");
      found.set(folder, (found.get(folder) ?? 0) + 1);
    }
    return [...found];
  };
  const depths = [8, 7, 6, 5, 4, 3, 2, 1].map(counts);
  const folders = depths.find((each) => each.length <= LISTED_FOLDERS) ?? depths.at(-1) ?? [];
  const lines = folders.slice(0, LISTED_FOLDERS).map(([folder, count]) => `    ${printable(folder)}/ (${count})`);
  return folders.length > LISTED_FOLDERS
    ? [...lines, `    and ${folders.length - LISTED_FOLDERS} more folders`]
    : lines;
}

function filesOf({ units }: ProposedCommit, files: readonly FileChange[]): string[] {
  return files.flatMap((file) => {
    const all = unitsOf(file);
    const own = all.filter((unit) => units.has(unit)).length;
    if (own === 0) return [];
    return [`  ${own < all.length ? lineOf(file, hunksText(file, units)) : fileLine(file)}`];
  });
}

/** Returns a line such as `M src/x.ts (+3 -1)`. */
export function fileLine(file: FileChange): string {
  return lineOf(file, file.isBinary ? "binary" : `+${file.added} -${file.removed}`);
}

/** Returns a line such as `M src/x.ts (+3 -1, 1 of 4 hunks, line 21)`. */
export function hunkLine(file: FileChange, hunk: string): string {
  return lineOf(file, hunksText(file, new Set([hunk])));
}

function lineOf(file: FileChange, size: string): string {
  const mode = modeText(file);
  const path = file.oldPath === undefined ? file.path : `${file.oldPath} -> ${file.path}`;
  return `${file.status} ${printable(path)} (${size}${mode && `, ${mode}`})`;
}

const LISTED_LINES = 5;

/** Returns a text such as `+3 -1, 2 of 4 hunks, lines 21, 58`. */
function hunksText({ hunks }: FileChange, units: ReadonlySet<string>): string {
  const own = hunks.filter(({ id }) => units.has(id));
  const count = (sign: string) => own.flatMap(({ lines }) => lines).filter((line) => line.startsWith(sign)).length;
  const changed = own.map(({ oldStart, lines }) => oldStart + lines.findIndex((line) => /^[+-]/.test(line)));
  const shown = changed.slice(0, LISTED_LINES).join(", ");
  const places = `${changed.length === 1 ? "line" : "lines"} ${shown}${changed.length > LISTED_LINES ? ", …" : ""}`;
  return `+${count("+")} -${count("-")}, ${own.length} of ${hunks.length} hunks, ${places}`;
}

/** Returns a path without characters that could command the terminal. */
export function printable(path: string): string {
  return path.replace(/[\x00-\x1f\x7f-\x9f]/g, "?");
}
