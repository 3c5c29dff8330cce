import { type FileChange, modeText, unitsOf } from "./change.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { Proposal, ProposedCommit } from "./proposal.ts";

const LISTED = 20;

/** Describes everything that would be committed, for the user to agree to. */
export function showProposal({ files, scope }: PendingChanges, { commits, changelog }: Proposal): string {
  const what = scope === "staged" ? "staged changes" : "all changes, new files included";
  const head = `${commits.length === 1 ? "One commit" : `${commits.length} commits`} of ${what}:`;
  const parts = commits.map((commit, index) => showCommit(commit, files, commits.length > 1 ? index + 1 : undefined));
  const entries = changelog.map(({ section, text }) => `  ${section}: ${text}`);
  return [
    head,
    ...parts,
    ...(entries.length > 0 ? [`CHANGELOG.md, in the last commit:\n${entries.join("\n")}`] : []),
  ].join("\n\n");
}

function showCommit(commit: ProposedCommit, files: readonly FileChange[], number: number | undefined): string {
  const message = commit.message.replace(/^/gm, "    ");
  const lines = filesOf(commit, files);
  const more = lines.length > LISTED ? [`  and ${lines.length - LISTED} more files`] : [];
  return `${number === undefined ? "" : `${number}.\n`}${message}\n\n${[...lines.slice(0, LISTED), ...more].join("\n")}`;
}

function filesOf({ units }: ProposedCommit, files: readonly FileChange[]): string[] {
  return files.flatMap((file) => {
    const all = unitsOf(file);
    const own = all.filter((unit) => units.has(unit)).length;
    if (own === 0) return [];
    const size = file.isBinary
      ? "binary"
      : own < all.length
        ? hunksText(file, units)
        : `+${file.added} -${file.removed}`;
    const mode = modeText(file);
    return [
      `  ${file.status} ${printable(file.oldPath === undefined ? file.path : `${file.oldPath} -> ${file.path}`)} (${size}${mode && `, ${mode}`})`,
    ];
  });
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

const RULE = /^# -{4,} \d+.*$/m;

/** Returns the messages as a text to edit. */
export function toEditable({ commits }: Proposal, files: readonly FileChange[]): string {
  if (commits.length === 1) return `${commits[0]?.message ?? ""}\n`;
  return commits
    .map(
      (commit, index) =>
        `# ---- ${index + 1}: ${filesOf(commit, files)
          .map((line) => line.trim())
          .join("; ")}\n${commit.message}\n`,
    )
    .join("\n");
}

/** Returns undefined if a message is missing. */
export function fromEdited(text: string, proposal: Proposal): Proposal | undefined {
  const { commits } = proposal;
  const parts = commits.length === 1 ? [text] : text.split(RULE).slice(1);
  const messages = parts.map((part) => part.trim());
  if (messages.length !== commits.length || messages.some((message) => message === "")) return undefined;
  return { ...proposal, commits: commits.map((commit, index) => ({ ...commit, message: messages[index] ?? "" })) };
}
