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
}

const DIFF = [
  ...["diff", "--no-color", "--no-ext-diff", "--no-textconv", "-M", "-U8"],
  // The user may have configured other prefixes.
  ...["--src-prefix=a/", "--dst-prefix=b/"],
];
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export interface TargetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Resolves to the branch that a pull request is to be merged into, if the code host can be asked. */
  readonly baseOf?: (pullRequest: string) => Promise<string | undefined>;
}

/** Finds the changes that the words of the user mean. Throws an error with a readable message if there are none. */
export async function findTarget(
  processes: ExtensionProcesses,
  cwd: string,
  words: readonly string[],
  { signal, baseOf = async () => undefined }: TargetOptions = {},
): Promise<Target> {
  const ask = gitIn(processes, cwd, signal);
  const root = await ask(["rev-parse", "--show-toplevel"]).catch(() => undefined);
  if (root === undefined || root === "")
    throw new Error("A review needs a git repository, and this folder is in none.");
  const git = gitIn(processes, root, signal);
  const { title, args, untracked = [] } = await chooseDiff(git, gitIn(processes, cwd, signal), words, baseOf);
  const parts = [...splitDiff(await git([...DIFF, ...args])), ...(await newFiles(root, untracked))];
  if (parts.length === 0) throw new Error(`There is nothing to review in ${title}.`);
  return { title, root, parts };
}

type Run = (args: readonly string[]) => Promise<string>;

interface Choice {
  readonly title: string;
  readonly args: readonly string[];
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
  const listing = ["ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--", ...words];
  // A path outside the repository is an error for git.
  const files = await inFolder(listing).catch(() => "");
  const named = files.split("\0").filter(Boolean);
  if (named.length === 0) throw new Error(`"${words.join(" ")}" is no range, commit, pull request or file here.`);
  return { title: words.join(", "), args: [EMPTY_TREE, "--", ...named] };
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

/** Returns new files in the form of a diff. Leaves out those that are large or not text. */
async function newFiles(root: string, files: readonly string[]): Promise<Target["parts"]> {
  const parts = files.slice(0, MOST_NEW_FILES).map(async (file) => {
    const path = join(root, file);
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isFile() || stats.size > NEW_FILE_BYTES) return [];
    const text = await readFile(path, "utf8");
    if (text.includes("\0")) return [];
    const lines = text.replace(/\n$/, "").split("\n");
    const head = `diff --git a/${file} b/${file}\nnew file\n--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@\n`;
    return [{ file, diff: `${head}${lines.map((line) => `+${line}\n`).join("")}` }];
  });
  return (await Promise.all(parts)).flat();
}

async function exists(git: Run, revision: string): Promise<boolean> {
  return await git(["rev-parse", "--quiet", revision, "--"]).then(
    () => true,
    () => false,
  );
}

function splitDiff(diff: string): Target["parts"] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith("diff --git ") && !/^Binary files /m.test(part))
    .flatMap((part) => {
      const file = /^\+\+\+ "?b\/(.+?)"?\t?$/m.exec(part)?.[1] ?? /^--- "?a\/(.+?)"?\t?$/m.exec(part)?.[1];
      return file === undefined ? [] : [{ file, diff: part }];
    });
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
