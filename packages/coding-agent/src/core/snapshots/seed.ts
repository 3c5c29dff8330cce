import { existsSync, readFileSync, realpathSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { uniqueName } from "../files/unique-name.ts";
import { askGit, type GitPlace, plainEnvironment, readEnvironment, runGit, storeEnvironment, words } from "./git.ts";
import { countEntries, type IndexEntry, readGitIndex } from "./git-index.ts";
import { diskPath, encodePath } from "./path-bytes.ts";
import { checkFileCount, type SnapshotLimits } from "./snapshot.ts";

/** The parts of the user's repository that are read. */
export interface Repository {
  readonly top: string;
  readonly gitDir: string;
  readonly objects: string;
  /** Files with ignore rules, in addition to those in the folders. */
  readonly excludes: readonly string[];
  /** Files with conversion attributes, in addition to those in the folders. */
  readonly attributes: readonly string[];
}

/** Finds the repository that contains a folder. Resolves to `undefined` if there is none or it ignores the folder. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  if (!mayBeInRepository(folder)) return undefined;
  const ask = { cwd: folder, env: plainEnvironment() };
  const asked = ["--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--show-object-format"];
  const [{ exitCode, stdout }, { stdout: config }] = await Promise.all([
    askGit(["rev-parse", ...asked], ask),
    askGit(["config", "-z", "--get-regexp", "^core\\.(excludes|attributes)file$"], ask),
  ]);
  const [top, gitDir, common = "", format] = stdout.toString("utf8").split("\n");
  if (exitCode !== 0 || !top || !gitDir || format !== "sha1") return undefined;
  if (top !== folder && (await askGit(["check-ignore", "-q", "."], ask)).exitCode === 0) return undefined;
  const named = (key: string, usual: string) => {
    const line = words(config).findLast((each) => each.startsWith(`${key}\n`));
    return line ? resolve(top, line.slice(key.length + 1).replace(/^~(?=\/)/, homedir())) : join(configHome(), usual);
  };
  const shared = resolve(folder, common);
  return {
    ...{ top, gitDir, objects: realpathSync(join(shared, "objects")) },
    excludes: [named("core.excludesfile", "ignore"), join(shared, "info/exclude")],
    attributes: [named("core.attributesfile", "attributes"), join(shared, "info/attributes"), "/etc/gitattributes"],
  };
}

/** Whether a folder or one above it has a `.git`. Without one, git would find no repository either. */
function mayBeInRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (at === dirname(at)) return false;
  }
}

function configHome(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git");
}

/**
 * Initialises our index from the user's, so that files that git has already compared need not be read. Takes only
 * entries whose object holds the exact bytes of the file: files that git converts (line ends, filters, encodings) are read again.
 */
export async function seedIndex(
  { top, gitDir, attributes }: Repository,
  place: GitPlace,
  limits: SnapshotLimits,
): Promise<void> {
  const source = join(gitDir, "index");
  if (!existsSync(source)) return;
  const { mtimeMs } = statSync(source);
  const bytes = readFileSync(source);
  checkFileCount(countEntries(bytes), limits);
  const entries = readGitIndex(bytes);
  if (!entries) return;
  // The index gets its final name only when it is complete, so that a kill leaves no invalid entries.
  const index = `${place.index}.${uniqueName()}`;
  writeFileSync(index, bytes, { mode: 0o600 });
  // Git detects a file that changed while the index was written by the index's time, so the time must not become later.
  utimesSync(index, (mtimeMs - 1) / 1000, (mtimeMs - 1) / 1000);
  const options = { cwd: place.workTree, env: storeEnvironment({ ...place, index }) };
  const [dropped] = await Promise.all([
    unusableEntries(entries, { top, attributes }, place),
    copyTrees(top, place),
    // In a copied repository, file times differ from those in the index, and without a refresh each snapshot would read
    // all files. The refresh fails if files have changed, which is fine.
    askGit(["update-index", "-q", "--refresh"], options),
  ]);
  const input = encodePath(dropped.map((path) => `${path}\0`).join(""));
  if (input.length > 0) await runGit(["update-index", "-z", "--force-remove", "--stdin"], { ...options, input });
  renameSync(index, place.index);
}

/**
 * Copies the trees of the last commit, which are most of those that a snapshot consists of: git then neither has to
 * write each of them, nor needs the user's repository to compare snapshots.
 */
async function copyTrees(top: string, place: GitPlace): Promise<void> {
  const head = await askGit(["rev-parse", "-q", "--verify", "HEAD^{tree}"], { cwd: top, env: plainEnvironment() });
  if (head.exitCode !== 0) return;
  const options = { cwd: place.workTree, env: readEnvironment(place) };
  const asked = [
    "rev-list",
    "--objects",
    "--no-object-names",
    "--filter=blob:none",
    head.stdout.toString("latin1").trim(),
  ];
  const { exitCode, stdout } = await askGit(asked, options);
  // In a partial clone, trees may be missing.
  if (exitCode !== 0) return;
  const pack = [
    "-c",
    "core.compression=1",
    "pack-objects",
    "-q",
    "--window=0",
    join(place.gitDir, "objects/pack/pack"),
  ];
  await askGit(pack, { ...options, input: stdout });
}

async function unusableEntries(
  entries: readonly IndexEntry[],
  { top, attributes }: Pick<Repository, "top" | "attributes">,
  place: GitPlace,
): Promise<string[]> {
  const sizes = await objectSizes(entries, place);
  const isExact = ({ mode, isSpecial, size, id }: IndexEntry) =>
    mode !== GIT_LINK && !isSpecial && sizes.get(id) === size;
  const dropped = new Set(entries.filter((entry) => !isExact(entry)).map(({ path }) => path));
  const left = entries.filter(({ path }) => !dropped.has(path)).map(({ path }) => path);
  for (const path of await convertedPaths(left, { top, attributes })) dropped.add(path);
  return [...dropped];
}

const GIT_LINK = 0o160000;

async function objectSizes(entries: readonly IndexEntry[], place: GitPlace): Promise<Map<string, number>> {
  const ids = new Set(entries.filter(({ mode }) => mode !== GIT_LINK).map(({ id }) => id));
  if (ids.size === 0) return new Map();
  const output = await runGit(["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"], {
    ...{ cwd: place.workTree, env: readEnvironment(place) },
    input: [...ids, ""].join("\n"),
  });
  const rows = output.toString("latin1").split("\n").slice(0, -1);
  return new Map(rows.map((row) => [row.slice(0, 40), Number(row.slice(41))]));
}

/**
 * Returns the paths that git converts. A conversion that keeps the size shows only in the attributes, which are queried
 * only if some file defines one.
 */
async function convertedPaths(
  paths: readonly string[],
  { top, attributes }: Pick<Repository, "top" | "attributes">,
): Promise<string[]> {
  const inFolders = paths.filter((path) => basename(path) === ".gitattributes").map((path) => diskPath(top, path));
  const files = [...attributes, join(top, ".gitattributes"), ...inFolders];
  if (!files.some((file) => existsSync(file) && CONVERSION.test(readFileSync(file, "latin1")))) return [];
  const asked = ["filter", "ident", "working-tree-encoding"];
  const output = await runGit(["check-attr", "-z", "--stdin", ...asked], {
    ...{ cwd: top, env: plainEnvironment() },
    input: encodePath(paths.map((path) => `${path}\0`).join("")),
  });
  const found: string[] = [];
  const fields = words(output);
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (fields[at + 2] !== "unspecified" && fields[at + 2] !== "unset") found.push(fields[at] ?? "");
  return found;
}

const CONVERSION = /\b(?:filter|ident|working-tree-encoding)\b/;
