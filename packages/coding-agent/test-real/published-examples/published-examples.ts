import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";

const PACKAGE = "@earendil-works/pi-coding-agent@1.5.0";

/** The folder of the examples that come with the package whose interface we keep, fetched once; `undefined` where there is no network. */
export function publishedExamples(): string | undefined {
  const folder = join(repositoryRoot, ".cache/published-examples");
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    const npm = ["pack", PACKAGE, "--silent", "--fetch-retries=0", "--fetch-timeout=20000"];
    const file = execFileSync("npm", npm, { cwd: fresh, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    execFileSync("tar", ["-xzf", file, "package/examples"], { cwd: fresh });
    renameSync(join(fresh, "package/examples"), folder);
    return folder;
  } catch (error) {
    process.stderr.write(`${PACKAGE} could not be fetched: ${String(error).split("\n")[0]}\n`);
    return undefined;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The folder of the example extensions. */
export function publishedExtensions(): string | undefined {
  const examples = publishedExamples();
  return examples === undefined ? undefined : join(examples, "extensions");
}
