import { createHash } from "node:crypto";
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { PluginError } from "./plugin-error.ts";
import { type Source, sourceText } from "./source.ts";

/** A fetched folder. It is removed with `dispose`, unless it was the user's own. */
export interface Fetched extends AsyncDisposable {
  readonly folder: string;
  /** The commit, or a hash of the contents. */
  readonly pin: string;
}

const GIT_SETTINGS = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "submodule.recurse=false"];
const GIT_ENV = { GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:http:ssh:git:file" };
const GIT_MS = 5 * 60_000;
const MOST_FILES = 5000;
const MOST_BYTES = 100 * 1024 * 1024;
const MOST_CATALOGUE_BYTES = 1024 * 1024;

/** Fetches a repository or finds a folder. Runs no code of it. */
export async function fetchSource(source: Exclude<Source, { kind: "url" }>, pi: ExtensionAPI): Promise<Fetched> {
  if (source.kind === "folder") {
    const info = await lstat(source.path).catch(() => undefined);
    if (!info?.isDirectory()) throw new PluginError(`There is no folder ${source.path}.`);
    return { folder: source.path, pin: await hashOf(source.path), [Symbol.asyncDispose]: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), "tau-plugin-"));
  const dispose = async () => await rm(folder, { recursive: true, force: true });
  try {
    const git = async (...args: string[]) => await runGit(pi, folder, args, source);
    await git("init", "--quiet");
    await git("fetch", "--quiet", "--depth", "1", "--no-tags", "--", source.url, source.ref ?? "HEAD");
    await git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    const pin = (await git("rev-parse", "HEAD")).trim();
    const path = join(folder, source.path ?? "");
    if (!(await isInside(await realpath(folder), path)))
      throw new PluginError(`${sourceText(source)} has no folder ${source.path}.`);
    return { folder: path, pin, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function runGit(pi: ExtensionAPI, cwd: string, args: readonly string[], source: Source): Promise<string> {
  const all = [...GIT_SETTINGS.flatMap((setting) => ["-c", setting]), ...args];
  const { stdout, stderr, exitCode } = await pi.processes.run("git", all, { cwd, env: GIT_ENV, timeoutMs: GIT_MS });
  if (exitCode === 0) return stdout.toString();
  const [reason = ""] = stderr.toString().trim().split("\n").slice(-1);
  throw new PluginError(`${sourceText(source)} cannot be fetched: ${reason || `git ${args[0]} failed`}`);
}

/** Resolves to the text of a catalogue. */
export async function fetchCatalogue(url: string, pi: ExtensionAPI): Promise<string> {
  const answer = await pi.http.request(url, { maxBytes: MOST_CATALOGUE_BYTES }).catch((error: Error) => {
    throw new PluginError(`${url} cannot be fetched: ${error.message}`);
  });
  if (!answer.ok) throw new PluginError(`${url} cannot be fetched: the server answered ${answer.status}.`);
  return answer.text();
}

/** Copies a folder without its git data. Links that lead out of it are refused; others become copies. */
export async function copyInside(from: string, to: string): Promise<void> {
  const root = await realpath(from);
  for (const path of await filesOf(root)) {
    await mkdir(join(to, path, ".."), { recursive: true });
    await cp(await realpath(join(root, path)), join(to, path));
  }
}

/** Resolves to a hash of all files. */
async function hashOf(folder: string): Promise<string> {
  const root = await realpath(folder);
  const hash = createHash("sha256");
  for (const path of (await filesOf(root)).toSorted())
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest("hex").slice(0, 40);
}

/** Resolves to the paths of all files. Throws if a link leads out, or if there is too much. */
async function filesOf(root: string): Promise<string[]> {
  const found: string[] = [];
  let bytes = 0;
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path);
    if (/(?:^|[\\/])(?:\.git|node_modules)(?:[\\/]|$)/.test(name)) continue;
    if (entry.isSymbolicLink() && !(await isInside(root, path)))
      throw new PluginError(`${name} is a link that leads out of ${basename(root)}, so it is not used.`);
    const info = await stat(path);
    if (!info.isFile()) continue;
    bytes += info.size;
    found.push(name);
    if (found.length > MOST_FILES || bytes > MOST_BYTES)
      throw new PluginError(`${basename(root)} has more than ${MOST_FILES} files or 100 MiB, so it is not used.`);
  }
  return found;
}

async function isInside(root: string, path: string): Promise<boolean> {
  const target = await realpath(path).catch(() => "");
  return target === root || target.startsWith(root + sep);
}
