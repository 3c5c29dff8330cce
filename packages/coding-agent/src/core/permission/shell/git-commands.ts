import { isRefused } from "./options.ts";
import type { Word } from "./shell-script.ts";

/** Git subcommands that only read. With the user's own configuration they start no helper that the user did not choose. */
const GIT_READERS: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  blame: noGitHelpers,
  branch: (args) => args.every((arg) => /^(?:-a|-r|-v|-vv|--all|--list|--show-current|--remotes|--verbose)$/.test(arg)),
  "cat-file": noGitHelpers,
  describe: noGitHelpers,
  diff: noGitHelpers,
  log: noGitHelpers,
  "ls-files": noGitHelpers,
  "ls-tree": noGitHelpers,
  "merge-base": noGitHelpers,
  remote: (args) => args.length === 0 || (args.length === 1 && args[0] === "-v"),
  "rev-list": noGitHelpers,
  "rev-parse": noGitHelpers,
  shortlog: noGitHelpers,
  show: noGitHelpers,
  stash: (args) => args[0] === "list" && args.length === 1,
  status: noGitHelpers,
  tag: (args) => args.length === 0 || (args.length === 1 && /^(?:-l|--list)$/.test(args[0] ?? "")),
  worktree: (args) => args[0] === "list" && args.length === 1,
};

/** Returns whether these words of a git command only read. */
export function isGitReading(args: readonly Word[]): boolean {
  if (!args.every(({ isLiteral, isGlob }) => isLiteral || isGlob)) return false;
  const texts = args.map(({ text }) => text);
  while (texts[0] === "--no-pager" || texts[0] === "--no-optional-locks") texts.shift();
  const [subcommand = "", ...rest] = texts;
  if (args.some(({ isGlob }) => isGlob)) return false;
  return Object.hasOwn(GIT_READERS, subcommand) && (GIT_READERS[subcommand]?.(rest) ?? false);
}

/** Options, abbreviated or not, that write, run a helper, open a manual page or read a file that is not an operand. */
const GIT_EFFECTS = [
  "-O",
  "--batch-command",
  "--contents",
  "--exec",
  "--ext-diff",
  "--filters",
  "--help",
  "--no-index",
  "--open-files-in-pager",
  "--output",
  "--paginate",
  "--show-signature",
  "--textconv",
  "--upload-pack",
];

function noGitHelpers(args: readonly string[]): boolean {
  // `%G?` and its like run gpg.
  return !args.some((arg) => isRefused(arg, GIT_EFFECTS) || arg.includes("%G"));
}
