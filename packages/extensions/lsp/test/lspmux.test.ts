import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SERVER, type ToyOptions, toySession } from "./toy.ts";

const FILES = { "toy.json": "{}", "a.toy": "def one\n" };
const HOVER = { action: "hover", file: "a.toy" } as const;
const STATUS = { action: "status" } as const;
const DIRECT = /rust-analyzer: running \(process \d+\)/;

const { PATH } = process.env;
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lspmux-"));
  process.env.PATH = [folder, PATH].join(delimiter);
  await program("rust-analyzer", `echo direct "$@" >> ${folder}/starts; exec ${process.execPath} ${SERVER}`);
});

afterEach(async () => {
  process.env.PATH = PATH;
  await rm(folder, { recursive: true });
});

async function program(name: string, script: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/** lspmux: `status` tells whether its server runs, `client` passes messages on to a language server. */
async function installLspmux({ running = true, client = 'exec "$3"' } = {}): Promise<void> {
  const status = running ? "exit 0" : "echo 'connection refused' >&2; exit 1";
  await program(
    "lspmux",
    `case "$1" in status) ${status};; client) echo shared "$@" >> ${folder}/starts; ${client};; *) exit 2;; esac`,
  );
}

const starts = async () => (await readFile(join(folder, "starts"), "utf8")).trim().split("\n");

async function rustSession(entry: object = {}, options: ToyOptions = {}) {
  const server = { command: "rust-analyzer", fileTypes: [".toy"], rootMarkers: ["toy.json"], ...entry };
  return await toySession({ files: FILES, config: { servers: { "rust-analyzer": server } }, ...options });
}

test("R348: rust-analyzer is reached through lspmux if its server runs, and status says so", async () => {
  await installLspmux();
  await using toy = await rustSession();
  const [before, hover, after] = await toy.ask(STATUS, HOVER, STATUS);
  expect(before).toBe("Language servers:\n  rust-analyzer: not started\n  lspmux: running");
  expect(hover).not.toMatch(/error/i);
  expect(after).toMatch(/rust-analyzer: running \(process \d+; shared through lspmux\)\n {2}lspmux: running$/);
  const client = `shared client --server-path ${join(folder, "rust-analyzer")}`;
  expect(await starts()).toEqual([client, "direct"]);
});

test("R348: without lspmux, or if its server does not run, rust-analyzer is started directly", async () => {
  await using plain = await rustSession();
  const [, without] = await plain.ask(HOVER, STATUS);
  expect(without).toMatch(DIRECT);
  expect(without).toContain("\n  lspmux: not installed; servers are started directly");
  await installLspmux({ running: false });
  await using stopped = await rustSession();
  const [, notRunning] = await stopped.ask(HOVER, STATUS);
  expect(notRunning).toMatch(DIRECT);
  expect(notRunning).toContain("\n  lspmux: not running; servers are started directly");
  expect(await starts()).toEqual(["direct", "direct"]);
});

test("an lspmux that fails as a client leaves a server that is started directly", async () => {
  await installLspmux({ client: "exit 7" });
  await using toy = await rustSession();
  const [hover, status] = await toy.ask(HOVER, STATUS);
  expect(hover).not.toMatch(/error/i);
  expect(status).toMatch(DIRECT);
  expect(await starts()).toEqual([expect.stringMatching(/^shared/), "direct"]);
});

test("R348: the setting switches lspmux off", async () => {
  await installLspmux();
  await using toy = await rustSession({}, { settings: { lsp: { lspmux: false } } });
  const [, status] = await toy.ask(HOVER, STATUS);
  expect(status).toMatch(DIRECT);
  expect(status).toContain("\n  lspmux: off (setting lsp.lspmux)");
  expect(await starts()).toEqual(["direct"]);
});

test("R348: other servers, and one with arguments or an environment of its own, are never started through lspmux", async () => {
  await installLspmux();
  await using withArgs = await rustSession({ args: ["--log-file"] });
  await using withEnv = await rustSession({ env: { CARGO_HOME: "/none" } });
  await using other = await toySession({ files: FILES });
  await withArgs.ask(HOVER);
  await withEnv.ask(HOVER);
  expect(await starts()).toEqual(["direct --log-file", "direct"]);
  const [, status] = await other.ask(HOVER, STATUS);
  expect(status).toMatch(/^Language servers:\n {2}toy: running \(process \d+\)$/);
});
