import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { builtCli, createWorkspace, startModelServer, useScriptedModel } from "@tau/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const ACPX = "acpx@0.19.1";
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tau-acpx-"));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", folder, ACPX]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Message {
  readonly method?: string;
  readonly params?: { readonly update?: { readonly sessionUpdate: string } };
  readonly result?: { readonly stopReason?: string };
}

/** Runs acpx, a client by others with an older SDK, and returns the messages that it prints. */
async function acpx(options: readonly string[], script: Parameters<typeof startModelServer>[0]["script"]) {
  const workspace = await createWorkspace({ files: { "a.txt": "one\n" } });
  await using server = await startModelServer({ script });
  await useScriptedModel(workspace, server);
  const program = join(folder, "node_modules", "acpx", "dist", "cli.js");
  const agent = `${process.execPath} ${builtCli} --mode acp --permission-mode ask`;
  const args = [program, "--agent", agent, "--cwd", workspace.cwd, "--format", "json", ...options, "exec", "go"];
  // Its exit code is not 0 if it has refused something.
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: workspace.cwd,
    env: workspace.env,
  }).catch((error: Error & { stdout: string }) => error);
  const messages = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Message);
  return { workspace, server, messages };
}

const kindsOf = (messages: readonly Message[]) => messages.flatMap(({ params }) => params?.update?.sessionUpdate ?? []);

test("acpx gets an answer", async () => {
  const { messages, workspace } = await acpx(["--approve-all"], { text: ["Hel", "lo."] });
  expect(kindsOf(messages)).toEqual(expect.arrayContaining(["agent_message_chunk", "available_commands_update"]));
  expect(messages.some(({ result }) => result?.stopReason === "end_turn")).toBe(true);
  await workspace[Symbol.asyncDispose]();
});

test("its files, terminals and permissions are used", async () => {
  const edit = { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] };
  const { messages, workspace, server } = await acpx(
    ["--approve-all"],
    [
      { toolCalls: [{ name: "edit", arguments: edit }] },
      { toolCalls: [{ name: "bash", arguments: { command: "touch c.txt; echo of the $((40 + 2))" } }] },
      { text: "Done." },
    ],
  );
  const methods = messages.flatMap(({ method }) => method ?? []);
  expect(methods).toEqual(
    expect.arrayContaining([
      "session/request_permission",
      "fs/read_text_file",
      "fs/write_text_file",
      "terminal/create",
    ]),
  );
  expect(readFileSync(workspace.path("a.txt"), "utf8")).toBe("two\n");
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("of the 42");
  await workspace[Symbol.asyncDispose]();
});

test("what it refuses does not happen", async () => {
  const { messages, workspace } = await acpx(
    ["--deny-all"],
    [{ toolCalls: [{ name: "write", arguments: { path: "b.txt", content: "" } }] }, { text: "Not done." }],
  );
  expect(messages.flatMap(({ method }) => method ?? [])).toContain("session/request_permission");
  expect(await workspace.list()).toEqual(["a.txt"]);
  await workspace[Symbol.asyncDispose]();
});
