import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ModelRequest, waitUntil } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { manifest as task } from "../../task/manifest.ts";
import { manifest } from "../manifest.ts";
import { serverFile } from "./server-file.ts";

let folder: string;
let record: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-mcp-"));
  record = join(folder, "record");
  writeFileSync(record, "");
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const recorded = () => readFileSync(record, "utf8").split("\n").filter(Boolean);
const pids = (what: string) =>
  recorded().flatMap((line) => (line.startsWith(what) ? [Number(line.split(" ")[1])] : []));
const opened = async (options: Partial<ExtensionHarnessOptions>) =>
  await createExtensionHarness({ extensions: [manifest], script: () => ({ text: "Done." }), ...options });

const until = async (holds: () => boolean, problem: string) =>
  await waitUntil(() => holds() || undefined, { describe: () => problem });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("P-OMP-3: with known tools no server starts before its first call", async () => {
  await using harness = await opened({
    files: serverFile({ one: ["plain", record] }),
    script: [
      { text: "First." },
      { text: "Second." },
      { toolCalls: [{ name: "mcp__one__echo", arguments: { text: "now" } }] },
      { text: "Third." },
    ],
  });
  await harness.prompt("One");
  expect(pids("started").length).toBeGreaterThan(0);
  const before = recorded().length;
  await harness.restart();
  await harness.prompt("Two");
  expect(harness.session.getAllTools().map(({ name }) => name)).toContain("mcp__one__echo");
  expect(recorded()).toHaveLength(before);
  await harness.prompt("Three");
  expect(JSON.stringify(harness.session.messages)).toContain("You said: now");
  expect(recorded()).toHaveLength(before + 1);
});

test("P-OMP-54: agents call through the connection of the session, also one whose file names a server", async () => {
  const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args as never }] });
  const isAgent = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
  const told = ({ body }: ModelRequest, text: string) => JSON.stringify(body).includes(text);
  const agent = "---\ndescription: own\ntools: mcp__one\n---\nYou work.";
  const tasks = [{ id: "a", task: "Do it." }];
  let parent = 0;
  await using harness = await opened({
    extensions: [manifest, task],
    files: { ...serverFile({ one: ["plain", record] }), ".tau/agents/own.md": agent },
    script: (request) => {
      if (isAgent(request))
        return told(request, "You said: by an agent")
          ? call("yield", { data: "done" })
          : call("mcp__one__echo", { text: "by an agent" });
      const steps = [
        call("mcp__one__echo", { text: "by the session" }),
        call("task", { agent: "own", tasks }),
        call("task", { agent: "task", tasks }),
      ];
      return steps[parent++] ?? { text: "ok" };
    },
  });
  await harness.prompt("go");
  const results = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [JSON.stringify(message.content)] : [],
  );
  expect(results).toEqual([
    expect.stringContaining("You said: by the session"),
    expect.stringContaining("0-a (own): completed"),
    expect.stringContaining("1-a (task): completed"),
  ]);
  expect(pids("started")).toHaveLength(1);
  const offered = harness.server.requests.filter(isAgent).map(({ tools }) => tools.map(({ name }) => name));
  expect(offered[0]).toContain("mcp__one__echo");
  expect(offered[0]?.filter((name) => !name.startsWith("mcp__one__")).sort()).toEqual(["yield"]);
});

test("P-OMP-2, P-OMP-5: servers that hang or die are named on stderr after the time limit, and the others work", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await using harness = await opened({
      files: serverFile({ good: "plain", hangs: "silent", ends: "dies", wrong: "nonsense" }),
      settings: { mcp: { startupTimeout: 4 } },
    });
    await harness.prompt("One");
    const text = said.mock.calls.map(([line]) => String(line)).join("");
    expect(text).toContain("MCP server hangs: no answer within 4 s");
    expect(text).toContain("MCP server ends: The MCP server ends cannot be reached");
    expect(text).toContain("its answer to initialize does not follow the protocol.");
    expect(text).not.toContain("invalid_type");
    expect(text).not.toContain("good");
    expect(harness.session.getAllTools().map(({ name }) => name)).toContain("mcp__good__echo");
  } finally {
    said.mockRestore();
  }
});

test("a damaged cache is as none", async () => {
  await using harness = await opened({ files: serverFile({ one: "plain" }) });
  await harness.prompt("One");
  const cache = join(harness.workspace.tauHome, "cache", "mcp");
  const [file = ""] = await readdir(cache);
  writeFileSync(join(cache, file), '{"format":1,"tools":');
  await harness.restart();
  await harness.prompt("Two");
  expect(harness.session.getAllTools().map(({ name }) => name)).toContain("mcp__one__echo");
});

test("a server and all that it started end with the session, also one that does not end by itself", async () => {
  const harness = await opened({
    files: serverFile({ wraps: ["wrapper", record], stays: ["stubborn", record] }),
  });
  await harness.prompt("One");
  const all = [...pids("started"), ...pids("grandchild")];
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(all.some(isAlive)).toBe(true);
  await harness[Symbol.asyncDispose]();
  await until(() => !all.some(isAlive), "processes are left");
});

test("P-OMP-9: tools that change all the time are followed, old ones taken back", async () => {
  await using harness = await opened({ files: serverFile({ one: "changing" }) });
  await harness.prompt("One");
  const names = () => harness.session.getAllTools().flatMap(({ name }) => (name.startsWith("mcp__") ? [name] : []));
  const first = names();
  expect(first).toHaveLength(1);
  await until(() => names().join() !== first.join(), "the tools stay the same");
  expect(names()).toHaveLength(1);
});

test("a stopped call is cancelled at the server", async () => {
  await using harness = await opened({
    files: serverFile({ one: ["plain", record] }),
    script: [{ toolCalls: [{ name: "mcp__one__never", arguments: {} }] }, { text: "Stopped." }],
  });
  const running = harness.prompt("One");
  await until(() => harness.events.some(({ type }) => type === "tool_execution_start"), "no call");
  await harness.session.abort();
  await running;
  await until(() => recorded().includes("cancelled"), "the server was not told");
});

test("a call has a time limit", async () => {
  await using harness = await opened({
    files: serverFile({ one: "plain" }, { timeout: 0.5 }),
    script: [{ toolCalls: [{ name: "mcp__one__never", arguments: {} }] }, { text: "Late." }],
  });
  await harness.prompt("One");
  expect(JSON.stringify(harness.session.messages)).toContain("never of the MCP server one did not answer within 0.5 s");
});

test("values of env are resolved; one that cannot be had is told of", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await using harness = await opened({
      files: serverFile({ one: "plain" }, { env: { TOKEN: "!printf from-a-command" } }),
      script: [{ toolCalls: [{ name: "mcp__one__env", arguments: {} }] }, { text: "Done." }],
    });
    await harness.prompt("One");
    expect(JSON.stringify(harness.session.messages)).toContain("from-a-command");
    expect(existsSync(join(harness.workspace.tauHome, "cache", "mcp"))).toBe(true);
    await using other = await opened({ files: serverFile({ two: "plain" }, { env: { TOKEN: "!exit 1" } }) });
    await other.prompt("One");
    expect(said.mock.calls.join("")).toContain("The command for TOKEN failed: exit 1");
  } finally {
    said.mockRestore();
  }
});
