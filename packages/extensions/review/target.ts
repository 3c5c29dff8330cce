import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionProcesses } from "@tau/coding-agent";

/** What is to be reviewed. */
export interface Target {
  /** For the user, such as `uncommitted changes`. */
  readonly title: string;
  /** The root of the repository. */
  readonly root: string;
  /** One part for each file, each a diff with its header. */
  readonly parts: readonly { readonly file: string; readonly diff: string }[];
  /** Changed files that cannot be shown as a diff, each with the reason. */
  readonly leftOut: readonly string[];
}

const DIFF = [
  ...["diff", "--no-color", "--no-ext-diff", "--no-textconv", "-M", "-U8"],
  // The user may have configured other forms.
  ...["--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"],
];
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export interface TargetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Resolves to the branch that a pull request is to be merged into, if the code host can be asked. */
  readonly baseOf?: (pullRequest: string) => Promise<string | undefined>;
}

/**
 * Finds the changes that the words of the user mean, which may be none. Throws an error with a readable message if they mean nothing here,
 * or if nothing of the changes can be read.
 */
export async function findTarget(
  processes: ExtensionProcesses,
  cwd: string,
  words: readonly string[],
  { signal, baseOf = async () => undefined }: TargetOptions = {},
): Promise<Target> {
  // Git would take it for one of its own options.
  const option = words.find((word) => word.startsWith("-"));
  if (option !== undefined)
    throw new Error(`There is no option ${option} here. Name a range, a commit, a pull request or files.`);
  const ask = gitIn(processes, cwd, signal);
  const root = await ask(["rev-parse", "--show-toplevel"]).catch((error) => {
    if (error.code === "ENOENT") throw error;
    return undefined;
  });
  if (root === undefined || root === "")
    throw new Error("A review needs a git repository, and this folder is in none.");
  const git = gitIn(processes, root, signal);
  const { title, args, untracked = [] } = await chooseDiff(git, gitIn(processes, cwd, signal), words, baseOf);
  const found = [...(args ? splitDiff(await git([...DIFF, ...args])) : []), ...(await newFiles(root, untracked))];
  const parts = found.flatMap(({ file, diff }) => (diff === undefined ? [] : [{ file, diff }]));
  const leftOut = found.flatMap(({ file, reason }) => (reason === undefined ? [] : [`${file} (${reason})`]));
  if (parts.length === 0 && leftOut.length > 0)
    throw new Error(`There is nothing to review in ${title}, apart from ${leftOut.join(", ")}.`);
  return { title, root, parts, leftOut };
}

/** A changed file with its diff, or with the reason why it has none. */
interface ChangedFile {
  readonly file: string;
  readonly diff?: string;
  readonly reason?: string;
}

type Run = (args: readonly string[]) => Promise<string>;

interface Choice {
  readonly title: string;
  /** For `git diff`. Absent if git knows none of the files. */
  readonly args?: readonly string[];
  /** Files that git does not know yet. */
  readonly untracked?: readonly string[];
}

async function chooseDiff(
  git: Run,
  inFolder: Run,
  words: readonly string[],
  baseOf: NonNullable<TargetOptions["baseOf"]>,
): Promise<Choice> {
  const [word = "", ...more] = words;
  if (word === "") return await chooseChanges(git);
  const pull = /^#?(\d{1,7})$|\/(?:pull|merge_requests|pulls)\/(\d+)\b/.exec(word);
  if (pull && more.length === 0) return await pullRequest(git, pull[1] ?? pull[2] ?? "", await baseOf(word));
  if (word.includes("..") && more.length === 0 && (await exists(git, word)))
    return { title: `the range ${word}`, args: [word] };
  if (more.length === 0 && (await exists(git, `${word}^{commit}`))) {
    const base = await git(["merge-base", word, "HEAD"]);
    return { title: `the changes since ${word}`, args: [base] };
  }
  const list = async (...kind: readonly string[]) => {
    // A path outside the repository is an error for git.
    const listed = await inFolder(["ls-files", "-z", "--full-name", ...kind, "--", ...words]).catch(() => "");
    return listed.split("\0").filter(Boolean);
  };
  const [known, untracked] = await Promise.all([list("--cached"), list("--others", "--exclude-standard")]);
  if (known.length + untracked.length === 0)
    throw new Error(`"${words.join(" ")}" is no range, commit, pull request or file here.`);
  // Without a path, git would show all files.
  return { title: words.join(", "), ...(known.length > 0 && { args: [EMPTY_TREE, "--", ...known] }), untracked };
}

/** Chooses the uncommitted changes; without any, those of the branch; on the main branch, the last commit. */
async function chooseChanges(git: Run): Promise<Choice> {
  const hasCommit = await exists(git, "HEAD^{commit}");
  if (!hasCommit) throw new Error("There is nothing to review: the repository has no commits. Name files instead.");
  if ((await git(["status", "--porcelain"])) !== "") {
    const untracked = (await git(["ls-files", "-z", "--others", "--exclude-standard"])).split("\0").filter(Boolean);
    return { title: "uncommitted changes", args: ["HEAD"], untracked };
  }
  for (const main of ["origin/HEAD", "main", "master"]) {
    if (!(await exists(git, `${main}^{commit}`))) continue;
    const base = await git(["merge-base", main, "HEAD"]);
    if (base !== (await git(["rev-parse", "HEAD"])))
      return { title: `the changes since ${main}`, args: [base, "HEAD"] };
  }
  const hasParent = await exists(git, "HEAD^^{commit}");
  return { title: "the last commit", args: [hasParent ? "HEAD^" : EMPTY_TREE, "HEAD"] };
}

async function pullRequest(git: Run, number: string, base: string | undefined): Promise<Choice> {
  const refs = [`refs/pull/${number}/head`, `refs/merge-requests/${number}/head`];
  for (const ref of refs) {
    const fetched = await git(["fetch", "--quiet", "origin", ref]).then(
      () => true,
      () => false,
    );
    if (!fetched) continue;
    const head = await git(["rev-parse", "FETCH_HEAD"]);
    const main =
      (await fetchedBase(git, base)) ?? ((await exists(git, "origin/HEAD^{commit}")) ? "origin/HEAD" : "HEAD");
    return { title: `pull request ${number}`, args: [await git(["merge-base", main, head]), head] };
  }
  throw new Error(`Pull request ${number} could not be fetched from origin.`);
}

/** Resolves to the latest commit of the branch that a pull request is to be merged into. */
async function fetchedBase(git: Run, base: string | undefined): Promise<string | undefined> {
  if (base === undefined || !/^[\w][\w./-]*$/.test(base)) return undefined;
  return await git(["fetch", "--quiet", "origin", `refs/heads/${base}`]).then(
    async () => await git(["rev-parse", "FETCH_HEAD"]),
    () => undefined,
  );
}

const MOST_NEW_FILES = 100;
const NEW_FILE_BYTES = 128 * 1024;

/** Returns new files in the form of a diff. */
async function newFiles(root: string, files: readonly string[]): Promise<ChangedFile[]> {
  const listed = files.slice(0, MOST_NEW_FILES).map(async (file): Promise<ChangedFile> => {
    const path = join(root, file);
    const stats = await lstat(path).catch(() => undefined);
    // A repository inside this one is listed as a folder.
    if (!stats?.isFile()) return { file, reason: "not a regular file" };
    if (stats.size > NEW_FILE_BYTES) return { file, reason: `more than ${NEW_FILE_BYTES / 1024} KB` };
    const text = await readFile(path, "utf8");
    if (text.includes("\0")) return { file, reason: BINARY };
    const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    const head = `diff --git a/${file} b/${file}\nnew file\n--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@\n`;
    return { file, diff: `${head}${lines.map((line) => `+${line}\n`).join("")}` };
  });
  const others = files
    .slice(MOST_NEW_FILES)
    .map((file) => ({ file, reason: `one of over ${MOST_NEW_FILES} new files` }));
  return [...(await Promise.all(listed)), ...others];
}

async function exists(git: Run, revision: string): Promise<boolean> {
  return await git(["rev-parse", "--quiet", revision, "--"]).then(
    () => true,
    () => false,
  );
}

const BINARY = "binary";

function splitDiff(diff: string): ChangedFile[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith("diff --git "))
    .map((part) => {
      const file = nameIn(part);
      return /^Binary files /m.test(part) ? { file, reason: BINARY } : { file, diff: part };
    });
}

/** Returns the new path of a file from the header of its diff. A moved file whose text is the same has only `rename to`. */
function nameIn(part: string): string {
  const [line = ""] = part.split("\n", 1);
  const name =
    /^\+\+\+ "?b\/(.+?)"?\t?$/m.exec(part) ??
    /^--- "?a\/(.+?)"?\t?$/m.exec(part) ??
    /^rename to "?(.+?)"?$/m.exec(part) ??
    // Here both paths are the same: `a/x b/x`.
    /^diff --git "?a\/(.+)"? "?b\/\1"?$/.exec(line);
  return name?.[1] ?? line;
}

function gitIn(processes: ExtensionProcesses, cwd: string, signal: AbortSignal | undefined): Run {
  return async (args) => {
    const { exitCode, stdout, stderr } = await processes.run("git", ["-c", "core.quotePath=false", ...args], {
      cwd,
      env: { LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      ...(signal ? { signal } : {}),
    });
    if (exitCode !== 0) throw new Error(`git ${args[0]} failed: ${stderr.toString("utf8").trim()}`);
    return stdout.toString("utf8").replace(/\n$/, "");
  };
}
