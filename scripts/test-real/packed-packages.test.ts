import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTypesForTests } from "../build-for-tests.mjs";

const prefix = () => join(project, "prefix");
const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
/** The packages that the README installs. */
const PRODUCT = ["ai", "agent", "tui", "coding-agent"];
let project: string;
let tarballs: string[];

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "tau-packed-")));
  buildTypesForTests();
  const folders = [...PRODUCT, "testkit"].map((name) => join(root, "packages", name));
  const { stdout } = await npm(root, "pack", "--json", `--pack-destination=${project}`, ...folders);
  tarballs = (Object.values(JSON.parse(stdout)) as { filename: string }[]).map(({ filename }) =>
    join(project, filename),
  );
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "elsewhere", private: true, type: "module" }));
  // As the README says, but for the folder: a program in the project finds the packages by the link.
  const install = ["install", "--global", `--prefix=${prefix()}`, "--ignore-scripts"];
  await npm(project, ...install, "--prefer-offline", "--no-audit", "--no-fund", ...tarballs);
  await symlink(join(prefix(), "lib/node_modules"), join(project, "node_modules"));
}, 300_000);

afterAll(async () => {
  await rm(project, { recursive: true, force: true });
});

test("the packed packages, installed globally, put tau on the path", async () => {
  const tau = join(prefix(), "bin/tau");
  const { stdout } = await inProject(tau, ["--demo", "-p", "show me"]);
  expect(stdout).toContain("scripted");
  const { stdout: update } = await inProject(tau, ["update", "--self"]).catch(({ stderr }) => ({ stdout: stderr }));
  expect(update).toContain("does not know how it was installed");
});

test("the product installs in less than 60 MB, by content and by the blocks on the disk", async () => {
  const folder = join(project, "size");
  const product = tarballs.filter((path) => !path.includes("testkit"));
  const install = ["install", `--prefix=${folder}`, "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await npm(project, ...install, ...product);
  const sizes = await Promise.all([["--apparent-size"], []].map((flags) => kilobytes(...flags)));
  expect(Math.max(...sizes)).toBeLessThan(60_000);

  async function kilobytes(...flags: string[]) {
    const { stdout } = await run("du", ["-s", "--block-size=1000", ...flags, folder]);
    return Number.parseInt(stdout, 10);
  }
});

test("an SDK session reads a web page with the packages that come with the library", async () => {
  await writeFile(join(project, "page.ts"), PAGE_PROGRAM);
  const { stdout } = await inProject(process.execPath, ["page.ts"]);
  expect(stdout).toContain("Rain tomorrow");
});

test("the licences of bundled packages come with the program", async () => {
  const licences = await readFile(join(prefix(), "lib/node_modules/@tau/coding-agent/dist/bundle/LICENCES"), "utf8");
  for (const name of ["highlight.js", "linkedom", "unpdf", "quickjs-wasi"])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
});

test("a program on the SDK type-checks and runs against the packed packages", async () => {
  await writeFile(join(project, "program.ts"), PROGRAM);
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const flags = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--typeRoots",
    join(root, "node_modules/@types"),
  ];
  await inProject(process.execPath, [compiler, ...flags, "--types", "node", "program.ts"]).catch((error) => {
    throw new Error(error.stdout, { cause: error });
  });
  const { stdout } = await inProject(process.execPath, ["program.ts"]);
  expect(stdout).toMatch(/^answered: .+/);
});

test("an author tests an extension with the packed testkit, in a session and on a screen", async () => {
  await writeFile(join(project, "extension-test.ts"), EXTENSION_TEST);
  const { stdout } = await inProject(process.execPath, ["extension-test.ts"]);
  expect(stdout).toBe("Greeted. Hello, Ada! 0 errors\nOn the screen.\nA script gave 42.\ndemo exits with 0\n");
});

const EXTENSION_TEST = `
import { createCodemodeExtension } from "@tau/coding-agent/pi";
import { createWorkspace, runCli } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";

const greet = (pi) => {
  pi.registerTool({
    name: "greet",
    label: "Greet",
    description: "Greets somebody",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    execute: async (_id, { name }) => ({ content: [{ type: "text", text: "Hello, " + name + "!" }], details: undefined }),
  });
  pi.registerCommand("hello", { handler: async (text, ctx) => ctx.ui.notify("Hello " + text) });
};
{
  await using harness = await createExtensionHarness({
    extensions: [greet],
    script: [{ toolCalls: [{ name: "greet", arguments: { name: "Ada" } }] }, { text: "Greeted." }],
  });
  const answer = await harness.prompt("Greet Ada");
  console.log(answer, harness.session.messages[2].content[0].text, harness.errors.length, "errors");
}
{
  await using harness = await createExtensionHarness({ extensions: [greet], mode: "tui" });
  harness.terminal.press(..."/hello you", "enter");
  await harness.terminal.waitForText("Hello you");
}
console.log("On the screen.");
{
  // Its worker and its WebAssembly are files of the packed program.
  await using harness = await createExtensionHarness({
    extensions: [createCodemodeExtension({ mode: "only" })],
    script: [{ toolCalls: [{ name: "codemode", arguments: { code: "return 6 * 7" } }] }, { text: "Done." }],
  });
  await harness.prompt("Go");
  console.log("A script gave " + /42/.exec(JSON.stringify(harness.session.messages[2].content)) + ".");
}
await using workspace = await createWorkspace();
const { exitCode } = await runCli({ workspace, args: ["--demo", "-p", "hi"] });
console.log("demo exits with", exitCode);
`;

const PROGRAM = `
import { demoModel } from "@tau/ai";
import { createAgentSession, SessionManager } from "@tau/coding-agent";

const sessionManager = SessionManager.inMemory(process.cwd());
const { session } = await createAgentSession({ sessionManager, model: demoModel });
const events: string[] = [];
session.subscribe((event) => events.push(event.type));
await session.prompt("hello");
if (!events.includes("agent_settled")) throw new Error(events.join());
console.log("answered:", session.getLastAssistantText());
await session.dispose();
`;

const PAGE_PROGRAM = `
import { createServer } from "node:http";
import { demoModel } from "@tau/ai";
import { createAgentSession, SessionManager, SettingsManager } from "@tau/coding-agent";

const server = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<html><body><article><h1>Weather</h1><p>" + "Rain tomorrow. ".repeat(60) + "</p></article></body></html>");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { session } = await createAgentSession({
  sessionManager: SessionManager.inMemory(process.cwd()),
  settingsManager: SettingsManager.inMemory({ fetch: { privateHosts: ["127.0.0.1"] } }),
  model: demoModel,
  batteries: ["fetch"],
});
const read = session.agent.state.tools.find(({ name }) => name === "read");
const result = await read.execute("1", { path: "http://127.0.0.1:" + server.address().port + "/" });
console.log(JSON.stringify(result.content));
server.close();
await session.dispose();
`;

function inProject(command: string, args: string[]) {
  const env = {
    PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    HOME: project,
    TAU_HOME: join(project, ".tau"),
    TAU_OFFLINE: "1",
  };
  const started = run(command, args, { cwd: project, env });
  started.child.stdin?.end();
  return started;
}

function npm(cwd: string, ...args: string[]) {
  return run("npm", args, { cwd, maxBuffer: 64 * 1024 * 1024 });
}
