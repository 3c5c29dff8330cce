import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { loadedFiles } from "./loaded-files.ts";
import { withScriptedModel } from "./scripted-model.ts";

const EXTENSION = `
import { StringEnum, Type, registerApiProvider } from "@earendil-works/pi-ai";
import { type ExtensionAPI, SessionManager } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";

export default function (pi: ExtensionAPI) {
  pi.registerFlag("loud", { type: "boolean", description: "Shout" });
  pi.registerTool({
    name: "shout",
    label: "Shout",
    description: "Shouts",
    parameters: Type.Object({ word: StringEnum(["hey", "ho"] as const) }),
    execute: async (_id, { word }) => ({ content: [{ type: "text", text: word.toUpperCase() }], details: undefined }),
  });
  pi.on("session_start", ({ reason }, ctx) => {
    const shared = ctx.sessionManager instanceof SessionManager && typeof registerApiProvider === "function";
    process.stderr.write(\`start \${reason} \${ctx.mode} \${pi.getFlag("loud")} \${shared} \${new Text("x", 0, 0).render(3).length}\\n\`);
  });
  pi.on("session_shutdown", ({ reason }) => void process.stderr.write(\`end \${reason}\\n\`));
}
`;

const SHOUT = { toolCalls: [{ name: "shout", arguments: { word: "hey" } }] };

test("an extension of the command line has its flag, its tool and the program's own classes", async () => {
  await using setup = await withScriptedModel([SHOUT, { text: "done" }, SHOUT, { text: "done" }], {
    files: { "ext.ts": EXTENSION },
  });
  // The second time, what was translated is read from the cache.
  for (const round of ["fresh", "cached"]) {
    const args = ["-p", "-e", "ext.ts", "--loud", `go ${round}`];
    const exit = await runCli({ workspace: setup.workspace, args });
    expect(exit).toMatchObject({
      exitCode: 0,
      stdout: "done\n",
      stderr: "start startup print true true 1\nend quit\n",
    });
  }
});

test("R116, R119 a broken extension is named and the run goes on; -ne leaves out what was found", async () => {
  await using setup = await withScriptedModel([{ text: "one" }, { text: "two" }], {
    files: { "broken.ts": 'throw new Error("not today");' },
  });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "-e", "broken.ts", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "one\n" });
  expect(exit.stderr).toMatch(/broken\.ts was not loaded: not today/);
  const minimal = await runCli({ workspace: setup.workspace, args: ["-p", "-ne", "go"] });
  expect(minimal).toMatchObject({ exitCode: 0, stdout: "two\n", stderr: "" });
  const tools = (index: number) => JSON.stringify(setup.server.requests[index]?.body);
  expect(tools(0)).toContain('"name":"tool_search"');
  expect(tools(1)).not.toContain('"name":"tool_search"');
});

test("an extension of the command line gets the models and the log of its session as a program does", async () => {
  const extension = `
    import { SessionManager } from "@earendil-works/pi-coding-agent";
    export default (pi) => pi.on("agent_start", (_event, { model, modelRegistry, sessionManager }) => {
      const found = modelRegistry.find("scripted", "model") === model && modelRegistry.hasConfiguredAuth(model);
      process.stderr.write([found, sessionManager instanceof SessionManager].join());
    });`;
  await using setup = await withScriptedModel({ text: "done" }, { files: { "ext.ts": extension } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "-e", "ext.ts", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "true,true" });
});

test("an option that neither Tau nor an extension knows is a usage error", async () => {
  await using setup = await withScriptedModel({ text: "never" }, { files: { "ext.ts": EXTENSION } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "-e", "ext.ts", "--lout", "go"] });
  expect(exit).toMatchObject({ exitCode: 2, stdout: "" });
  expect(exit.stderr).toContain("Unknown option --lout");
});

test("a run that uses no battery loads neither the host nor the code of one", async () => {
  const calculations = [{ expression: "6 * 7" }];
  const find = { toolCalls: [{ name: "tool_search", arguments: { query: "arithmetic" } }] };
  const call = { toolCalls: [{ name: "calc", arguments: { calculations } }] };
  await using setup = await withScriptedModel([{ text: "hi" }, find, call, { text: "42" }]);
  const { workspace } = setup;
  const loadedBy = (prompt: string) => loadedFiles(workspace, ["-p", prompt]);
  const isOfExtensions = /^(awake-extensions|extension-host|calc|titles|tool-search)-/;
  const plain = await loadedBy("hello");
  expect(plain.map(([name]) => name).filter((name) => isOfExtensions.test(name))).toEqual([]);
  expect(plain.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(414_000);
  const using = (await loadedBy("calculate")).map(([name]) => name.replace(/-[A-Z0-9]{8}\.js$/, ""));
  expect(using.filter((name) => isOfExtensions.test(`${name}-`))).toEqual(["awake-extensions", "tool-search", "calc"]);
});

test("a hook, a custom tool and a custom command in their folders run on the same host", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "dice", arguments: {} }] },
    { toolCalls: [{ name: "bash", arguments: { command: "rm -rf everything" } }] },
    { text: "done" },
  ]);
  const { workspace, server } = setup;
  await workspace.write(
    ".omp/hooks/pre/guard.ts",
    `export default (pi) => pi.on("tool_call", ({ toolName, input }) =>
      toolName === "bash" && input.command.includes("rm -rf") ? { block: true, reason: "guarded" } : undefined);`,
  );
  await workspace.write(
    ".omp/tools/dice/index.ts",
    `export default (pi) => ({
      name: "dice", label: "Dice", description: "Rolls a die", parameters: pi.typebox.Type.Object({}),
      execute: async () => ({ content: [{ type: "text", text: "rolled 4" }] }),
    });`,
  );
  await workspace.write(
    ".omp/commands/roll/index.ts",
    `export default () => ({ name: "roll", description: "Rolls", execute: (args) => "Roll for " + args.join("+") });`,
  );
  const exit = await runCli({ workspace, args: ["--approve", "-p", "/roll luck now"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
  const [first, second, third] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(first).toContain("Roll for luck+now");
  expect(second).toContain("rolled 4");
  expect(third).toContain("guarded");
});

const IN_FOLDERS = {
  "tools/where.ts": `export default (pi) => ({
  name: "where", label: "Where", description: "Says where", parameters: { type: "object", properties: {} },
  execute: async (_id, _params, _onUpdate, ctx) => ({ content: [{ type: "text", text: "at " + ctx.cwd }] }),
});`,
  "commands/shout.ts": `export default () => ({ name: "shout", execute: (args) => args.join(" ").toUpperCase() });`,
  "hooks/pre/guard.ts": `export default (pi) => pi.on("tool_call", (event) => event.toolName === "bash" ? { block: true, reason: "guarded" } : undefined);`,
};

test("R114 hooks, custom tools and custom commands are found in their folders and run on the host", async () => {
  const calls = {
    toolCalls: [
      { name: "where", arguments: {} },
      { name: "bash", arguments: { command: "true" } },
    ],
  };
  await using setup = await withScriptedModel([calls, { text: "done" }]);
  const { workspace, server } = setup;
  for (const [file, text] of Object.entries(IN_FOLDERS)) {
    const path = join(workspace.tauHome, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  expect(await runCli({ workspace, args: ["-p", "go"] })).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
  const sent = JSON.stringify(server.requests[1]?.body);
  expect(sent).toContain(`at ${workspace.cwd}`);
  expect(sent).toContain("guarded");
});

test("a word behind a flag that takes none keeps its place in the prompt", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace, server } = setup;
  await workspace.write("flag.ts", `export default (pi) => pi.registerFlag("loud", { type: "boolean" });`);
  const exit = await runCli({ workspace, args: ["-e", "flag.ts", "-p", "say", "--loud", "it", "again"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(JSON.stringify(server.requests[0]?.body)).toContain("say it again");
});

test("P-EXT-5 the flags of the user's extensions are in the help", async () => {
  await using setup = await withScriptedModel({ text: "never" }, { files: { "ext.ts": EXTENSION } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-e", "ext.ts", "--help"] });
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(exit.stdout).toMatch(/Of extensions:\n {2}--ssh <value> .+\n {2}--loud +Shout\n$/);
  const plain = await runCli({ workspace: setup.workspace, args: ["--help"] });
  expect(plain.stdout).toMatch(/Of extensions:\n {2}--ssh <value> .+\n$/);
  const none = await runCli({ workspace: setup.workspace, args: ["--no-extensions", "--help"] });
  expect(none.stdout).not.toContain("Of extensions");
});

const STRAY = `
import { spawn } from "node:child_process";
export default (pi: any) => {
  pi.on("session_start", (_event: unknown, ctx: any) => {
    // Goes on after the end, when the context counts no more.
    setInterval(() => void ctx.hasUI, 5);
    Promise.reject(new Error("floating"));
    spawn("no-such-program-for-sure");
  });
  pi.registerTool({
    name: "late", label: "Late", description: "Fails later", parameters: { type: "object", properties: {} },
    execute: async () => {
      setTimeout(() => { throw new Error("in a timer"); });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { content: [{ type: "text", text: "ok" }], details: undefined };
    },
  });
};
`;

test("errors that escape an extension's timers and promises are told, and what it leaves running keeps nobody", async () => {
  await using setup = await withScriptedModel([{ toolCalls: [{ name: "late", arguments: {} }] }, { text: "done" }], {
    files: { "stray.ts": STRAY },
  });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "-e", "stray.ts", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  const file = setup.workspace.path("stray.ts");
  expect(exit.stderr.trim().split("\n").toSorted()).toEqual([
    `tau: ${file} failed at background work: floating`,
    `tau: ${file} failed at background work: in a timer`,
    `tau: ${file} failed at background work: spawn no-such-program-for-sure ENOENT`,
  ]);
});

test("an error without a trace is the extension's that started the work, and ends the program where none did", async () => {
  const rejects = `
    export default (pi: any) => void pi.on("session_start", () => new Promise((resolve) => {
      setTimeout(() => {
        Promise.reject("no words");
        setImmediate(resolve);
      });
    }));`;
  const waits = `
    export default (pi: any) => void pi.on("session_start", () => {
      globalThis.isInSession = true;
      return new Promise((resolve) => setTimeout(resolve, 5000));
    });`;
  const ours = `
    const timer = setInterval(() => {
      if (!globalThis.isInSession) return;
      clearInterval(timer);
      Promise.reject("no words of ours");
    }, 5);
    timer.unref();`;
  await using setup = await withScriptedModel([{ text: "done" }, { text: "done" }], {
    files: { "rejects.ts": rejects, "waits.ts": waits, "ours.mjs": ours },
  });
  const { workspace } = setup;
  const theirs = await runCli({ workspace, args: ["-p", "-e", "rejects.ts", "go"] });
  expect(theirs).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(theirs.stderr).toBe(`tau: ${workspace.path("rejects.ts")} failed at background work: no words\n`);
  const env = { NODE_OPTIONS: `--import=${workspace.path("ours.mjs")}` };
  const own = await runCli({ workspace, args: ["-p", "-e", "waits.ts", "go"], env });
  expect(own).toMatchObject({ exitCode: 1, stdout: "" });
  expect(own.stderr).toContain("no words of ours");
  expect(own.stderr).not.toContain("failed at");
});

test("an uncaught error of the program's own still ends it", async () => {
  const ours = `
    export default (pi: any) => void pi.on("session_start", () => {
      const error = new Error("ours");
      error.stack = "Error: ours\\n    at run (file:///somewhere/else.js:1:1)";
      setTimeout(() => { throw error; });
      return new Promise((resolve) => setTimeout(resolve, 5000));
    });`;
  await using setup = await withScriptedModel([{ text: "done" }], { files: { "ours.ts": ours } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "-e", "ours.ts", "go"] });
  expect(exit).toMatchObject({ exitCode: 1, stdout: "" });
  expect(exit.stderr).toContain("Error: ours\n    at run (file:///somewhere/else.js:1:1)");
});
