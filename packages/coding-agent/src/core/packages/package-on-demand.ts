import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder } from "@tau/agent/make-folder";
import { errorText } from "../error-text.ts";
import { ConfigError, isObject } from "../json-file/index.ts";
import { isOffline } from "../process/offline.ts";
import { npmEnv, npmInvocation } from "./npm-command.ts";
import { readPackageJson } from "./package-json.ts";
import { NPM_NAME } from "./package-source.ts";
import type { RunCommand } from "./run-command.ts";

/** An npm package that is too large to ship with Tau. It is installed when it is first needed, in exactly this version. */
export interface PackageNeed {
  readonly name: string;
  /** An exact version: `1.2.3`. */
  readonly version: string;
  /** The `sha512-…` hash of its archive, as npm and lock files give it. */
  readonly integrity: string;
  /** The battery that needs it: `tau setup <battery>` installs it. */
  readonly battery: string;
  /** Set for a package that only some uses of the battery need: `tau setup <battery> <part>` installs it. */
  readonly part?: string;
}

export interface InstallParts {
  readonly agentDir: string;
  readonly run: RunCommand;
  readonly npmCommand: readonly string[];
}

/** Returns the folder of the package: in Tau's own node_modules, as in this repository, or where an earlier use installed it. */
export function findNeeded({ name, version, ...need }: PackageNeed, agentDir: string): string | undefined {
  const beside = besideTau(name);
  if (beside !== undefined && readPackageJson(beside).version === version) return beside;
  const root = rootOf({ name, version, ...need }, agentDir);
  return existsSync(join(root, LOADER)) ? join(root, "node_modules", ...name.split("/")) : undefined;
}

/** Imports the package as a module. `findNeeded` must have found it before. */
export async function importNeeded(need: PackageNeed, agentDir: string): Promise<unknown> {
  const folder = findNeeded(need, agentDir);
  const root = rootOf(need, agentDir);
  if (folder === undefined || !folder.startsWith(root)) return await import(/* @vite-ignore */ need.name);
  const loader = (await import(/* @vite-ignore */ pathToFileURL(join(root, LOADER)).href)) as Loader;
  return await loader.load(need.name);
}

/** Installs the package into Tau's home. No script of it runs, and it is installed only if its archive has the expected hash. */
export async function installNeeded(need: PackageNeed, { agentDir, run, npmCommand }: InstallParts): Promise<void> {
  checkNeed(need);
  const label = `${need.name} ${need.version}`;
  if (isOffline()) throw failed(label, "TAU_OFFLINE is set");
  const root = rootOf(need, agentDir);
  const beside = `${root}.new-${crypto.randomUUID()}`;
  try {
    makeFolder(beside);
    writeFileSync(join(beside, "package.json"), '{ "name": "tau-needed", "private": true }\n');
    await run(npmInvocation(npmCommand, ["install", `${need.name}@${need.version}`], beside), {
      cwd: beside,
      env: npmEnv(),
    }).catch((error: unknown) => {
      throw failed(label, errorText(error), error);
    });
    checkIntegrity(need, label, beside);
    writeFileSync(join(beside, LOADER), "export const load = (name) => import(name);\n");
    // Another process may have finished first; it has installed the same files.
    if (!existsSync(join(root, LOADER))) {
      rmSync(root, { recursive: true, force: true });
      renameSync(beside, root);
    }
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

interface Loader {
  load(name: string): Promise<unknown>;
}

/** Written last: a folder without this file is unfinished. It lies where the package can be imported by name. */
const LOADER = "load.mjs";

function rootOf({ name, version }: PackageNeed, agentDir: string): string {
  return join(agentDir, "needed", `${name.replace("/", "+")}@${version}`);
}

/** Returns the package's folder next to Tau. Never searches the folder of a project. */
function besideTau(name: string): string | undefined {
  try {
    const manifest = findPackageJSON(name, import.meta.url);
    return manifest && dirname(manifest);
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function checkNeed({ name, version, integrity }: PackageNeed): void {
  if (!NPM_NAME.test(name) || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version) || !/^sha512-[\w+/]+=*$/.test(integrity))
    throw new ConfigError(
      "package",
      `${name}@${version} is not installed: it needs an exact version and a sha512 integrity.`,
    );
}

function checkIntegrity({ name, integrity }: PackageNeed, label: string, folder: string): void {
  const { packages } = readPackageJson(join(folder, "node_modules"), ".package-lock.json");
  const entry = isObject(packages) ? packages[`node_modules/${name}`] : undefined;
  if (isObject(entry) && entry.integrity === integrity) return;
  throw failed(label, "what npm brought is not what was chosen (its integrity differs), so it was removed");
}

function failed(label: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError("package", `${label} could not be installed: ${reason}.`, { cause });
}
