import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtCli, repositoryRoot, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { makeZip } from "../../../extensions/documents/test/make-archive.ts";
import { loadedBeforeFirstFrame, loadedFiles } from "./loaded-files.ts";
import { withScriptedModel } from "./scripted-model.ts";

const CALLS = [
  { name: "bash", arguments: { command: "echo hello" } },
  { name: "write", arguments: { path: "a.txt", content: "one" } },
  { name: "edit", arguments: { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] } },
  { name: "read", arguments: { path: "a.txt" } },
  { name: "grep", arguments: { pattern: "two" } },
  { name: "find", arguments: { pattern: "*.txt" } },
  { name: "ls", arguments: { path: "." } },
];

test("a run without a screen loads none of it, whatever tools it uses and however its model is named", async () => {
  await using setup = await withScriptedModel([...CALLS.map((call) => ({ toolCalls: [call] })), { text: "done" }]);
  const { workspace, server } = setup;
  const model = ["--model", "scripted/model", "--models", "scripted/*"];
  const tools = ["--tools", CALLS.map(({ name }) => name).join(",")];
  const loaded = await loadedFiles(workspace, ["-p", ...model, ...tools, "use them all"]);
  expect(await workspace.read("a.txt")).toBe("two");
  expect(server.requests).toHaveLength(CALLS.length + 1);
  expect(loaded.map(([name]) => name).filter((name) => name.startsWith("open-screen"))).toEqual([]);
});

test("a plain run loads none of Node's larger modules that it does not need", async () => {
  await using setup = await withScriptedModel({ text: "Hello." });
  const { workspace } = setup;
  const report = `process.on("exit", () => process.getBuiltinModule("node:fs").writeFileSync("modules.json", JSON.stringify(process.moduleLoadList)));`;
  await workspace.write("modules.cjs", report);
  const env = { NODE_OPTIONS: "--require ./modules.cjs" };
  expect(await runCli({ workspace, args: ["-p", "hi"], env })).toMatchObject({ exitCode: 0, stdout: "Hello.\n" });
  const loaded = JSON.parse(await workspace.read("modules.json")) as string[];
  expect(loaded).toContain("NativeModule http");
  const large = [
    "perf_hooks",
    "crypto",
    "child_process",
    "worker_threads",
    "internal/deps/undici/undici",
    "sqlite",
    "v8",
  ];
  expect(large.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
});

test("the help loads nothing of a run", async () => {
  await using setup = await withScriptedModel({ text: "Hello." });
  const names = async (args: string[]) =>
    (await loadedFiles(setup.workspace, args)).map(([name]) => name.replace(/-[A-Z0-9]{8}\.js$/, ""));
  expect(await names(["-p", "hi"])).toContain("run-application");
  expect(await names(["--help"])).not.toContain("run-application");
});

test("the first frame waits for nothing that is looked at after it, nor for extensions that can sleep", async () => {
  await using setup = await withScriptedModel({ text: "Hello." });
  const { workspace } = setup;
  const later = ["show-news", "first-run", "follow-theme-file", "theme-file", "awake-extensions", "bind-extensions"];
  const loadedOf = async (args: string[]) => {
    const loaded = await loadedBeforeFirstFrame(workspace, args);
    expect(loaded).toContain("open-screen");
    return loaded.filter((name) => later.includes(name));
  };
  expect(await loadedOf([])).toEqual([]);
  expect(await runCli({ workspace, args: ["-p", "hi"] })).toMatchObject({ exitCode: 0, stdout: "Hello.\n" });
  expect(await loadedOf(["-c"])).toEqual([]);
});

test("in the default mode a run that calls no tool loads nothing of the policy and the sandbox, and one that calls a tool does", async () => {
  const parts = /^(?:session-rules|policy|settings-rules|judge-script|session-sandbox|run-sandboxed)-/;
  const loadedOf = async (script: Parameters<typeof withScriptedModel>[0]) => {
    await using setup = await withScriptedModel(script);
    const loaded = await loadedFiles(setup.workspace, ["-p", "hi"], { TAU_PERMISSION_MODE: "" });
    return loaded.map(([name]) => name).filter((name) => parts.test(name));
  };
  expect(await loadedOf({ text: "Hello." })).toEqual([]);
  const call = { toolCalls: [{ name: "bash", arguments: { command: "echo hello" } }] };
  expect(await loadedOf([call, { text: "Hello." }])).not.toEqual([]);
});

test("a run that uses no battery loads none, although what they work with is there; reading an archive loads its reader", async () => {
  const batteries = readdirSync(join(repositoryRoot, "packages/extensions"));
  const call = { toolCalls: [{ name: "read", arguments: { path: "a.zip" } }] };
  await using setup = await withScriptedModel([{ text: "Hello." }, call, { text: "Hello." }], { git: true });
  const { workspace } = setup;
  await workspace.git("remote", "add", "origin", "https://github.com/octo/app");
  await workspace.write("a.zip", makeZip([{ name: "a.txt", content: "a" }]));
  await workspace.configure("ssh.json", { hosts: { build: { host: "10.0.0.5" } } });
  const loadedOf = async () => {
    const loaded = await loadedFiles(workspace, ["-p", "hi"]);
    const names = loaded.map(([name]) => name.replace(/-[A-Z0-9]{8}\.js$/, ""));
    return batteries.filter((battery) => names.includes(battery));
  };
  expect(await loadedOf()).toEqual([]);
  // Some are told late that the session has begun, once a tool has run.
  const late = ["jobs", "ssh", "task", "worktree"];
  expect((await loadedOf()).filter((name) => !late.includes(name))).toEqual(["documents"]);
});

const LIST_LOOKUPS = `
const fs = process.getBuiltinModule("node:fs");
const lookups = [];
for (const name of ["existsSync", "statSync", "lstatSync", "readdirSync", "realpathSync"]) {
  const original = fs[name];
  fs[name] = Object.assign((path, ...rest) => (lookups.push([name, String(path)]), original(path, ...rest)), original);
}
process.getBuiltinModule("node:module").syncBuiltinESMExports();
process.on("exit", () => fs.writeFileSync("lookups.json", JSON.stringify(lookups)));
`;

test("a plain run looks for few files in folders that are not there, for few links to its own, and seldom at the credentials", async () => {
  await using setup = await withScriptedModel({ text: "Hello." });
  const { workspace } = setup;
  await workspace.write("lookups.cjs", LIST_LOOKUPS);
  const env = { NODE_OPTIONS: "--require ./lookups.cjs" };
  expect(await runCli({ workspace, args: ["-p", "hi"], env })).toMatchObject({ exitCode: 0, stdout: "Hello.\n" });
  const lookups = JSON.parse(await workspace.read("lookups.json")) as [name: string, path: string][];
  const own = dirname(builtCli);
  const inMissingFolders = lookups.filter(([, path]) => !path.startsWith(own) && !existsSync(dirname(path)));
  // 120 when each place was looked for by itself.
  expect(inMissingFolders.length).toBeLessThan(30);
  const links = lookups.filter(([name, path]) => name === "realpathSync" && path.startsWith(join(own, "bundle")));
  expect(links.length).toBeLessThan(12);
  const credentials = lookups.filter(([, path]) => path.endsWith("/auth.json"));
  expect(credentials.length).toBeLessThan(12);
});
