import { existsSync } from "node:fs";
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
