import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The newest version of which the registry has all four packages. */
export const THEIR_VERSION = "0.87.1";
const INSTALL_LIMIT_MS = 180_000;
const PACKAGES = ["ai", "agent-core", "tui", "coding-agent"];

/** The module that a side's process imports: one namespace per package. Compatibility names and provider lists are one module for an extension. */
const ENTRY = `import * as compat from "@earendil-works/pi-ai/compat";
import * as providers from "@earendil-works/pi-ai/providers/all";
export const ai = { ...compat, ...providers };
export * as oauth from "@earendil-works/pi-ai/oauth";
export * as agent from "@earendil-works/pi-agent-core";
export * as tui from "@earendil-works/pi-tui";
export * as codingAgent from "@earendil-works/pi-coding-agent";
`;

/** The installed packages of pi, outside the tree and shared by every checkout. Nothing of them is read here: they are imported by a process. */
export async function installTheirs(): Promise<{ entry: string }> {
  const place = join(cacheFolder(), "tau-differential", THEIR_VERSION);
  const entry = join(place, "entry.mjs");
  if (!existsSync(entry)) await install(place);
  await writeFile(entry, ENTRY);
  return { entry };
}

function cacheFolder(): string {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  return join(homedir(), ".cache");
}

/** Pi's packages could not be fetched: nothing was compared. */
export class InstallError extends Error {}

/** Beside first, so that a folder of this name is always complete. */
async function install(place: string): Promise<void> {
  const fresh = `${place}.${process.pid}`;
  process.stderr.write(`Installing pi ${THEIR_VERSION} into ${place}\n`);
  await mkdir(fresh, { recursive: true });
  try {
    await writeFile(join(fresh, "package.json"), `${JSON.stringify({ private: true })}\n`);
    const names = PACKAGES.map((name) => `@earendil-works/pi-${name}@${THEIR_VERSION}`);
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--fetch-retries=1"];
    await promisify(execFile)("npm", ["install", ...options, ...names], { cwd: fresh, timeout: INSTALL_LIMIT_MS });
    await writeFile(join(fresh, "entry.mjs"), ENTRY);
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr || (error instanceof Error ? error.message : String(error));
    throw new InstallError(
      `The packages of pi ${THEIR_VERSION} could not be installed from the npm registry, so nothing was compared. Check the network and run it again.\n${said.split("\n", 6).join("\n")}`,
      { cause: error },
    );
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
