import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commonDirOf, type GitRepository } from "../../../core/files/git-repository.ts";
import { FILE_LIMITS, readOrdinaryFile } from "../../../core/files/ordinary-file.ts";
import { withoutGitPlace } from "../../../core/process/git-environment.ts";

/**
 * A private git directory over the files of a repository. Git obeys a repository's configuration, which may name programs to run (filters,
 * monitors, hooks, those of submodules), and an unpacked or mounted folder has its own. Here git finds the repository's index, objects and
 * refs, but only the few configuration values that affect how files compare.
 */
export interface PrivateGitDir extends AsyncDisposable {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Resolves to `undefined` if the omitted configuration affects the comparison, so that the answer could be wrong. */
export async function openPrivateGitDir(repository: GitRepository): Promise<PrivateGitDir | undefined> {
  const common = commonDirOf(repository);
  const config = await comparisonConfig(join(common, "config"), repository);
  if (config === undefined || !HEAD.test(repository.head) || !(await isReadable(repository, common))) return undefined;
  const path = await mkdtemp(join(tmpdir(), "tau-git-"));
  const remove = async () => await rm(path, { recursive: true, force: true });
  try {
    await fill(path, repository, common, config);
  } catch (error) {
    await remove();
    throw error;
  }
  const env = {
    ...withoutGitPlace(),
    GIT_DIR: path,
    GIT_WORK_TREE: repository.workTree,
    GIT_INDEX_FILE: join(repository.gitDir, "index"),
    GIT_OBJECT_DIRECTORY: join(common, "objects"),
    GIT_OPTIONAL_LOCKS: "0",
  };
  return { path, env, [Symbol.asyncDispose]: remove };
}

const HEAD = /^(?:ref: refs\/[^\0\n]+|[0-9a-f]{40,64})\n?$/;

async function fill(path: string, repository: GitRepository, common: string, config: string): Promise<void> {
  const { gitDir, head } = repository;
  await mkdir(join(path, "info"));
  await writeFile(join(path, "HEAD"), head);
  await writeFile(join(path, "config"), config);
  await symlink(join(common, "refs"), join(path, "refs"), "junction");
  const split = (await readdir(gitDir)).filter((name) => SHARED_INDEX.test(name));
  for (const name of split) await symlink(join(gitDir, name), join(path, name));
  for (const name of SHARED) await symlink(join(common, name), join(path, name));
}

const SHARED = ["packed-refs", "info/exclude", "info/attributes"];

/** Resolves to whether the files that git reads are regular files. Git would block on a pipe. */
async function isReadable({ gitDir, head }: GitRepository, common: string): Promise<boolean> {
  const ref = /^ref: (.+)$/m.exec(head)?.[1];
  const paths = [join(gitDir, "index"), ...[...SHARED, ...(ref ? [ref] : [])].map((name) => join(common, name))];
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return found.every((stats) => stats === undefined || stats.isFile());
}

/** The base file of a split index. */
const SHARED_INDEX = /^sharedindex\.[0-9a-f]{40,64}$/;

async function comparisonConfig(path: string, repository: GitRepository): Promise<string | undefined> {
  const text = (await readOrdinaryFile(path, FILE_LIMITS.config).catch(() => undefined))?.toString("utf8");
  const entries = [...entriesOf(text ?? "")];
  if (entries.some((entry) => changesAnswer(entry, repository))) return undefined;
  const lines = (section: string, isWanted: (entry: ConfigEntry) => boolean) =>
    entries
      .filter((entry) => entry.section === section && isWanted(entry))
      .map(({ key, value }) => `${key} = ${value}\n`);
  const core = lines("core", ({ key, value }) => COMPARISON.has(key) && PLAIN_VALUE.test(value));
  const extensions = lines("extensions", ({ key, value }) => key === "objectformat" && /^sha(1|256)$/.test(value));
  const version = `repositoryformatversion = ${extensions.length > 0 ? 1 : 0}\n`;
  return ["[core]\n", version, "bare = false\n", ...core, "[extensions]\n", ...extensions].join("");
}

/** Returns whether git's answer would be wrong without this entry, because it changes how files compare or which files are found. */
function changesAnswer({ section, key, value }: ConfigEntry, { isLinked }: GitRepository): boolean {
  if (section === "extensions") return key !== "" && !KNOWN_EXTENSIONS.has(key);
  if (section === "core") return (key === "worktree" && !isLinked) || (key === "bare" && value === "true");
  return section === "filter" || section === "include" || section === "includeif";
}

const COMPARISON = new Set([
  "autocrlf",
  "checkstat",
  "eol",
  "filemode",
  "ignorecase",
  "precomposeunicode",
  "sparsecheckout",
  "symlinks",
  "trustctime",
]);
const PLAIN_VALUE = /^[a-z0-9]{1,12}$/;
/**
 * Extensions that do not change the answer: apart from `objectformat`, which is copied, they concern how objects are fetched or where more
 * configuration is.
 */
const KNOWN_EXTENSIONS = new Set(["noop", "objectformat", "partialclone", "preciousobjects", "worktreeconfig"]);

interface ConfigEntry {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** Parses as much of git's format as needed here. A section header without a key gives an entry without a key. */
function* entriesOf(text: string): Generator<ConfigEntry> {
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([\w.-]+)[^\]]*\]/.exec(line);
    if (header) section = (header[1] ?? "").split(".", 1)[0]?.toLowerCase() ?? "";
    const [, key = "", value = "true"] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*"?([^"#;]*?)"?\s*(?:[#;].*)?)?$/.exec(
      header ? line.slice(header[0].length) : line,
    ) ?? [undefined];
    if (header || key) yield { section, key: key.toLowerCase(), value: value.toLowerCase() };
  }
}
