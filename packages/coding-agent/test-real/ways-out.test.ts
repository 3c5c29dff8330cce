import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModelReply, requireProgram, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../test/e2e/scripted-model.ts";

const MODEL = { defaultProvider: "scripted", defaultModel: "model" };
const call = (name: string, args: Readonly<Record<string, unknown>>): ModelReply => ({
  toolCalls: [{ name, arguments: args as never }],
});
const TOUCH = "#!/bin/sh\\ntouch $HOME/escaped\\n";
const SERVER = JSON.stringify({
  servers: { toy: { command: "/bin/sh", args: ["-c", "touch $HOME/escaped"], fileTypes: [".toy"], sandbox: false } },
});

/** Commands that prepare a program in the sandbox, and the call that makes Tau start it. */
const WAYS: readonly (readonly [string, string, ModelReply])[] = [
  [
    "a language server named by a file of the project",
    `echo '${SERVER}' > lsp.json; touch a.toy`,
    call("lsp", { action: "hover", file: "a.toy", line: 1 }),
  ],
  [
    "a language server in the project",
    `mkdir -p node_modules/.bin; printf '${TOUCH}' > node_modules/.bin/typescript-language-server; chmod +x node_modules/.bin/*; touch a.ts`,
    call("lsp", { action: "hover", file: "a.ts", line: 1 }),
  ],
  [
    "a language server that the project leads to",
    `mkdir -p node_modules/.bin; printf '${TOUCH}' > x; chmod +x x; ln -s ../../x node_modules/.bin/typescript-language-server; touch a.ts`,
    call("lsp", { action: "status", file: "a.ts" }),
  ],
  [
    "a debugger in the project",
    `mkdir -p .venv/bin; printf '${TOUCH}' > .venv/bin/python3; cp .venv/bin/python3 .venv/bin/python; chmod +x .venv/bin/*; touch a.py`,
    call("debug", { action: "launch", program: "a.py" }),
  ],
  [
    "a kernel of the project",
    `mkdir -p .venv/bin; printf '${TOUCH}' > .venv/bin/python3; cp .venv/bin/python3 .venv/bin/python; chmod +x .venv/bin/*`,
    call("eval", { input: "*** Cell py\n1 + 1" }),
  ],
];

for (const [name, command, start] of WAYS)
  test(`what a confined command has written starts confined: ${name}`, async (context) => {
    await requireProgram("bwrap", context);
    for (const [mode, hasEscaped] of [
      ["auto", false],
      ["yolo", true],
    ] as const) {
      await using setup = await withScriptedModel([call("bash", { command }), start, { text: "Done." }]);
      const { workspace } = setup;
      await workspace.configure("settings.json", MODEL);
      const args = ["-p", "-a", "--permission-mode", mode, "--tools", "bash,lsp,debug,eval", "hello"];
      expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
      const escaped = existsSync(join(workspace.env.HOME ?? "", "escaped"));
      expect({ mode, escaped }).toEqual({ mode, escaped: hasEscaped && escaped });
      // Without confinement the way is a real one; this server is started by no call of this kind.
      if (mode === "yolo" && name.includes("language server") && !name.includes("leads")) expect(escaped).toBe(true);
    }
  });

const HOOK = JSON.stringify({
  hooks: { PostToolUse: [{ hooks: [{ type: "command", command: "sh ./scripts/hook.sh" }] }] },
});
const OWN_SERVER = JSON.stringify({ mcpServers: { own: { command: "sh", args: ["server.sh"] } } });

interface StartedWay {
  readonly files: Readonly<Record<string, string>>;
  readonly calls: readonly ModelReply[];
  /** The folder of the project that is first in PATH. */
  readonly path?: string;
}

const edited = (path: string) => call("write", { path, content: "touch $HOME/escaped\n" });
const planted = (path: string) =>
  call("bash", { command: `mkdir -p $(dirname ${path}); printf '${TOUCH}' > ${path}; chmod +x ${path}` });
const rest = call("write", { path: "other", content: "x" });

/** Programs that Tau starts outside of the sandbox, and calls that change or start them. */
const STARTED: Readonly<Record<string, StartedWay>> = {
  "a hook's script, edited": {
    files: { ".claude/settings.json": HOOK, "scripts/hook.sh": "true\n" },
    calls: [edited("scripts/hook.sh"), rest],
  },
  "a hook's script, by a command": {
    files: { ".claude/settings.json": HOOK, "scripts/hook.sh": "true\n" },
    calls: [planted("scripts/hook.sh"), rest],
  },
  "a hook's script, in a folder made anew": {
    files: { ".claude/settings.json": HOOK, "scripts/hook.sh": "true\n" },
    calls: [call("bash", { command: `mv scripts old; mkdir scripts; printf '${TOUCH}' > scripts/hook.sh` }), rest],
  },
  "an MCP server's program, edited": {
    files: { ".mcp.json": OWN_SERVER, "server.sh": "exit 1\n" },
    calls: [edited("server.sh"), call("read", { path: "mcp://own/" })],
  },
  "an MCP server's program, by a command": {
    files: { ".mcp.json": OWN_SERVER, "server.sh": "exit 1\n" },
    calls: [planted("server.sh"), call("read", { path: "mcp://own/" })],
  },
  "git in a folder of the project that PATH names": {
    files: {},
    calls: [planted("node_modules/.bin/git"), rest],
    path: "node_modules/.bin",
  },
  "a reading program in such a folder": {
    files: { note: "Read-only file system" },
    calls: [planted("node_modules/.bin/ls"), call("bash", { command: "ls; cat note missing" })],
    path: "node_modules/.bin",
  },
};

for (const [name, { files, calls, path }] of Object.entries(STARTED))
  test(`what Tau starts outside of the sandbox cannot be changed by the model unasked: ${name}`, async (context) => {
    await requireProgram("bwrap", context);
    for (const mode of ["auto", "yolo"]) {
      await using setup = await withScriptedModel([...calls, { text: "Done." }], { files });
      const { workspace } = setup;
      await workspace.configure("settings.json", MODEL);
      const env = path === undefined ? {} : { PATH: `${workspace.path(path)}:${process.env.PATH}` };
      const args = ["-p", "-a", "--permission-mode", mode, "hello"];
      expect(await runCli({ workspace, args, env })).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
      const escaped = existsSync(join(workspace.env.HOME ?? "", "escaped"));
      // In yolo the file is changed, and a hook runs it. A server starts again later; PATH has folders of the project last.
      expect({ mode, escaped }).toEqual({ mode, escaped: mode === "yolo" && name.startsWith("a hook") });
      for (const [file, text] of Object.entries(files).filter(([each]) => each.endsWith(".sh")))
        expect((await readFile(workspace.path(file), "utf8")) === text, `${mode}: ${file} is as it was`).toBe(
          mode === "auto",
        );
    }
  });

test("a program that a tool starts itself asks as a command outside of the sandbox would", async (context) => {
  await requireProgram("bwrap", context);
  const app = { path: "/bin/sh", args: ["-c", "touch $HOME/escaped; sleep 0.2"] };
  await using setup = await withScriptedModel([call("browser", { action: "open", app }), { text: "Done." }]);
  const { workspace } = setup;
  await workspace.configure("settings.json", MODEL);
  const args = ["-p", "--permission-mode", "auto", "--tools", "browser", "hello"];
  const exit = await runCli({ workspace, args });
  expect(exit.stderr).toContain("Not permitted: /bin/sh -c");
  expect(existsSync(join(workspace.env.HOME ?? "", "escaped"))).toBe(false);
});

test("input of a job that runs outside of the sandbox asks as a command outside would", async (context) => {
  await requireProgram("bwrap", context);
  const started = /Background job (job-\w{6}) started/;
  await using setup = await withScriptedModel(({ index, body }) => {
    if (index === 0) return call("bash", { command: "bash", async: true });
    const id = started.exec(JSON.stringify(body))?.[1] ?? "";
    if (index === 1) return call("job", { input: { id, text: "touch $HOME/escaped" } });
    if (index === 2) return call("job", { input: { id, text: "echo harmless", end: true }, poll: [id] });
    return { text: "Done." };
  });
  const { workspace, server } = setup;
  await workspace.configure("settings.json", { ...MODEL, permissions: { allow: ["Bash(bash)"] } });
  const exit = await runCli({ workspace, args: ["-p", "--permission-mode", "auto", "hello"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(exit.stderr).toContain("Not permitted: touch $HOME/escaped");
  expect(existsSync(join(workspace.env.HOME ?? "", "escaped"))).toBe(false);
  expect(JSON.stringify(server.requests[3]?.body)).toMatch(/completed after[^"]*harmless/);
});
