import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { rpcCommands } from "../../../src/modes/rpc/commands/index.ts";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const SESSION = expect.stringMatching(/\.jsonl$/);

test("P-APP-30, R169: get_state has model, modes, counts and the session", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup, ["--name", "first"]);
  expect(await rpc.data("get_state")).toEqual({
    model: expect.objectContaining({ provider: "scripted", id: "model" }),
    thinkingLevel: "off",
    isStreaming: false,
    isCompacting: false,
    steeringMode: "one-at-a-time",
    followUpMode: "one-at-a-time",
    interruptMode: "wait",
    sessionFile: SESSION,
    sessionId: expect.any(String),
    sessionName: "first",
    autoCompactionEnabled: true,
    messageCount: 0,
    pendingMessageCount: 0,
    queuedMessageCount: 0,
    todoPhases: [],
    systemPrompt: expect.stringContaining(setup.workspace.cwd),
    dumpTools: expect.arrayContaining([expect.objectContaining({ name: "read", parameters: expect.any(Object) })]),
  });
});

test("P-APP-29, R176: modes, automatics, name and levels can be set, for this process alone", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  await rpc.data("set_steering_mode", { mode: "all" });
  await rpc.data("set_follow_up_mode", { mode: "all" });
  await rpc.data("set_interrupt_mode", { mode: "immediate" });
  await rpc.data("set_auto_compaction", { enabled: false });
  await rpc.data("set_auto_retry", { enabled: false });
  await rpc.data("abort_retry");
  await rpc.data("set_session_name", { name: "work" });
  expect(await rpc.ask("set_session_name", { name: " " })).toMatchObject({
    success: false,
    error: "Session name cannot be empty",
  });
  await rpc.data("set_thinking_level", { level: "high" });
  expect(await rpc.data("cycle_thinking_level")).toBeNull();
  expect(await rpc.data("get_available_thinking_levels")).toEqual({ levels: ["off"] });
  await rpc.data("new_session");
  expect(await rpc.data("get_state")).toMatchObject({
    steeringMode: "all",
    followUpMode: "all",
    interruptMode: "immediate",
    autoCompactionEnabled: false,
  });
});

test("P-APP-29: models can be listed, set and cycled", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  expect(await rpc.data("get_available_models")).toMatchObject({
    models: expect.arrayContaining([expect.objectContaining({ provider: "scripted", id: "model" })]),
  });
  expect(await rpc.data("set_model", { provider: "scripted", modelId: "model" })).toMatchObject({ id: "model" });
  expect(await rpc.ask("set_model", { provider: "scripted", modelId: "none" })).toMatchObject({
    success: false,
    error: "Model not found: scripted/none",
  });
  expect((await rpc.ask("cycle_model")).success).toBe(true);
});

test("P-APP-32: bash streams its output, answers with it, and can be stopped", async () => {
  await using setup = await withScriptedModel({ text: "seen" });
  await using rpc = new RpcProcess(setup);
  const answer = await rpc.ask("bash", { command: "echo hello; exit 3" });
  expect(answer.data).toEqual({ output: "hello\n", exitCode: 3, cancelled: false, truncated: false });
  const update = await rpc.find(({ type }) => type === "bash_execution_update");
  expect(update).toEqual({ type: "bash_execution_update", id: answer.id, delta: "hello\n" });
  rpc.write({ id: "long", type: "bash", command: "echo started; sleep 60" });
  await rpc.find(({ type, id }) => type === "bash_execution_update" && id === "long");
  await rpc.data("abort_bash");
  expect(await rpc.find(({ id, type }) => type === "response" && id === "long")).toMatchObject({
    data: { output: "started\n", cancelled: true },
  });
  await rpc.data("prompt", { message: "did you see it?" });
  await rpc.settled();
  expect(JSON.stringify(setup.server.requests[0]?.body)).toMatch(/echo hello.*hello.*did you see it/);
});

test("P-APP-29: entries, tree, messages and statistics of a session", async () => {
  await using setup = await withScriptedModel({ text: "answer" });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "question" });
  await rpc.settled();
  const { entries, leafId } = (await rpc.data("get_entries")) as { entries: { id: string }[]; leafId: string };
  expect(entries.at(-1)?.id).toBe(leafId);
  const [first] = entries;
  expect(await rpc.data("get_entries", { since: first?.id })).toEqual({ entries: entries.slice(1), leafId });
  expect(await rpc.ask("get_entries", { since: "nowhere" })).toMatchObject({
    success: false,
    error: "Entry not found: nowhere",
  });
  expect(await rpc.data("get_tree")).toMatchObject({ leafId, tree: [{ entry: { id: first?.id } }] });
  const { messages } = (await rpc.data("get_messages")) as { messages: { role: string }[] };
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await rpc.data("get_session_stats")).toMatchObject({ userMessages: 1, assistantMessages: 1 });
  expect((await rpc.ask("compact")).success).toBe(false);
});

test("P-APP-33: fork, clone, new_session and switch_session rebind to the next session", async () => {
  await using setup = await withScriptedModel({ text: "answer" });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "first" });
  await rpc.settled(1);
  const before = (await rpc.data("get_state")) as { sessionFile: string; sessionId: string };
  const { messages } = (await rpc.data("get_fork_messages")) as { messages: { entryId: string; text: string }[] };
  expect(messages).toEqual([{ entryId: expect.any(String), text: "first" }]);
  expect(await rpc.data("get_branch_messages")).toEqual({ messages });

  expect(await rpc.data("clone")).toEqual({ cancelled: false });
  const cloned = (await rpc.data("get_state")) as { sessionId: string; messageCount: number };
  expect(cloned).toMatchObject({ messageCount: 2 });
  expect(cloned.sessionId).not.toBe(before.sessionId);

  const [point] = ((await rpc.data("get_fork_messages")) as { messages: { entryId: string }[] }).messages;
  expect(await rpc.data("fork", { entryId: point?.entryId })).toEqual({ text: "first", cancelled: false });
  expect(await rpc.data("get_state")).toMatchObject({ messageCount: 0 });

  expect(await rpc.data("switch_session", { sessionPath: before.sessionFile })).toEqual({ cancelled: false });
  expect(await rpc.data("get_state")).toMatchObject({ sessionId: before.sessionId, messageCount: 2 });
  expect(await rpc.data("branch", { entryId: messages[0]?.entryId })).toEqual({ text: "first", cancelled: false });

  // Not waited for: the prompt that follows belongs to the new session.
  rpc.write({ id: "n", type: "new_session" });
  await rpc.data("prompt", { message: "second" });
  await rpc.settled(2);
  expect(await rpc.find(({ id }) => id === "n")).toMatchObject({ data: { cancelled: false } });
  expect(rpc.lines.filter(({ type }) => type === "agent_end")).toHaveLength(2);
  expect(await rpc.data("get_state")).toMatchObject({ messageCount: 2 });
  expect(JSON.stringify(setup.server.requests[1]?.body)).not.toContain("first");
});

test("P-APP-34: get_commands lists templates and skills", async () => {
  await using setup = await withScriptedModel({ text: "fixed" });
  const template = "---\ndescription: Fix the tests\n---\nFix all tests.";
  const skill = "---\nname: tidy\ndescription: Tidies up\n---\nTidy up.";
  const { mkdir, writeFile } = await import("node:fs/promises");
  for (const folder of ["prompts", "skills/tidy"])
    await mkdir(`${setup.workspace.tauHome}/${folder}`, { recursive: true });
  await writeFile(`${setup.workspace.tauHome}/prompts/fix.md`, template);
  await writeFile(`${setup.workspace.tauHome}/skills/tidy/SKILL.md`, skill);
  await using rpc = new RpcProcess(setup);
  expect(await rpc.data("get_commands")).toMatchObject({
    commands: expect.arrayContaining([
      expect.objectContaining({ name: "fix", description: "Fix the tests", source: "prompt" }),
      expect.objectContaining({ name: "skill:tidy", description: "Tidies up", source: "skill" }),
    ]),
  });
});

test("R170: set_todos answers with ids and states for all, and they stay with the session", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  const phases = [
    { name: "Build", tasks: ["write", { content: "test", status: "in_progress" }] },
    { id: "later", name: "Ship", tasks: [{ id: "t", content: "tag", status: "in_progress" }] },
  ];
  const todoPhases = [
    {
      id: "phase-1",
      name: "Build",
      tasks: [
        { id: "task-1", content: "write", status: "pending" },
        { id: "task-2", content: "test", status: "in_progress" },
      ],
    },
    { id: "later", name: "Ship", tasks: [{ id: "t", content: "tag", status: "pending" }] },
  ];
  expect(await rpc.data("set_todos", { phases })).toEqual({ todoPhases });
  expect(await rpc.data("get_state")).toMatchObject({ todoPhases });
  expect(await rpc.ask("set_todos", { phases: [{ tasks: [] }] })).toMatchObject({ success: false });
  await rpc.data("new_session");
  expect(await rpc.data("get_state")).toMatchObject({ todoPhases: [] });
});

test("P-APP-35: export_html writes one file and answers with its path", async () => {
  await using setup = await withScriptedModel({ text: "exported answer" });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "question" });
  await rpc.settled();
  const outputPath = setup.workspace.path("out/page.html");
  expect(await rpc.data("export_html", { outputPath })).toEqual({ path: outputPath });
  expect(await readFile(outputPath, "utf8")).toContain("exported answer");
});

test("P-APP-29: compact answers with the summary, and events tell of it", async () => {
  await using setup = await withScriptedModel((request) =>
    request.tools.length === 0 ? { text: "## Goal\nA summary" } : { text: "an answer of some length. ".repeat(20) },
  );
  await setup.workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    compaction: { keepRecentTokens: 1 },
  });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "one" });
  await rpc.settled(1);
  await rpc.data("prompt", { message: "two" });
  await rpc.settled(2);
  const before = (await rpc.data("get_session_stats")) as { tokens: { total: number } };
  expect(await rpc.data("compact", { customInstructions: "Be short" })).toMatchObject({
    summary: expect.stringContaining("A summary"),
    firstKeptEntryId: expect.any(String),
    tokensBefore: expect.any(Number),
  });
  expect(rpc.lines.filter(({ type }) => type.startsWith("compaction_"))).toMatchObject([
    { type: "compaction_start", reason: "manual" },
    { type: "compaction_end", reason: "manual", aborted: false, willRetry: false },
  ]);
  const after = (await rpc.data("get_session_stats")) as { tokens: { total: number }; contextUsage: object };
  expect(after.tokens.total).toBeGreaterThanOrEqual(before.tokens.total);
  expect(after.contextUsage).toMatchObject({ tokens: null, percent: null });
});

test("what is queued when a run is stopped starts the next one", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "sleep 60" } }] },
    { text: "instead" },
  ]);
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "start" });
  await rpc.find(({ type }) => type === "tool_execution_start");
  await rpc.data("steer", { message: "do this instead" });
  await rpc.data("abort");
  await rpc.settled(2);
  expect(await rpc.data("get_last_assistant_text")).toEqual({ text: "instead" });
});

test("R164: every command is answered once, by its id and its name", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "start" });
  await rpc.settled();
  const names = rpcCommands.map(({ name }) => name);
  for (const name of names) rpc.write({ id: `of ${name}`, type: name, ...PARAMETERS[name] });
  const answered = () => rpc.lines.filter(({ type, id }) => type === "response" && String(id).startsWith("of "));
  await rpc.program.waitForOutput(() => answered().length >= names.length);
  const answers = answered();
  const told = answers.map(({ id, command, success }) => ({ id, command, success }));
  expect(told.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual(
    names.toSorted().map((command) => ({ id: `of ${command}`, command, success: expect.any(Boolean) })),
  );
  // Some name what is not there, and who comes first is open: but none is told that it was written wrongly.
  expect(answers.filter(({ error }) => /lacks|must be|Unknown/.test(String(error)))).toEqual([]);
});

/** What commands need besides their names. */
const PARAMETERS: Readonly<Record<string, object>> = {
  set_permission_requests: { enabled: true },
  prompt: { message: "hi", streamingBehavior: "followUp" },
  abort_and_prompt: { message: "hi" },
  steer: { message: "hi" },
  follow_up: { message: "hi" },
  bash: { command: "true" },
  set_auto_compaction: { enabled: true },
  set_auto_retry: { enabled: true },
  steer_child: { childId: "none", message: "hi" },
  abort_child: { childId: "none" },
  set_host_tools: { tools: [] },
  set_host_uri_schemes: { schemes: [] },
  set_ui_methods: { methods: ["ask"] },
  set_model: { provider: "scripted", modelId: "model" },
  set_steering_mode: { mode: "all" },
  set_follow_up_mode: { mode: "all" },
  set_interrupt_mode: { mode: "wait" },
  set_session_name: { name: "work" },
  set_thinking_level: { level: "off" },
  set_todos: { phases: [] },
  switch_session: { sessionPath: "nowhere.jsonl" },
  fork: { entryId: "none" },
  branch: { entryId: "none" },
};

test("every command has a name of its own and a summary", () => {
  const names = rpcCommands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(rpcCommands.filter(({ summary }) => summary === "")).toEqual([]);
});
