import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { devNull } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { makeFolder } from "@tau/agent/make-folder";
import { replaceFile } from "../files/replace-file.ts";
import { withLock } from "../lock/index.ts";
import { type AreaFacts, hasLostObjects, objectsFolder, readAreaFacts, writeAreaFacts } from "./area-facts.ts";
import { addAlternate, askGit, type GitPlace, readEnvironment, runGit, storeEnvironment, words } from "./git.ts";
import { recordFiles } from "./record-files.ts";
import { refusalOf } from "./refusal.ts";
import { findRepository, seedIndex } from "./seed.ts";
import { type Snapshot, SnapshotError, type SnapshotLimits } from "./snapshot.ts";

/** A folder with its own index: the session's folder, or a nested repository. */
export interface Area extends GitPlace, AreaFacts {
  readonly workTree: string;
  /** Path relative to the session's folder; empty for that folder itself. */
  readonly folder: string;
  /** The part of the work tree that is recorded: empty, or a path that ends in a slash. */
  readonly prefix: string;
  /** The tree that was written for the state of the index that the stamp identifies. */
  written?: { readonly stamp: string; readonly tree: string };
}

/** Maximum number of nested repositories that are recorded. */
const MAX_NESTED = 100;

/**
 * The recorded files of one folder, in a git directory in Tau's home. It reads the objects of the user's repository and
 * a copy of its index, and writes nothing there. Attributes and filters are off, so that files are restored byte by byte.
 */
export class SnapshotStore {
  readonly root: string;
  readonly gitDir: string;
  private readonly limits: SnapshotLimits;
  private readonly areas = new Map<string, Area>();

  private constructor(root: string, gitDir: string, limits: SnapshotLimits) {
    this.root = root;
    this.gitDir = gitDir;
    this.limits = limits;
  }

  /** Opens the store of a folder. Throws `no-snapshot` with the reason if the folder's files must not be recorded. */
  static async open(folder: string, agentDir: string, limits: SnapshotLimits): Promise<SnapshotStore> {
    const root = realpathSync(folder);
    const refusal = await refusalOf(root);
    if (refusal) throw new SnapshotError("no-snapshot", `Changes of files cannot be undone here: ${refusal}.`);
    const gitDir = storeFolder(agentDir, root);
    return new SnapshotStore(root, gitDir, limits);
  }

  /** Runs with an exclusive lock across processes: an index has one writer, and a half-done restore must not be recorded. */
  async exclusive<T>(run: () => Promise<T>): Promise<T> {
    create(this.gitDir, this.root);
    const locked = async () => {
      await removeLeftLocks(this.gitDir);
      return await run();
    };
    return await withLock(join(this.gitDir, "tau.lock"), locked, { timeoutMs: LOCK_TIMEOUT_MS });
  }

  /** Records all files as they are now; call it inside `exclusive`. `kept` names ignored files to record anyway. */
  async take(kept: readonly string[] = []): Promise<Snapshot> {
    try {
      return await this.takeAll(kept);
    } catch (error) {
      if (!(error instanceof SnapshotError && error.code === "git-failed")) throw error;
      // A crash may have broken an index, so rebuild it.
      for (const name of indexFiles(this.gitDir)) rmSync(join(this.gitDir, name), { force: true });
      return await this.takeAll(kept);
    }
  }

  private async takeAll(kept: readonly string[]): Promise<Snapshot> {
    const trees: Record<string, string> = {};
    const leftOut: string[] = [];
    // A file that is recorded by name may be in a repository that the folder around it ignores.
    const folders = [...new Set(["", ...kept.map((path) => this.ownerOf(path))])];
    for (let at = 0; at < folders.length; at++) {
      const folder = folders[at] ?? "";
      const area = await this.area(folder);
      const own = kept
        .filter((path) => this.ownerOf(path) === folder)
        .map((path) => path.slice(folder ? folder.length + 1 : 0));
      const recorded = await recordFiles(area, this.limits, own);
      trees[folder] = recorded.tree;
      const below = (path: string) => (folder ? `${folder}/${path}` : path);
      leftOut.push(...recorded.leftOut.map(below));
      for (const nested of recorded.nested.map(below).filter((each) => !folders.includes(each)))
        if (folders.length < MAX_NESTED && nested.isWellFormed()) folders.push(nested);
        else leftOut.push(`${nested}/`);
    }
    return { trees, ...(leftOut.length > 0 ? { leftOut } : {}) };
  }

  /** Resolves to whether one of the files is ignored and therefore recorded only by name. */
  async hasIgnored(paths: readonly string[]): Promise<boolean> {
    for (const path of paths) {
      const area = await this.area(this.ownerOf(path));
      const within = area.prefix + path.slice(area.folder ? area.folder.length + 1 : 0);
      const options = { cwd: area.workTree, env: storeEnvironment(area) };
      if ((await askGit(["check-ignore", "-q", "--no-index", "--", within], options)).exitCode === 0) return true;
    }
    return false;
  }

  /** Resolves to the ignored files and folders that are not recorded, those in nested repositories aside. */
  async ignored(): Promise<string[]> {
    const area = await this.area("");
    const within = area.prefix ? ["--", `:(literal)${area.prefix}`] : [];
    const listed = await runGit(["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory", ...within], {
      ...{ cwd: area.workTree, env: storeEnvironment(area) },
    });
    const paths = words(listed).map((path) => path.slice(area.prefix.length));
    return paths.filter((path) => !`${this.gitDir}/`.startsWith(join(this.root, path)));
  }

  /** Keeps the objects of a snapshot as long as the session exists. */
  retain({ trees }: Snapshot, session: { readonly id: string; readonly file?: string | undefined }): void {
    const name = digest(session.id);
    const refs = join(this.gitDir, "refs/tau", name);
    mkdirSync(refs, { recursive: true });
    for (const tree of Object.values(trees)) writeFileSync(join(refs, tree), `${tree}\n`);
    mkdirSync(join(this.gitDir, "sessions"), { recursive: true });
    writeFileSync(join(this.gitDir, "sessions", name), JSON.stringify(session));
  }

  /** The git paths for commands that need no index. */
  get place(): GitPlace {
    return { gitDir: this.gitDir, workTree: this.root, index: join(this.gitDir, "no-index") };
  }

  /** Stores a content. Resolves to its id. */
  async write(content: Buffer): Promise<string> {
    const options = { cwd: this.root, env: storeEnvironment(this.place), input: content };
    return (await runGit(["hash-object", "-w", "--no-filters", "--stdin"], options)).toString("latin1").trim();
  }

  /** Runs a command that reads objects. */
  async git(args: readonly string[], input?: string | Buffer): Promise<Buffer> {
    const options = { cwd: this.root, env: readEnvironment(this.place) };
    try {
      return await runGit(args, input === undefined ? options : { ...options, input });
    } catch (error) {
      throw error instanceof SnapshotError && LOST_OBJECT.test(error.message) ? withoutRecord(error) : error;
    }
  }

  /** Resolves to the part of the work tree that a tree of this folder covers. A nested repository is covered as a whole. */
  async prefixOf(folder: string): Promise<string> {
    return folder === "" ? (await this.area(folder)).prefix : "";
  }

  /** Resolves to the tree of a folder in another tree, if there is one. */
  async treeBelow(tree: string, path: string): Promise<string | undefined> {
    const found = (await this.git(["ls-tree", "-d", "-z", "--full-tree", tree, "--", path])).toString("latin1");
    return /^040000 tree ([0-9a-f]{40})\t/.exec(found)?.[1];
  }

  /** Writes the ignore rules. Tau's own home is never recorded, even if it is inside the folder. */
  private writeExcludes(workTree: string, files: readonly string[] | undefined): void {
    const home = relative(workTree, dirname(dirname(this.gitDir)));
    const own = home.startsWith("..") ? "" : home === "" ? "/snapshots/" : `/${home.split(sep).join("/")}/`;
    const texts = (files ?? []).filter((file) => existsSync(file)).map((file) => readFileSync(file, "utf8"));
    replaceFile(join(this.gitDir, "info/exclude"), [...(files ? texts : [USUAL_EXCLUDES]), own, ""].join("\n"));
  }

  /** Returns the innermost nested repository that contains a file. */
  private ownerOf(path: string): string {
    const parts = path.split("/");
    for (let length = parts.length - 1; length > 0; length--) {
      const folder = parts.slice(0, length).join("/");
      if (existsSync(join(this.root, folder, ".git"))) return folder;
    }
    return "";
  }

  private async area(folder: string): Promise<Area> {
    const path = join(this.root, folder);
    const index = join(this.gitDir, folder ? `index-${digest(folder)}` : "index");
    const known = this.areas.get(folder) ?? this.knownArea(folder, path, index);
    if (known && existsSync(index) && !hasLostObjects(known)) return known;
    const area = await this.makeArea(known, folder, path, index);
    this.areas.set(folder, area);
    return area;
  }

  private knownArea(folder: string, path: string, index: string): Area | undefined {
    const facts = readAreaFacts(index, path);
    return facts && { gitDir: this.gitDir, index, folder, ...facts };
  }

  private async makeArea(known: AreaFacts | undefined, folder: string, path: string, index: string): Promise<Area> {
    const found = await findRepository(path);
    const top = found && realpathSync(found.top);
    const workTree = known?.workTree ?? top ?? path;
    const prefix = known?.prefix ?? relative(workTree, path).split(sep).join("/").replace(/.$/, "$&/");
    const repository = top === workTree ? found : undefined;
    const objects = repository && objectsFolder(repository.objects);
    const area: Area = { gitDir: this.gitDir, workTree, index, folder, prefix, objects };
    rmSync(index, { force: true });
    if (folder === "") this.writeExcludes(workTree, repository?.excludes);
    writeAreaFacts(index, area);
    if (repository) {
      addAlternate(this.gitDir, repository.objects);
      await seedIndex({ ...repository, top: workTree }, area, this.limits);
    }
    return area;
  }
}

export function storesFolder(agentDir: string): string {
  return join(agentDir, "snapshots");
}

function storeFolder(agentDir: string, root: string): string {
  return join(storesFolder(agentDir), digest(root));
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 20);
}

const LOST_OBJECT = /bad object|not a valid object|not a tree object|unable to read/i;

function withoutRecord(cause: unknown): SnapshotError {
  const reason = "they were deleted with their session, or with the repository they were in";
  return new SnapshotError(
    "no-snapshot",
    `The recorded files are not there any more: ${reason}. No file was changed.`,
    {
      cause,
    },
  );
}

const LOCK_TIMEOUT_MS = 60_000;

function indexFiles(gitDir: string): string[] {
  return readdirSync(gitDir).filter((name) => name.startsWith("index"));
}

/** Removes lock files of a killed git. If only its Tau was killed, git may still be about to finish, so this waits first. */
async function removeLeftLocks(gitDir: string): Promise<void> {
  for (const name of indexFiles(gitDir).filter((each) => each.includes("."))) {
    const path = join(gitDir, name);
    const age = () => Math.abs(Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
    while (name.endsWith(".lock") && age() < LEFT_LOCK_MS) await setTimeout(50);
    rmSync(path, { force: true });
  }
}

const LEFT_LOCK_MS = 2000;

function create(gitDir: string, root: string): void {
  if (existsSync(join(gitDir, "HEAD"))) return;
  makeFolder(gitDir, 0o700);
  for (const folder of ["objects/pack", "refs/tau", "info"]) mkdirSync(join(gitDir, folder), { recursive: true });
  writeFileSync(join(gitDir, "workspace"), `${root}\n`);
  writeFileSync(join(gitDir, "config"), CONFIG);
  writeFileSync(join(gitDir, "info/attributes"), ATTRIBUTES);
  replaceFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
}

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = false
	autocrlf = false
	fsmonitor = false
	untrackedCache = false
	hooksPath = ${devNull}
	attributesFile = ${devNull}
	filemode = ${process.platform !== "win32"}
	symlinks = ${process.platform !== "win32"}
	longpaths = true
	protectNTFS = ${process.platform === "win32"}
	protectHFS = ${process.platform === "darwin"}
	quotePath = false
[gc]
	auto = 0
`;

const ATTRIBUTES = "* -text -eol -crlf -ident -filter -working-tree-encoding\n";

/** Default ignore rules for folders without a repository. */
const USUAL_EXCLUDES = "node_modules/\n.venv/\n__pycache__/\n";
