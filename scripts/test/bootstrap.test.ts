import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPty } from "@tau/testkit";
import { afterEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const NOTHING_LISTENS_HERE = "http://127.0.0.1:9/";
const clones: string[] = [];

afterEach(async () => {
  for (const clone of clones.splice(0)) await rm(clone, { recursive: true, force: true });
});

test("without a network the set-up says so in one sentence", async () => {
  const clone = await bareClone();
  const { code, stdout, stderr } = await bootstrap(clone, ["start", "-p", "hi"]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(lines(stderr)).toEqual([
    "tau: installing packages (once, about a minute)…",
    "tau: no network: npm could not reach its registry. Connect, or set npm's registry or proxy, and try again.",
  ]);
}, 60_000);

test("on a terminal the set-up shows for how long it has worked", async () => {
  const clone = await bareClone();
  const program = startPty({
    command: process.execPath,
    args: [join(clone, "scripts/bootstrap.mjs"), "start"],
    cwd: clone,
    env: environment(clone),
  });
  expect((await program.exited).exitCode).toBe(3);
  expect(program.output()).toMatch(/tau: installing packages \(once, about a minute\)… \d+ s\r\ntau: no network: /);
}, 60_000);

test("a lockfile that npm cannot read is named without a stack trace", async () => {
  const clone = await bareClone();
  await writeFile(join(clone, "package.json"), "{ broken");
  const { code, stderr } = await bootstrap(clone, ["start"]);
  expect(code).toBe(3);
  expect(lines(stderr).at(-1)).toMatch(/^tau: npm install failed: .*JSON/i);
  expect(stderr).not.toMatch(/^\s+at /m);
}, 60_000);

test("the set-up leaves the lockfile as it is, whatever the registry offers beyond it", async () => {
  const clone = await bareClone();
  await mkdir(join(clone, "local"));
  await writeFile(join(clone, "local/package.json"), '{ "name": "local", "version": "1.0.0" }');
  await writeFile(join(clone, "package.json"), '{ "name": "tau", "dependencies": { "local": "file:local" } }');
  const lock = '{ "name": "tau", "lockfileVersion": 3, "packages": {} }';
  await writeFile(join(clone, "package-lock.json"), lock);
  const { stderr } = await bootstrap(clone, ["start"]);
  expect(stderr).toContain("the install is incomplete");
  expect(await readFile(join(clone, "node_modules/local/package.json"), "utf8")).toContain("local");
  expect(await readFile(join(clone, "package-lock.json"), "utf8")).toBe(lock);
}, 60_000);

test("an unknown command lists the known ones", async () => {
  const { code, stderr } = await bootstrap(root, ["strat"]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/^tau: there is no command "strat"; use one of: start, test, .+\.\n$/);
});

test("a set-up that died leaves a lock that the next one takes over", async () => {
  const clone = await bareClone();
  await mkdir(join(clone, ".cache"));
  await writeFile(join(clone, ".cache/setup.lock"), "999999999");
  const { stderr } = await bootstrap(clone, ["start"]);
  expect(stderr).toContain("no network");
  await expect(readFile(join(clone, ".cache/setup.lock"))).rejects.toThrow("ENOENT");
}, 60_000);

/** The repository without anything installed. */
async function bareClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "tau-clone-"));
  clones.push(clone);
  for (const path of ["package.json", "package-lock.json", ".npmrc", "scripts"])
    await cp(join(root, path), join(clone, path), { recursive: true });
  for (const name of ["ai", "agent", "tui", "coding-agent", "testkit"])
    await cp(join(root, "packages", name, "package.json"), join(clone, "packages", name, "package.json"));
  return clone;
}

function environment(folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    npm_config_registry: NOTHING_LISTENS_HERE,
    npm_config_cache: join(folder, ".npm-cache"),
  };
}

async function bootstrap(folder: string, args: string[]) {
  const env = environment(folder);
  const child = spawn(process.execPath, [join(folder, "scripts/bootstrap.mjs"), ...args], { cwd: folder, env });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => (stderr += data));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

function lines(text: string): string[] {
  return text.split("\n").filter(Boolean);
}
