import { type FileChange, unitsOf } from "./change.ts";
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
    const part = own < all.length ? `, ${own} of ${all.length} hunks` : "";
    const size = file.isBinary ? "binary" : `+${file.added} -${file.removed}`;
    return [
      `  ${file.status} ${printable(file.oldPath === undefined ? file.path : `${file.oldPath} -> ${file.path}`)} (${size}${part})`,
    ];
  });
}

function printable(path: string): string {
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
