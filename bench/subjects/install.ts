import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { BenchError } from "../bench-error.ts";
import type { Subject } from "./subject.ts";

/** Returns the cache folder, which is kept between runs. `TAU_BENCH_CACHE` overrides it. */
export function cacheFolder(): string {
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  return process.env.TAU_BENCH_CACHE ?? join(caches, "tau-bench");
}

/** Installs the subject's package unless that version is already there. Resolves to the folder. */
export async function install(subject: Subject): Promise<string> {
  if (subject.package === undefined) return "";
  const folder = join(cacheFolder(), subject.package.replaceAll("/", "+"));
  if (existsSync(join(folder, "installed"))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "bench-peer", private: true }));
  process.stderr.write(`bench: installing ${subject.package}\n`);
  await npm(["install", "--no-audit", "--no-fund", "--loglevel=error", subject.package], folder);
  await writeFile(join(folder, "installed"), "");
  return folder;
}

/** Runs npm under the Node that will run the peer, because npm chooses versions by it. */
async function npm(args: readonly string[], cwd: string): Promise<void> {
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ""}`;
  const child = spawn("npm", args, { cwd, env: { ...process.env, PATH: path }, stdio: ["ignore", 2, 2] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new BenchError("install", `npm ${args.join(" ")} failed in ${cwd}; the lines above say why.`);
}
