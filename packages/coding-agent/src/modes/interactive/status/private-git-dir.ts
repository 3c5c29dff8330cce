import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commonDirOf, type GitRepository } from "../../../core/files/git-repository.ts";
import { FILE_LIMITS, readOrdinaryFile } from "../../../core/files/ordinary-file.ts";
import { withoutGitPlace } from "../../../core/process/git-environment.ts";

/**
 * A git directory of our own over the files of a repository. Git obeys the configuration of a repository, which may name programs
 * to run (filters, monitors, hooks, those of submodules), and a folder that was unpacked or mounted brings its own. Here git finds the
 * index, objects and refs of the repository, and of its configuration only the few values that change how files compare.
 */
export interface PrivateGitDir extends AsyncDisposable {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** `undefined` where git would compare by something that is left out here, so that the answer could be wrong. */
export async function openPrivateGitDir(repository: GitRepository): Promise<PrivateGitDir | undefined> {
  const common = await commonDirOf(repository);
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

/** Git would wait for a pipe in place of a file that it reads. */
async function isReadable({ gitDir, head }: GitRepository, common: string): Promise<boolean> {
  const ref = /^ref: (.+)$/m.exec(head)?.[1];
  const paths = [join(gitDir, "index"), ...[...SHARED, ...(ref ? [ref] : [])].map((name) => join(common, name))];
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return found.every((stats) => stats === undefined || stats.isFile());
}

/** The part of a split index that `index` builds on. */
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

/** By what is left out here git would compare in another way, or find other files. */
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
/** The others say how objects are fetched or where more configuration lies. */
const KNOWN_EXTENSIONS = new Set(["noop", "objectformat", "partialclone", "preciousobjects", "worktreeconfig"]);

interface ConfigEntry {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** Enough of git's format to find what counts here; a section without a key is an entry without one. */
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
