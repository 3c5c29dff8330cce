import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { ConfigError, isObject } from "../json-file/index.ts";
import { tryLock } from "../lock/index.ts";
import { readPackageJson } from "./package-json.ts";
import type { PackagePlaces, PackageScope } from "./package-places.ts";
import type { PackageOrigin } from "./package-source.ts";
import type { RunCommand } from "./run-command.ts";

export interface PackageInstaller {
  /** Also brings an installed package to what its source asks for. */
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

/** Puts packages in their place with npm and git. No script of a package runs. */
export function createInstaller({ places, run, npmCommand }: InstallerOptions): PackageInstaller {
  const npm = (args: readonly string[], cwd: string) =>
    run([...npmCommand(), ...args, ...NPM_FLAGS], { cwd, env: NPM_ENV });
  const git = (args: readonly string[], cwd: string) => run(["git", ...GIT_FLAGS, ...args], { cwd, env: GIT_ENV });

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
    await moveTo(origin, folder);
    await installDependencies(folder);
  }

  async function installDependencies(folder: string): Promise<void> {
    if (hasDependencies(folder)) await npm(["install", "--omit=dev"], folder);
  }

  /** Into a folder beside first, so that a failure leaves nothing that looks installed. */
  async function clone(origin: Git, folder: string, root: string): Promise<void> {
    removeUnfinished(root);
    const beside = join(root, `${UNFINISHED}${crypto.randomUUID()}`);
    // Tells others that somebody is still at it.
    const lock = tryLock(lockOf(beside));
    try {
      await git(["clone", "--quiet", "--", origin.url, beside], root);
      if (origin.ref !== undefined) await checkOut(origin.ref, beside);
      await installDependencies(beside);
      rmSync(folder, { recursive: true, force: true });
      makeFolder(dirname(folder));
      renameSync(beside, folder);
    } finally {
      rmSync(beside, { recursive: true, force: true });
      lock?.release();
    }
  }

  async function moveTo({ ref }: Git, folder: string): Promise<void> {
    await git(["fetch", "--quiet", "--tags", "--force", "--prune", "origin"], folder);
    await git(["remote", "set-head", "origin", "--auto"], folder);
    await checkOut(ref ?? "HEAD", folder);
  }

  /** A branch as the server has it, or else a tag or commit. */
  async function checkOut(ref: string, folder: string): Promise<void> {
    const known = await git(["for-each-ref", "--format=%(refname)", `refs/remotes/origin/${ref}`], folder);
    const target = known.trim() === "" ? ref : `origin/${ref}`;
    await git(["checkout", "--quiet", "--force", "--detach", target], folder);
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

function checkPath(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new ConfigError("package", `There is nothing at ${path}.`);
  if (!stats.isFile() && !stats.isDirectory())
    throw new ConfigError("package", `${path} is neither a folder nor an ordinary file.`);
}

const UNFINISHED = ".new-";

/** What a program that was killed has left behind. */
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

/** What the host provides comes as a peer dependency, and must not be installed a second time. */
const NPM_FLAGS = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
const NPM_ENV = { npm_config_ignore_scripts: "true", npm_config_update_notifier: "false" };
const GIT_FLAGS = ["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"];
const GIT_ENV = { GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:http:ssh:git:file" };
