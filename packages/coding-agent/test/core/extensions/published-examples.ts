import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = "@earendil-works/pi-coding-agent@1.5.0";
const CACHE = join(import.meta.dirname, "../../../../../node_modules/.cache/tau-published-examples");

/** The folder of example extensions that a published package holds, fetched once; `undefined` where there is no network. */
export function publishedExamples(): string | undefined {
  const examples = join(CACHE, "package", "examples", "extensions");
  if (existsSync(examples)) return examples;
  const fresh = `${CACHE}-${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    const npm = ["pack", PACKAGE, "--silent", "--fetch-retries=0", "--fetch-timeout=20000"];
    const file = execFileSync("npm", npm, { cwd: fresh, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    execFileSync("tar", ["-xzf", file, "package/examples", "package/package.json"], { cwd: fresh });
    rmSync(CACHE, { recursive: true, force: true });
    renameSync(fresh, CACHE);
    return examples;
  } catch (error) {
    process.stderr.write(`${PACKAGE} could not be fetched: ${String(error).split("\n")[0]}\n`);
    return undefined;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
