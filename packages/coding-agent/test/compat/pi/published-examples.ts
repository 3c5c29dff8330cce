import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@tau/testkit";

const PACKAGE = "@earendil-works/pi-coding-agent@1.5.0";
const run = promisify(execFile);

/** The folder of the examples that come with the package whose interface we keep; `undefined` where it cannot be fetched. */
export async function publishedExamples(): Promise<string | undefined> {
  const folder = join(repositoryRoot, ".cache/published-examples");
  if (existsSync(folder)) return folder;
  const work = `${folder}.${process.pid}`;
  try {
    await mkdir(work, { recursive: true });
    const retries = ["--fetch-retries=0", "--fetch-timeout=20000"];
    const { stdout } = await run("npm", ["pack", PACKAGE, "--silent", ...retries], { cwd: work });
    await run("tar", ["-xzf", stdout.trim(), "package/examples"], { cwd: work });
    await rename(join(work, "package/examples"), folder);
    return folder;
  } catch (error) {
    process.stderr.write(`The published examples cannot be fetched: ${(error as Error).message.split("\n")[0]}\n`);
    return undefined;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
