import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { type EditCase, isOrdinary } from "./edit-case.ts";

const run = promisify(execFile);

/** The commits of this repository from here on backwards are looked at: later ones change nothing of the bench. */
const LAST_COMMIT = "df3fbdf13815c820b376d6c925c2c7873dbe74ef";
const MOST_PER_COMMIT = 2;

/** Changes of single files in commits of this repository. None where its history is not at hand. */
export async function commitCases(repository: string, most: number): Promise<EditCase[]> {
  const git = async (...args: string[]) =>
    (await run("git", ["-C", repository, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;
  const listed = await git(
    "log",
    "--no-merges",
    "--diff-filter=M",
    "--name-only",
    "--format=%x00%H",
    "-n",
    "1200",
    LAST_COMMIT,
  ).catch(() => "");
  const cases: EditCase[] = [];
  for (const entry of listed.split("\0").slice(1)) {
    const [commit = "", ...files] = entry.split("\n").filter((line) => line !== "");
    const wanted = files
      .filter((file) => /\.(?:ts|md|json|js|css|sh|ya?ml)$/.test(file) && !file.includes("lock"))
      .slice(0, 6);
    let taken = 0;
    for (const file of wanted) {
      if (taken === MOST_PER_COMMIT || cases.length === most) break;
      const [before, after] = await Promise.all([
        git("show", `${commit}~:${file}`).catch(() => ""),
        git("show", `${commit}:${file}`).catch(() => ""),
      ]);
      if (!isOrdinary({ before, after })) continue;
      cases.push({ name: `${commit.slice(0, 8)}:${file}`, before, after });
      taken++;
    }
    if (cases.length === most) break;
  }
  return cases;
}

/** Published packages, each in two versions. */
const PACKAGES: readonly (readonly [name: string, from: string, to: string])[] = [
  ["semver", "7.5.0", "7.7.1"],
  ["commander", "11.0.0", "12.1.0"],
  ["picomatch", "2.3.1", "4.0.2"],
  ["yargs-parser", "20.2.9", "21.1.1"],
  ["minimatch", "9.0.0", "10.0.1"],
  ["undici", "6.19.0", "6.21.0"],
  ["express", "4.18.0", "4.21.0"],
  ["marked", "12.0.0", "14.0.0"],
  ["yaml", "2.3.0", "2.6.0"],
  ["ws", "8.13.0", "8.18.0"],
];
const MOST_PER_PACKAGE = 20;

/** Differences between published versions, fetched once into a folder outside of the repository. */
export async function packageCases(most: number): Promise<EditCase[]> {
  const cases: EditCase[] = [];
  for (const [name, from, to] of PACKAGES) {
    const [older, newer] = [await fetchPackage(name, from), await fetchPackage(name, to)];
    let taken = 0;
    for (const file of filesBelow(older)) {
      if (taken === MOST_PER_PACKAGE || cases.length === most) break;
      if (!existsSync(join(newer, file))) continue;
      const [before, after] = [older, newer].map((folder) => readFileSync(join(folder, file), "utf8"));
      if (before === undefined || after === undefined || !isOrdinary({ before, after })) continue;
      cases.push({ name: `${name}@${from}..${to}:${file}`, before, after });
      taken++;
    }
  }
  return cases;
}

async function fetchPackage(name: string, version: string): Promise<string> {
  const caches =
    process.env.TAU_BENCH_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "tau-bench");
  const folder = join(caches, "edits", `${name}@${version}`);
  if (existsSync(join(folder, "package", "package.json"))) return join(folder, "package");
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`], { cwd: folder });
  const archive = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  await run("tar", ["-xzf", archive], { cwd: folder });
  rmSync(join(folder, archive));
  return join(folder, "package");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:[cm]?[jt]s|md|json)$/.test(entry.name) && !/\.min\.|\.d\./.test(entry.name),
    )
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
