import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { readPhases } from "../read-phases.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const ESCAPE = "\x1b";

const call = (...ops: object[]) => ({ toolCalls: [{ name: "todo", arguments: { ops } }] });
const init = call({ op: "init", list: [{ phase: "Build", items: ["parser", "printer"] }] });
const done = (task: string) => call({ op: "done", task });
const finish = call({ op: "done" });

function open(options: Partial<ExtensionHarnessOptions> & Pick<ExtensionHarnessOptions, "script">) {
  return createExtensionHarness({ extensions: [manifest], ...options });
}

type Harness = Awaited<ReturnType<typeof open>>;

const list = ({ session }: Harness) =>
  readPhases(session.sessionManager.getBranch()).flatMap(({ tasks }) =>
    tasks.map(({ content, status }) => [content, status]),
  );
const lastUserText = ({ server }: Harness, request: number) => JSON.stringify(server.requests[request]?.body);

test("the model keeps the list, and the session has it after a restart", async () => {
  await using harness = await open({ script: [init, done("parser"), finish, { text: "all done" }] });
  expect(await harness.prompt("go")).toBe("all done");
  const [first] = harness.session.messages.filter(({ role }) => role === "toolResult");
  expect(first).toMatchObject({
    isError: false,
    content: [{ text: "Build:\n[>] parser (task-1)\n[ ] printer (task-2)" }],
    details: { phases: [{ name: "Build" }], problems: [] },
  });
  await harness.restart();
  expect(list(harness)).toEqual([
    ["parser", "completed"],
    ["printer", "completed"],
  ]);
  expect(harness.errors).toEqual([]);
});

test("only operations that cannot be carried out are an error, and change nothing", async () => {
  await using harness = await open({ script: [done("nothing"), { text: "oh" }] });
  await harness.prompt("go");
  expect(harness.session.messages[2]).toMatchObject({
    isError: true,
    content: [{ text: 'There is no task "nothing".\nThe list is empty.' }],
  });
  expect(list(harness)).toEqual([]);
});

test("a run that ends with open tasks goes on, twice for each prompt", async () => {
  const script = [init, { text: "one" }, { text: "two" }, { text: "three" }, finish, { text: "really done" }];
  await using harness = await open({ script });
  expect(await harness.prompt("go")).toBe("three");
  expect(lastUserText(harness, 2)).toMatch(/still has 2 open tasks:.*- parser \(task-1\)/);
  expect(harness.server.requests).toHaveLength(4);
  expect(await harness.prompt("go on")).toBe("really done");
});

test("reminders can be switched off, and a run that was stopped has none", async () => {
  await using off = await open({ script: [init, { text: "one" }], settings: { todo: { reminders: 0 } } });
  expect(await off.prompt("go")).toBe("one");
  await using stopped = await open({ script: [init, { failure: "invalid-request" }] });
  await stopped.prompt("go");
  expect(stopped.server.requests).toHaveLength(2);
});

test("each branch has its own list", async () => {
  const script = [init, finish, { text: "done" }];
  await using harness = await open({ script });
  await harness.prompt("go");
  const { session } = harness;
  const entries = session.sessionManager.getBranch();
  const first = entries.find((entry) => entry.type === "message" && entry.message.role === "toolResult");
  await session.navigateTree(first?.id ?? "");
  expect(list(harness)).toEqual([
    ["parser", "in_progress"],
    ["printer", "pending"],
  ]);
});

test("the row above the editor says how far it is, goes when all is done, and comes back with the session", async () => {
  const script = [init, done("parser"), { text: "for now" }, finish, { text: "all done" }];
  await using harness = await open({ script, mode: "tui", settings: { todo: { reminders: 0 } } });
  await harness.prompt("go");
  const row = /1\/2 printer █+░+ 50%/;
  await harness.terminal.window.waitForText(row);
  expect(harness.terminal.window.screen().join("\n")).toMatch(/todo\s+Build\s+✓ parser\s+▸ printer/);
  await harness.restart();
  await harness.terminal.window.waitForText(row);
  await harness.prompt("the rest");
  await harness.terminal.window.waitForText((screen) => !row.test(screen) && /all done/.test(screen));
  expect(harness.errors).toEqual([]);
});

test("/todo shows the list, changes it, and tells the model with the next prompt", async () => {
  const script = [init, { text: "for now" }, { text: "seen" }];
  await using harness = await open({ script, mode: "tui", settings: { todo: { reminders: 0 } } });
  const { terminal } = harness;
  await harness.prompt("go");
  const press = async (keys: string, seen: RegExp) => {
    terminal.send(keys);
    await terminal.window.waitForText(seen);
  };
  for (const key of "/todo") terminal.send(key);
  await press("\r", /→ ▾ Build[\s\S]*▸ parser[\s\S]*○ printer[\s\S]*space done/);
  await press(DOWN, /→ ├─ ▸ parser/);
  await press(" ", /→ ├─ ✓ parser[\s\S]*▸ printer/);
  await press("a", /New task/);
  for (const key of "docs") terminal.send(key);
  await press("\r", /└─ ○ docs/);
  await press(DOWN, /→ ├─ ▸ printer/);
  await press("d", /→ ├─ ✗ printer[\s\S]*▸ docs/);
  await press(UP, /→ ├─ ✓ parser/);
  await press("s", /→ ├─ ▸ parser/);
  terminal.send(ESCAPE);
  await terminal.window.waitForText(/1\/3 parser/);
  expect(await harness.prompt("and now?")).toBe("seen");
  expect(lastUserText(harness, 2)).toContain("The user changed the task list:");
  expect(list(harness)).toEqual([
    ["parser", "in_progress"],
    ["printer", "abandoned"],
    ["docs", "pending"],
  ]);
});

test("/todo clear empties the list; without one it does nothing", async () => {
  await using harness = await open({ script: [init, { text: "for now" }], settings: { todo: { reminders: 0 } } });
  await harness.session.prompt("/todo clear");
  expect(harness.session.sessionManager.getBranch().filter(({ type }) => type === "custom")).toEqual([]);
  await harness.prompt("go");
  await harness.session.prompt("/todo clear");
  expect(list(harness)).toEqual([]);
});

test("what every request pays for it is small", () => {
  const [tool] = manifest.tools ?? [];
  const { name, description, parameters } = tool ?? {};
  expect(JSON.stringify({ name, description, parameters }).length).toBeLessThan(710);
});
