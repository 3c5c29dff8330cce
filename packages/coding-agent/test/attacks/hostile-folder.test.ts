import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leave, openTau, typeAndSee } from "../e2e/interactive/open-tau.ts";
import { type ScriptedSetup, withScriptedModel } from "../e2e/scripted-model.ts";
import { type HostileContent, makeHostile, SECRET } from "./hostile-folder.ts";
import { WAYS_TO_OPEN, type WayToOpen } from "./ways-to-open.ts";

const CONTENTS: readonly HostileContent[] = ["programs", "pipes", "devices", "links to a secret"];
const TIME = { timeout: 60_000 };

describe.for(CONTENTS)("a hostile folder with %s, opened without trust", (content) => {
  let folder: HostileSetup;
  beforeAll(async () => {
    folder = await makeHostileSetup(content);
  });
  afterAll(async () => await folder[Symbol.asyncDispose]());

  test.for(Object.entries(WAYS_TO_OPEN))("%s: nothing runs, hangs or leaks", TIME, async ([, way]) => {
    await expectRefusal(folder, way);
  });
});

type HostileSetup = ScriptedSetup & { readonly canary: string };

/** Makes a working directory as a stranger would, in a subfolder if one is named. A session exists for it. */
async function makeHostileSetup(content: HostileContent, name?: (cwd: string) => string): Promise<HostileSetup> {
  const outer = await withScriptedModel(() => ({ text: "An answer." }));
  const named = name?.(outer.workspace.cwd);
  const cwd = named === undefined ? outer.workspace.cwd : join(outer.workspace.cwd, named);
  mkdirSync(join(cwd, ".tau/extensions"), { recursive: true });
  if (named !== undefined && !named.includes("/"))
    writeFileSync(join(cwd, ".tau/extensions", `${named}.ts`), "throw new Error('loaded');");
  const workspace = { ...outer.workspace, cwd };
  const { canary } = makeHostile(workspace, content);
  await runCli({ workspace, args: ["-p", "hi"] });
  return { ...outer, workspace, canary };
}

/** Opens the folder and looks for what must not come of that. */
async function expectRefusal(setup: HostileSetup, { open, isRun, mayFind }: WayToOpen) {
  const { exitCode, stdout, stderr, bytes = stdout } = await open(setup);
  const sent = JSON.stringify(setup.server.requests.map(({ body }) => body));
  expect(mayFind ? [0, 3] : [0], stderr).toContain(exitCode);
  expect(existsSync(setup.canary)).toBe(false);
  expect(stdout.includes("An answer.")).toBe(isRun);
  expect(`${stdout}${stderr}${sent}`).not.toContain(SECRET);
  // A refusal is a sentence on one line, not the trace of an error.
  expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  for (const line of stderr.split("\n").filter(Boolean)) expect(line).toMatch(/^(?:tau: .+|[A-Z0-9][^\x1b]+\.)$/);
  return { stdout, stderr, bytes };
}

describe("a folder by a stranger that is trusted all the same", () => {
  test.for(["pipes", "devices"] as const)("%s in place of its files stop nothing", TIME, async (content) => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    makeHostile(setup.workspace, content);
    const exit = await runCli({ workspace: setup.workspace, args: ["--approve", "-p", "hi"] });
    expect(exit).toMatchObject({ exitCode: 0, stdout: "An answer.\n" });
    expect(exit.stderr).toContain("no ordinary file");
    for (const line of exit.stderr.split("\n").filter(Boolean)) expect(line).toMatch(/^tau: .+/);
  });
});

/** The runs, and the commands that print names of folders and files. */
const NAMING = Object.entries(WAYS_TO_OPEN).filter(
  ([name, { isRun }]) => isRun || ["tau doctor", "tau export", "tau sessions list"].includes(name),
);

/** From the working directory; the files in it have such names too, where a name of a file may be that long. */
const FOLDERS: Readonly<Record<string, (cwd: string) => string>> = {
  "a path of 4,000 bytes": (cwd) => {
    const rest = 4000 - Buffer.byteLength(cwd) - 1;
    return Array.from({ length: 20 }, () => "d".repeat(199))
      .join("/")
      .slice(0, rest)
      .replace(/\/$/, "d");
  },
  "a name with sequences for the terminal": () => "\x1b]0;owned\x07\x1b[31m\x1b]52;c;b3duZWQ=\x07",
  "a name with line breaks": () => "a\ntau: everything is fine\r\nb",
  "a name that looks like an option": () => "--approve",
};

describe.for(Object.entries(FOLDERS))("a hostile folder in %s", ([, name]) => {
  let folder: HostileSetup;
  beforeAll(async () => {
    folder = await makeHostileSetup("programs", name);
  });
  afterAll(async () => await folder[Symbol.asyncDispose]());

  test.for(NAMING)("%s: nothing runs, and none of it is raw", TIME, async ([, way]) => {
    const { stdout, stderr, bytes } = await expectRefusal(folder, way);
    expect(`${bytes}${stderr}`).not.toMatch(/\x1b\]0;[^\x07\x1b]*owned|\x1b\]52;|\x1b\[31m/);
    if (bytes === stdout) expect(`${stdout}${stderr}`).not.toMatch(/\x1b|\x07/);
    expect(`${stdout}\n${stderr}`).not.toMatch(/^\W*tau: everything is fine/m);
  });
});

/** What a stranger may put where a repository says its branch. The screen reads it after each turn. */
const HEADS: Readonly<Record<string, (path: string) => void>> = {
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a device without an end": (path) => symlinkSync("/dev/zero", path),
  "a file of 1.9 GB": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 1900 * 1024 ** 2);
  },
};

describe("a folder whose .git/HEAD is no ordinary file, on the screen", () => {
  const turns = [1, 2, 3, 4, 5, 6];
  const read = { toolCalls: [{ name: "read", arguments: { path: "notes.txt" } }] };

  test.for(Object.entries(HEADS))("%s: each of six turns reads a file and ends", TIME, async ([, plant]) => {
    const replies = turns.flatMap((turn) => [read, { text: `Answer ${turn}.` }]);
    await using setup = await withScriptedModel(replies, { files: { "notes.txt": "What was noted." } });
    const { workspace, server } = setup;
    mkdirSync(workspace.path(".git"));
    plant(workspace.path(".git/HEAD"));
    await using tau = await openTau(workspace);
    for (const turn of turns) await typeAndSee(tau, [`question ${turn}\r`, `Answer ${turn}.`]);
    expect(JSON.stringify(server.requests.at(-1)?.body).match(/What was noted\./g)).toHaveLength(turns.length);
    // Whatever Tau may still be reading comes at least as far as a command that reads as much.
    tau.send("!head -c 2000000000 /dev/zero | wc -c; echo all-$((1+1))\r");
    await tau.waitForText("all-2", 30_000);
    expect(peakMegabytes(tau.pid)).toBeLessThan(300);
    expect(await leave(tau)).toBe(0);
  });
});

/** 0 where the system does not tell. */
function peakMegabytes(pid: number): number {
  if (process.platform !== "linux") return 0;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
