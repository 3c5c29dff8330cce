import { glob, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli, startCliInPty, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { printable, printableLine } from "../../src/core/output/print.ts";
import { openUrl } from "../../src/core/process/index.ts";
import { withScriptedModel } from "../e2e/scripted-model.ts";

/** Strings from outside that try to act on the terminal when Tau prints them outside its screen. */

const TITLE = "\x1b]0;PWNED\x07";
const EVIL = `evil${TITLE}\x1b]52;c;UFdORUQ=\x07\x1b[2J\x9b5n\x05\u202e`;
/** Every control but line feed and tab; a pty adds carriage returns of its own. */
const ACTS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/;

test.each<[string, string]>([
  ["plain text, tabs\tand\nlines: Größe 日本 👨‍👩‍👧", "plain text, tabs\tand\nlines: Größe 日本 👨‍👩‍👧"],
  [EVIL, "evil5n"],
  ["\x1b[31mred\x1b[0m", "red"],
  ["a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["a\x1b]52;c;never closed", "a]52;c;never closed"],
  ["a\x1b]0;\x1b]52;c;x\x07\x07b", "a]0;b"],
  ["a\x1bP$q\x1b\\b\x1b_Gx\x1b\\c\x1b^x\x1b\\d\x1bc", "abcd"],
])("what is printed of %j cannot act", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("a place of one line stays one line", () => {
  expect(printableLine("id\nfake row\r\nanother\tcell")).toBe("id fake row another cell");
});

test("the filter takes time in proportion to the text", () => {
  for (const piece of ["\x1b]", "\x1b[", "\x1b]0;x", "\x1b", "\x1b[0;"]) {
    expect(printable(piece.repeat(200_000))).not.toMatch(ACTS);
  }
});

/** Where a string from outside is printed: what brings it, and the command that prints it. */
const ATTEMPTS: Record<string, { prepare(workspace: Workspace): Promise<string[]>; shows?: string }> = {
  "the id of a session, in the list": {
    prepare: async (workspace) => {
      await session(workspace, { id: EVIL });
      return ["sessions", "list", "--all"];
    },
    shows: "evil5n",
  },
  "the id of a session, in a search": {
    prepare: async (workspace) => {
      await session(workspace, { id: EVIL });
      return ["sessions", "search", "--all", "hello"];
    },
    shows: "evil5n",
  },
  "the id of a session, in gc": {
    prepare: async (workspace) => {
      await utimes(await session(workspace, { id: EVIL }), 1, 1);
      return ["sessions", "gc", "--older-than", "1"];
    },
    shows: "evil5n",
  },
  "the folder of a session that is gone": {
    prepare: async (workspace) => [
      "-p",
      "hi",
      "--session",
      await session(workspace, { id: "b", cwd: `/gone/${EVIL}` }),
    ],
    shows: "/gone/evil5n",
  },
  "the path and the message of an extension that fails": {
    prepare: async (workspace) => {
      const path = join(workspace.tauHome, "extensions", `x${TITLE}.ts`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `export default () => { throw new Error(${JSON.stringify(EVIL)}); };`);
      return ["-p", "hi"];
    },
    shows: "evil5n",
  },
  "a provider that is not described well": {
    prepare: async (workspace) => {
      await workspace.configure("models.json", { providers: { [EVIL]: { baseUrl: 5 } } });
      return ["-p", "hi"];
    },
    shows: "evil5n",
  },
  "a package in the list": {
    prepare: async (workspace) => {
      await workspace.configure("settings.json", { packages: [`./${EVIL}`] });
      return ["list"];
    },
    shows: "evil5n",
  },
  "a word that is no command": { prepare: async () => ["--model", `${EVIL}`, "-p", "hi"], shows: "evil5n" },
  "a theme that doctor does not find": {
    prepare: async (workspace) => {
      await workspace.configure("settings.json", { theme: EVIL });
      return ["doctor"];
    },
    shows: "evil5n",
  },
};

test.each(Object.entries(ATTEMPTS))("%s", async (_, { prepare, shows = "" }) => {
  await using setup = await withScriptedModel({ text: "Hello." });
  const { workspace } = setup;
  const { stdout, stderr } = await runCli({ workspace, args: await prepare(workspace) });
  expect(stdout + stderr).not.toMatch(/\x1b|\x07|\x05/);
  expect(stdout + stderr).toContain(shows);
  expect((stdout + stderr).split("\n").filter((line) => line.startsWith("fake"))).toEqual([]);
});

test("an answer, on a terminal", async () => {
  await using setup = await withScriptedModel({ text: `Hello ${EVIL}.` });
  await using tau = startCliInPty({ workspace: setup.workspace, args: ["-p", "hi"] });
  await tau.waitForText(/Hello evil5n\./);
  expect(tau.terminal.title).not.toContain("PWNED");
});

test("the events of json mode, on a terminal", async () => {
  await using setup = await withScriptedModel({ text: "Hello \x9b5n\x9d0;PWNED\x9c." });
  await using tau = startCliInPty({ workspace: setup.workspace, args: ["--mode", "json", "hi"], columns: 500 });
  await tau.waitForText(/agent_end/);
  expect(tau.terminal.title).not.toContain("PWNED");
});

test("the name of a session as JSON, on a terminal", async () => {
  await using setup = await withScriptedModel({ text: "Hello." });
  const named = { type: "session_info", id: "n", parentId: "m", timestamp: AT, name: "evil\x9d0;PWNED\x9c\x9b5n" };
  await session(setup.workspace, { id: "a" }, named);
  const args = ["sessions", "list", "--all", "--json"];
  await using tau = startCliInPty({ workspace: setup.workspace, args, columns: 500 });
  await tau.waitForText("evil");
  expect(tau.output().replaceAll("\r", "")).not.toMatch(ACTS);
  expect(tau.terminal.title).not.toContain("PWNED");
});

test.each(["file:///etc/passwd", "javascript:alert(1)", "ssh://-oProxyCommand=x", "/bin/sh", "", "vscode://x"])(
  "a sign-in server cannot have the desktop open %j",
  async (url) => {
    // A browser that opens whatever it is given.
    expect(await openUrl(url, { env: { BROWSER: "/bin/true" } })).toBe(false);
  },
);

test("a web page is what it may have opened", async () => {
  expect(await openUrl("https://example.invalid/", { env: { BROWSER: "/bin/true" } })).toBe(true);
});

/** Direct writes, each with the reason why it may stand. Anything else goes through `core/output/print.ts`. */
const ALLOWED: Record<string, string> = {
  "cli.ts": "loads no module: versions of Node and Tau alone",
  "core/output/print.ts": "the filter itself",
  "core/sandbox/network/sandbox-network.ts": "the text of a program that writes one fixed word to a pipe of ours",
  "core/extensions/host/unhandled-errors.ts": "at the exit of the process, through `printable`",
};

test("every direct write to the terminal is on the list", async () => {
  const root = fileURLToPath(new URL("../../src/", import.meta.url));
  const found = new Set<string>();
  for await (const path of glob("**/*.ts", { cwd: root })) {
    const source = (await readFile(join(root, path), "utf8")).replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    if (/process\.std(?:out|err)\.write\(|console\.\w+\(|writeSync\([12],/.test(source)) found.add(path);
  }
  expect([...found].sort()).toEqual(Object.keys(ALLOWED).sort());
});

const AT = "2020-01-01T00:00:00.000Z";

/** Writes a session file as another program may, and resolves to its path. */
async function session(workspace: Workspace, header: object, ...entries: object[]): Promise<string> {
  const path = join(workspace.tauHome, "sessions", "--x--", "2020_x.jsonl");
  const message = { role: "user", content: "hello", timestamp: 1 };
  const lines = [
    { type: "session", version: 3, timestamp: AT, cwd: workspace.cwd, ...header },
    { type: "message", id: "m", parentId: null, timestamp: AT, message },
    ...entries,
  ];
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}
