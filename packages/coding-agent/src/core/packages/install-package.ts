import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { ConfigError, isObject } from "../json-file/index.ts";
import { tryLock } from "../lock/index.ts";
import { GIT_ENV, gitCommand } from "./git-command.ts";
import { npmEnv, npmInvocation, removeNpmConfig } from "./npm-command.ts";
import { readPackageJson } from "./package-json.ts";
import type { PackagePlaces, PackageScope } from "./package-places.ts";
import type { PackageOrigin } from "./package-source.ts";
import type { RunCommand } from "./run-command.ts";

export interface PackageInstaller {
  /** Installs a package, or updates an installed one to the version that its source asks for. */
  install(origin: PackageOrigin, scope: PackageScope): Promise<void>;
  remove(origin: PackageOrigin, scope: PackageScope): Promise<void>;
}

export interface InstallerOptions {
  readonly places: PackagePlaces;
  readonly run: RunCommand;
  readonly npmCommand: () => readonly string[];
}

type Npm = Extract<PackageOrigin, { kind: "npm" }>;
type Git = Extract<PackageOrigin, { kind: "git" }>;

/** Creates an installer that uses npm and git. It runs no scripts of a package and ignores the package's configuration. */
export function createInstaller({ places, run, npmCommand }: InstallerOptions): PackageInstaller {
  const npm = (args: readonly string[], cwd: string) =>
    run(npmInvocation(npmCommand(), args, cwd), { cwd, env: npmEnv() });
  const git: RunGit = (args, cwd) => run(gitCommand(args), { cwd, env: GIT_ENV });

  async function installNpm(origin: Npm, scope: PackageScope): Promise<void> {
    const { name, range = "latest" } = origin;
    const root = places.prepare("npm", scope);
    await npm(["install", `${name}@${range}`], root).catch((error: unknown) => {
      throw isUnknown(name, error) ? new ConfigError("package", `npm knows no package "${name}".`) : error;
    });
    const { missingPeers } = await import("./missing-peers.ts");
    const peers = missingPeers(places.pathOf(origin, scope), join(root, "node_modules"));
    if (peers.length > 0) await npm(["install", ...peers], root);
  }

  async function installGit(origin: Git, scope: PackageScope): Promise<void> {
    const folder = places.pathOf(origin, scope);
    if (!existsSync(join(folder, ".git"))) return await clone(origin, folder, places.prepare("git", scope));
    await moveTo(git, origin, folder);
    await installDependencies(folder);
  }

  async function installDependencies(folder: string): Promise<void> {
    if (!hasDependencies(folder)) return;
    removeNpmConfig(folder);
    await npm(["install"], folder);
  }

  /** Clones into a temporary folder next to the final one first, so that a failure leaves nothing that looks installed. */
  async function clone(origin: Git, folder: string, root: string): Promise<void> {
    removeUnfinished(root);
    const beside = join(root, `${UNFINISHED}${crypto.randomUUID()}`);
    // The lock tells other processes that this clone is still in progress.
    const lock = tryLock(lockOf(beside));
    try {
      await git(["clone", "--quiet", "--no-recurse-submodules", "--", origin.url, beside], root);
      if (origin.ref !== undefined) await checkOut(git, origin.ref, beside);
      await installDependencies(beside);
      rmSync(folder, { recursive: true, force: true });
      makeFolder(dirname(folder));
      renameSync(beside, folder);
    } finally {
      rmSync(beside, { recursive: true, force: true });
      lock?.release();
    }
  }

  return {
    async install(origin, scope) {
      if (origin.kind === "npm") await installNpm(origin, scope);
      else if (origin.kind === "git") await installGit(origin, scope);
      else checkPath(origin.path);
    },
    async remove(origin, scope) {
      const folder = places.pathOf(origin, scope);
      if (origin.kind === "npm" && existsSync(folder))
        await npm(["uninstall", origin.name], places.prepare("npm", scope));
      if (origin.kind === "git") rmSync(folder, { recursive: true, force: true });
    },
  };
}

type RunGit = (args: readonly string[], cwd: string) => Promise<string>;

async function moveTo(git: RunGit, { url, ref }: Git, folder: string): Promise<void> {
  // The URL may have changed, for example the account or the token.
  await git(["remote", "set-url", "origin", url], folder);
  await git(["fetch", "--quiet", "--tags", "--force", "--prune", "--no-recurse-submodules", "origin"], folder);
  await git(["remote", "set-head", "origin", "--auto"], folder);
  await checkOut(git, ref ?? "HEAD", folder);
}

/** Checks out the branch as the server has it, or else a tag or commit. */
async function checkOut(git: RunGit, ref: string, folder: string): Promise<void> {
  const known = await git(["for-each-ref", "--format=%(refname)", `refs/remotes/origin/${ref}`], folder);
  const target = known.trim() === "" ? ref : `origin/${ref}`;
  await git(["checkout", "--quiet", "--force", "--detach", target], folder);
}

function checkPath(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new ConfigError("package", `There is nothing at ${path}.`);
  if (!stats.isFile() && !stats.isDirectory())
    throw new ConfigError("package", `${path} is neither a folder nor an ordinary file.`);
}

const UNFINISHED = ".new-";

/** Removes unfinished clones that killed processes left behind. */
function removeUnfinished(root: string): void {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(UNFINISHED)) continue;
    const folder = join(root, entry.name);
    const lock = tryLock(lockOf(folder));
    if (lock) rmSync(folder, { recursive: true, force: true });
    lock?.release();
  }
}

function lockOf(folder: string): string {
  return `${folder}.lock`;
}

function hasDependencies(folder: string): boolean {
  const { dependencies } = readPackageJson(folder);
  return isObject(dependencies) && Object.keys(dependencies).length > 0;
}

function isUnknown(name: string, error: unknown): boolean {
  return error instanceof ConfigError && error.message.includes("E404") && error.message.includes(`'${name}@`);
}
