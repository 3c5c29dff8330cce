import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "@tau/agent/node";
import { builtCli, runCli, startProgram } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { FILE_LIMITS } from "../../src/core/files/index.ts";
import { parsePackageSource } from "../../src/core/packages/index.ts";
import { missingPeers } from "../../src/core/packages/missing-peers.ts";
import { PackagePlaces } from "../../src/core/packages/package-places.ts";
import { BashOutputs } from "../../src/core/session/recover/bash-outputs.ts";
import { locateUrl } from "../../src/core/tools/urls/locate-url.ts";
import { temporaryDirectory, writeTree } from "../core/support/temporary-directory.ts";
import { withScriptedModel } from "../e2e/scripted-model.ts";

/** What an outside name may hold to become another path. */
const NAMES = [
  "..",
  ".",
  "../../outside",
  "/etc/passwd",
  "a/../../../outside",
  "..%2f..%2foutside",
  "%2e%2e/%2e%2e/outside",
  "a\\..\\outside",
  "a\0b",
  "-rf",
  "~root/x",
  "x".repeat(300),
];

describe("a source of a package leads to a folder of ours or is refused", () => {
  const sources = NAMES.flatMap((name) => [
    `npm:${name}`,
    `npm:@scope/${name}`,
    `git:host/${name}`,
    `git:${name}/o/r`,
    `https://host/${name}`,
    `ssh://git@host/${name}`,
    `git@host:${name}`,
    `file:///${name}`,
  ]);
  test.for(sources)("%j", (source) => {
    const home = "/home/u/.tau";
    const origin = (() => {
      try {
        return parsePackageSource(source, "/base");
      } catch (error) {
        return String(error);
      }
    })();
    if (typeof origin === "string") return void expect(origin).toMatch(/is no source of a package: .+\.$/);
    const place = new PackagePlaces("/project", home).pathOf(origin, "user");
    const root = join(home, origin.kind === "npm" ? "npm/node_modules" : "git");
    expect(place.startsWith(`${root}/`) && place.length > root.length + 1).toBe(true);
    expect(place.split("/")).not.toContain("..");
  });
});

test("a peer dependency whose name is an option or a path is not handed to npm", () => {
  const root = temporaryDirectory();
  const peerDependencies = Object.fromEntries(
    [...NAMES, "--git=./run.sh", "--registry=http://x/", "fine", "@scope/fine"].map((name) => [name, "1"]),
  );
  writeTree(root, { "p/package.json": { name: "p", peerDependencies }, "modules/x": "" });
  const long = `${"x".repeat(300)}@1`;
  expect(missingPeers(join(root, "p"), join(root, "modules")).sort()).toEqual(["@scope/fine@1", "fine@1", long].sort());
});

test.for(NAMES)("the id of an entry in a foreign log names a file beside that log alone: %j", (id) => {
  const root = temporaryDirectory();
  const log = createLog(root, join(root, "sessions"));
  const outputs = BashOutputs.of(log);
  const folder = (log.getSessionFile() ?? "").replace(/\.jsonl$/, "");
  const path = outputs?.running(id) ?? "";
  expect(path.startsWith(`${folder}/user-bash-`)).toBe(true);
  expect(path.slice(folder.length + 1)).not.toMatch(/[/\\\0]/);
});

test.for(NAMES)("a URL of the model's leads to no file outside a skill: skill://tidy/%s", (name) => {
  const root = temporaryDirectory();
  writeTree(root, { "skills/tidy/SKILL.md": "tidy", outside: "outside" });
  const skill = { name: "tidy", filePath: join(root, "skills/tidy/SKILL.md"), baseDir: join(root, "skills/tidy") };
  const skills = { find: (wanted: string) => (wanted === "tidy" ? skill : undefined), list: () => [skill] };
  const found = (() => {
    try {
      return locateUrl(`skill://tidy/${name}`, { skills: skills as never }) ?? "";
    } catch {
      return "refused";
    }
  })();
  expect(found === "refused" || `${found}/`.startsWith(join(root, "skills/tidy/"))).toBe(true);
});

// No argument of a process holds a NUL.
test.for(NAMES.filter((name) => !name.includes("\0")))(
  "--session-id %j is refused, or names a file in the folder of sessions",
  async (id) => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    const exit = await runCli({ workspace, args: ["--session-id", id, "-p", "hi"] });
    expect(exit).toMatchObject({ exitCode: 2, stdout: "" });
    expect(existsSync(join(workspace.tauHome, "sessions"))).toBe(false);
  },
);

describe("a transcript of another program", () => {
  test.for(NAMES)("whose id and time are %j is imported into the folder of sessions alone", async (name) => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    const line = {
      type: "user",
      sessionId: name,
      timestamp: name,
      cwd: workspace.cwd,
      uuid: "1",
      message: { role: "user", content: "hello" },
    };
    const folder = join(workspace.home, ".claude/projects/x");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "t.jsonl"), `${JSON.stringify(line)}\n`);
    const before = readdirSync(workspace.home).sort();
    await runCli({ workspace, args: ["import", "claude"] });
    expect(readdirSync(workspace.home).sort()).toEqual(before);
    expect(existsSync(join(workspace.home, "../outside"))).toBe(false);
  });
});

describe("a file that the command line names", () => {
  const shell = async (line: string) => {
    const setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace, server } = setup;
    const tau = `${process.execPath} ${builtCli}`;
    const program = {
      command: "bash",
      args: ["-c", line.replaceAll("TAU", tau)],
      cwd: workspace.cwd,
      env: workspace.env,
    };
    const exit = await startProgram({ ...program, stdin: "" }).exited;
    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    await setup[Symbol.asyncDispose]();
    return { ...exit, sent };
  };

  test("may be a pipe that ends", async () => {
    const { exitCode, sent } = await shell("TAU -p @<(echo from the pipe) hi");
    expect(exitCode).toBe(0);
    expect(sent).toContain("from the pipe");
  });

  test.for([
    ["TAU -p @<(cat /dev/zero) hi", /^tau: Cannot read @.*: it is more than a model takes \(64 MB\)\.\n$/],
    ["TAU -p @/dev/zero hi", /^tau: Cannot read @\/dev\/zero: it is a device\.\n$/],
    [
      "TAU --output-schema <(cat /dev/zero) -p hi",
      /^tau: --output-schema \S+ cannot be read: .* did not end within 16 MB/,
    ],
    ["TAU --session /dev/zero -p hi", /^tau: \/dev\/zero is a pipe or a device, and no session\.\n$/],
    ["mkfifo f; TAU --session f -p hi", /is a pipe or a device, and no session\.\n$/],
    [
      "TAU --system-prompt /dev/zero -p hi",
      /^tau: The file for the system prompt cannot be read: Not an ordinary file: \/dev\/zero\.\n/,
    ],
  ] as const)("%s: one sentence", { timeout: 30_000 }, async ([line, sentence]) => {
    const { exitCode, stderr, sent } = await shell(line);
    expect(stderr).toMatch(sentence);
    // The hint at the help may follow.
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect({ isFailure: exitCode !== 0, sent }).toEqual({ isFailure: true, sent: "[]" });
  });
});

test("the limits are named in one place", () => {
  expect(Object.values(FILE_LIMITS)).toEqual([64 * 1024, 16 * 1024 ** 2, 64 * 1024 ** 2, 256 * 1024 ** 2]);
  expect(readFileSync(join(import.meta.dirname, "../../src/core/json-file/read-file.ts"), "utf8")).not.toMatch(
    /1024 \*/,
  );
});
