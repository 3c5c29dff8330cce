import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";

const CACHE = join(repositoryRoot, "node_modules/.cache/tau-published-packages");

/** The folders of packages of the npm registry, fetched once, all at a time; `undefined` where there is no network. */
export function publishedPackages(versions: Readonly<Record<string, string>>): Map<string, string> | undefined {
  const key = Object.entries(versions)
    .map(([name, version]) => `${name}@${version}`)
    .toSorted();
  const place = join(CACHE, Buffer.from(key.join()).toString("base64url").slice(-40));
  if (!existsSync(place) && !fetch(place, key)) return undefined;
  return new Map(Object.keys(versions).map((name) => [name, join(place, "node_modules", name)]));
}

const NPM = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--silent"];
const HURRY = ["--fetch-retries=0", "--fetch-timeout=20000"];

function fetch(place: string, packages: readonly string[]): boolean {
  const fresh = `${place}-${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, "package.json"), "{}");
    execFileSync("npm", ["install", ...packages, ...NPM, ...HURRY], { cwd: fresh, stdio: "ignore" });
    renameSync(fresh, place);
    return true;
  } catch (error) {
    process.stderr.write(`Published packages could not be fetched: ${String(error).split("\n")[0]}\n`);
    return false;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
