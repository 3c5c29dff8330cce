import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { isolatedEnvironment } from "./environment.ts";

export interface WorkspaceOptions {
  /** File contents by path, relative to the working directory. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Makes the working directory a repository whose first commit contains `files`. */
  readonly git?: boolean;
}

/** A temporary working directory and home, removed after use. */
export interface Workspace extends AsyncDisposable {
  /** The working directory, with symlinks resolved, so that it equals the path that a child process reports. */
  readonly cwd: string;
  readonly home: string;
  readonly tauHome: string;
  /** Everything that a child process needs. From the caller's shell it contains only PATH. */
  readonly env: Readonly<Record<string, string>>;
  path(...parts: string[]): string;
  write(file: string, content: string | Uint8Array): Promise<string>;
  read(file: string): Promise<string>;
  /** Lists every file below the working directory, sorted, without `.git`. */
  list(): Promise<string[]>;
  /** Writes a JSON file to Tau's home, such as `settings.json`. */
  configure(file: string, value: unknown): Promise<void>;
  git(...args: string[]): Promise<string>;
}

export async function createWorkspace({ files = {}, git = false }: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tau-workspace-")));
  const cwd = join(root, "work");
  const home = join(root, "home");
  const tauHome = join(home, ".tau");
  for (const folder of [cwd, tauHome, join(root, "tmp")]) await mkdir(folder, { recursive: true });
  const env = isolatedEnvironment({ home, tauHome, temporary: join(root, "tmp") });
  const workspace: Workspace = {
    cwd,
    home,
    tauHome,
    env,
    path: (...parts) => join(cwd, ...parts),
    write: (file, content) => writeInto(cwd, file, content),
    read: (file) => readFile(join(cwd, file), "utf8"),
    list: () => listFiles(cwd),
    configure: async (file, value) => void (await writeInto(tauHome, file, `${JSON.stringify(value, null, 2)}\n`)),
    git: async (...args) => (await run("git", args, { cwd, env })).stdout,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
  for (const [file, content] of Object.entries(files)) await workspace.write(file, content);
  if (git) await startRepository(workspace);
  return workspace;
}

const run = promisify(execFile);

async function startRepository(workspace: Workspace): Promise<void> {
  await workspace.git("init", "--quiet", "--initial-branch=main");
  await workspace.git("add", "--all");
  await workspace.git("commit", "--quiet", "--allow-empty", "--message=Start");
}

async function writeInto(folder: string, file: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith(".git/"))
    .sort();
}
