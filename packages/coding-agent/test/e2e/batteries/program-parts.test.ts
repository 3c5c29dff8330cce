import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, startCli, startCliInPty, type Workspace } from "@tau/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addExtension } from "../interactive/add-extension.ts";
import { withScriptedModel } from "../scripted-model.ts";
import { type BuiltProgram, buildWithBatteries } from "./build-with-batteries.ts";

/** Exports add(a, b) of two 32-bit integers. */
const ADD_WASM = Buffer.from(
  "0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b",
  "hex",
);

const KIT = {
  "kit/add.wasm": ADD_WASM,
  "kit/double.ts": "export const double = (value: number): number => value * 2;",
  "kit/worker.ts": `import { parentPort, workerData } from "node:worker_threads";
    import { double } from "./double.ts";
    parentPort?.postMessage(double(workerData as number));`,
  "kit/manifest.ts": `export const manifest = {
    name: "kit",
    description: "A kit",
    flags: { "kit-level": { type: "string", description: "How much of the kit" } },
    settings: { kit: { type: "object", properties: { limit: { type: "integer", default: 3, description: "How many" } } } },
    subcommand: { description: "Look into the kit", usage: ["tau kit list [--all]"], words: ["list"] },
    mode: { description: "Speaks kit" },
    commands: { kit: { description: "The kit", words: ["list", "load"] } },
    assets: ["worker.ts", "add.wasm"],
    keys: { "ext.kit.go": { key: "alt+k", description: "Go" } },
    load: () => import("./index.ts"),
  };`,
  "kit/index.ts": `
    process.stderr.write("code of kit\\n");
    export default function (pi) {
      pi.registerSubcommand("kit", {
        async run(args, ctx) {
          if (args[0] === "compute") {
            const module = await pi.assets.compileWasm("add.wasm");
            const sum = new WebAssembly.Instance(module).exports.add(20, 1);
            const worker = await pi.assets.startWorker("worker.ts", { workerData: sum });
            ctx.print(String(await new Promise((resolve) => worker.once("message", resolve))));
            return 0;
          }
          ctx.print([...args, ctx.settings.get("kit.limit")].join(" "));
          return 7;
        },
      });
      pi.registerMode("kit", {
        async run({ session, input, write, signal }) {
          console.log("not for stdout");
          let text = "";
          for await (const chunk of input) {
            text += chunk;
            if (text.includes("\\n")) break;
          }
          if (text.trim() === "wait") {
            console.log("waits with nothing to do");
            return await new Promise(() => undefined);
          }
          await session.prompt(text.trim());
          write("<" + session.messages.at(-1).content[0].text + " " + pi.getFlag("kit-level") + ">\\n");
          return 5;
        },
      });
      pi.registerShortcut("alt+k", { action: "ext.kit.go", handler: (ctx) => ctx.ui.notify("the kit goes") });
      pi.registerCommand("kit", { handler: (args, ctx) => ctx.ui.notify("kit does " + args) });
    }`,
};

let program: BuiltProgram | undefined;

beforeAll(async () => {
  program = await buildWithBatteries(KIT);
});

afterAll(() => program?.[Symbol.dispose]());

function cli(): string {
  if (!program) throw new Error("not built");
  return program.cli;
}

const run = (workspace: Workspace, ...args: string[]) => runCli({ workspace, cli: cli(), args });

test("flags and the command of a battery are in the help and in the completion of every shell, without its code", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const { workspace } = setup;
  const help = await run(workspace, "--help");
  expect(help).toMatchObject({ exitCode: 0, stderr: "" });
  expect(help.stdout).toMatch(/^ {2}kit +Look into the kit$/m);
  expect(help.stdout).toMatch(/^ {2}--kit-level <value> +How much of the kit$/m);
  expect((await run(workspace, "kit", "--help")).stdout).toBe("Look into the kit\n\nUsage:\n  tau kit list [--all]\n");
  expect((await run(workspace, "help", "kit")).stdout).toContain("tau kit list [--all]");
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout, stderr } = await run(workspace, "completion", shell);
    expect(stderr).toBe("");
    expect(stdout, shell).toMatch(/kit-level/);
    expect(stdout, shell).toMatch(/\bkit\b[^\n]*list/);
  }
  await run(workspace, "config", "disable", "kit");
  expect((await run(workspace, "--help")).stdout).not.toContain("kit");
});

test("tau <battery> runs its code with what follows, its settings and its exit code", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const { workspace } = setup;
  expect(await run(workspace, "kit", "list", "--all")).toMatchObject({ exitCode: 7, stdout: "list --all 3\n" });
  await workspace.configure("settings.json", { kit: { limit: 9 } });
  expect(await run(workspace, "kit")).toMatchObject({ exitCode: 7, stdout: "9\n" });
});

test("settings of a battery are checked, read and written as our own are", async () => {
  await using setup = await withScriptedModel(() => ({ text: "hi" }));
  const { workspace } = setup;
  const config = (...args: string[]) => run(workspace, "config", ...args);
  expect(await config("get", "kit.limit")).toMatchObject({ exitCode: 0, stdout: "3\n" });
  expect(await config("set", "kit.limit", "many")).toMatchObject({ exitCode: 3 });
  expect(await config("set", "kit.limit", "12")).toMatchObject({ exitCode: 0 });
  expect(await config("get", "kit.limit")).toMatchObject({ stdout: "12\n" });
  const path = join(workspace.tauHome, "settings.json");
  await writeFile(path, (await readFile(path, "utf8")).replace("12", '"many"'));
  const exit = await run(workspace, "-p", "hello");
  expect(exit).toMatchObject({ exitCode: 0, stdout: "hi\n" });
  expect(exit.stderr).toMatch(/settings\.json:\d+: "kit\.limit" must be an integer; ignored\n$/);
  await using tau = startCliInPty({ workspace, cli: cli(), columns: 90, rows: 40 });
  await tau.waitForText(/─{30}/);
  tau.send("/settings\r");
  await tau.waitForText("Settings");
  tau.send("kit.limit");
  await tau.waitForText(/kit\.limit +3/);
});

test("a mode of a battery has the session, stdin, a clean stdout, its flags and its exit code", async () => {
  await using setup = await withScriptedModel(() => ({ text: "answer" }));
  const { workspace } = setup;
  const args = ["--mode", "kit", "--kit-level", "high"];
  const exit = await runCli({ workspace, cli: cli(), args, stdin: "hello\n" });
  expect(exit).toMatchObject({ exitCode: 5, stdout: "<answer high>\n" });
  expect(exit.stderr).toContain("not for stdout");
  const unknown = await run(workspace, "--mode", "tik");
  expect(unknown).toMatchObject({ exitCode: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/--mode is one of text, json, rpc, .*kit.*, not "tik"/);
});

test("a mode that does not end is ended by a signal, with its exit code", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  await using tau = startCli({ workspace: setup.workspace, cli: cli(), args: ["--mode", "kit"], stdin: "open" });
  await tau.waitForOutput("not for stdout", { stream: "stderr" });
  tau.write("wait\n");
  await tau.waitForOutput("waits with nothing to do", { stream: "stderr" });
  process.kill(tau.pid, "SIGTERM");
  expect(await tau.exited).toMatchObject({ exitCode: 143, stdout: "" });
});

test("keys of a battery work before its code is there, and can be rebound; its command completes its words", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const { workspace } = setup;
  await using tau = startCliInPty({ workspace, cli: cli(), columns: 90, rows: 40 });
  await tau.waitForText(/─{30}/);
  tau.send("/kit l");
  await tau.waitForText(/list[\s\S]*load/);
  tau.press("ctrl+c");
  tau.send("\u001bk");
  await tau.waitForText("the kit goes");
  tau.press("ctrl+d");
  await tau.exited;
  await workspace.configure("keybindings.json", { "ext.kit.go": "alt+j" });
  await using again = startCliInPty({ workspace, cli: cli(), columns: 90, rows: 40 });
  await again.waitForText(/─{30}/);
  again.send("\u001bj");
  await again.waitForText("the kit goes");
  expect(again.terminal.screen().join("\n")).not.toContain("there is no action");
});

const THIRD = `export default function (pi) {
  pi.settings.register("mine", { type: "object", properties: { size: { type: "integer", default: 2 } } });
  pi.registerSubcommand("mine", { run: (args, ctx) => { ctx.print([...args, pi.settings.get("mine.size")].join(" ")); return 6; } });
  pi.registerMode("mine", { run: ({ write }) => { write("my mode\\n"); } });
  pi.registerMode("desk", { serve: async ({ sessions, write }) => {
    const own = [];
    const client = { cwd: process.cwd(), extension: (pi) => own.push(pi) };
    const all = [await sessions.create(client), await sessions.create(client)];
    await Promise.all(all.map((session, index) => session.prompt("prompt " + index)));
    for (const { messages } of all) write(messages.at(-1).content[0].text + "\\n");
    const ids = all.map(({ sessionId }) => sessionId);
    write([own.length, (await sessions.list()).every(({ id }) => ids.includes(id))].join(" ") + "\\n");
    return 4;
  } });
}`;

test("an extension of the user's has commands, modes and settings by the same API", async () => {
  await using setup = await withScriptedModel(() => ({ text: "hi" }));
  const { workspace } = setup;
  await addExtension(workspace, THIRD);
  expect(await run(workspace, "mine", "a", "--b")).toMatchObject({ exitCode: 6, stdout: "a --b 2\n", stderr: "" });
  expect(await run(workspace, "--mode", "mine")).toMatchObject({ exitCode: 0, stdout: "my mode\n", stderr: "" });
  expect(await run(workspace, "--mode", "desk")).toMatchObject({ exitCode: 4, stdout: "hi\nhi\n2 true\n", stderr: "" });
  await workspace.configure("settings.json", {
    ...(JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8")) as object),
    mine: { size: "large" },
  });
  const exit = await run(workspace, "-p", "hello");
  expect(exit).toMatchObject({ exitCode: 0, stdout: "hi\n" });
  expect(exit.stderr).toMatch(/"mine\.size" must be an integer; ignored/);
});

test("an extension that declares its flags in package.json is not loaded for the help", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const { workspace } = setup;
  const folder = join(workspace.tauHome, "extensions", "declared");
  await mkdir(folder, { recursive: true });
  const flags = { loud: { type: "boolean", description: "Shout" } };
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "declared", tau: { flags, extensions: ["./index.ts"] } }),
  );
  await writeFile(join(folder, "index.ts"), 'process.stderr.write("loaded"); export default () => undefined;');
  const help = await run(workspace, "--help");
  expect(help.stdout).toMatch(/^ {2}--loud +Shout$/m);
  expect(help.stderr).toBe("");
});

test("a battery's worker and its WebAssembly file come with the built program", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, cli: cli(), args: ["kit", "compute"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "42\n" });
});
