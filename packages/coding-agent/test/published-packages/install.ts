import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const VERSIONS = join(import.meta.dirname, "packages.json");
const LOCK = join(import.meta.dirname, "packages-lock.generated.json");
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "tau-published-packages");
const NPM = [
  "--ignore-scripts",
  "--legacy-peer-deps",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--loglevel=error",
];

/** Every package of the scenarios and its version. */
export async function packageVersions(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(VERSIONS, "utf8")) as Record<string, string>;
}

/** The folder whose node_modules holds the packages, to the byte as the lock has them. Fetched once for each lock. */
export async function installPackages(): Promise<string> {
  const lock = await readFile(LOCK, "utf8");
  const manifest = await npmManifest();
  const place = join(CACHE, createHash("sha256").update(manifest).update(lock).digest("hex").slice(0, 16));
  if (existsSync(place)) return place;
  await inFreshFolder(place, manifest, async (folder) => {
    await writeFile(join(folder, "package-lock.json"), lock);
    await npmInstall(folder);
  });
  return place;
}

export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As the registry has it; a package of other bytes is refused. */
  readonly integrity?: string;
}

/** The folder of one package, in an install of its own. */
export async function installOne({ name, version, integrity }: PinnedPackage): Promise<string> {
  const place = join(CACHE, "single", `${name.replace("/", "+")}@${version}`);
  const manifest = JSON.stringify({ private: true, dependencies: { [name]: version } });
  if (!existsSync(place)) await inFreshFolder(place, manifest, npmInstall);
  const lock = JSON.parse(await readFile(join(place, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  const found = lock.packages[`node_modules/${name}`]?.integrity;
  if (integrity !== undefined && found !== integrity) throw new Error(`its integrity is ${found}, not ${integrity}`);
  return join(place, "node_modules", name);
}

export async function workspaceFolder(): Promise<string> {
  const folder = join(CACHE, "workspaces");
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Resolves every dependency anew and writes the lock, with the integrity of each and no address. */
export async function writeLock(): Promise<void> {
  const place = join(CACHE, "lock");
  await rm(place, { recursive: true, force: true });
  await inFreshFolder(place, await npmManifest(), async (folder) => {
    await npmInstall(folder, "--package-lock-only", "--omit-lockfile-registry-resolved");
    await writeFile(LOCK, await readFile(join(folder, "package-lock.json"), "utf8"));
  });
}

async function npmManifest(): Promise<string> {
  return JSON.stringify({ name: "published-packages", private: true, dependencies: await packageVersions() });
}

/** An install that is cut off leaves nothing that a later run would take for complete. */
async function inFreshFolder(place: string, manifest: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const folder = `${place}-${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), manifest);
    await fill(folder);
    await rename(folder, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function npmInstall(cwd: string, ...more: readonly string[]): Promise<void> {
  // Under `npm run` npm tells its children about this repository; the inner npm must not hear of it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/i.test(name)),
  );
  await promisify(execFile)("npm", ["install", ...NPM, ...more], { cwd, env });
}
