import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall, registerFauxProvider } from "@tau/ai";
import { waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import {
  type AgentSessionEvent,
  type CreateAgentSessionOptions,
  createAgentSession,
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  createExtensionRuntime,
  DefaultResourceLoader,
  discoverAndLoadExtensions,
  ModelRuntime,
  type ResourceLoader,
  SessionManager,
  SettingsManager,
} from "../../../src/index.ts";

interface Place extends Disposable {
  readonly cwd: string;
  readonly agentDir: string;
}

function place(): Place {
  const root = mkdtempSync(join(tmpdir(), "tau-sdk-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  return { cwd: root, agentDir: join(root, "home"), [Symbol.dispose]: remove };
}

/** A program's own models: two of them, one of which thinks. */
async function scriptedRuntime({ agentDir }: Place, answers: FauxResponseStep[]) {
  const faux = registerFauxProvider({ models: [{ id: "one", reasoning: true }, { id: "two" }] });
  faux.setResponses(answers);
  const modelRuntime = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: join(agentDir, "models.json"),
  });
  modelRuntime.registerProvider("faux", { apiKey: "none", models: faux.models });
  return { modelRuntime, model: faux.getModel() };
}

async function sessionIn(where: Place, answers: FauxResponseStep[], options: CreateAgentSessionOptions = {}) {
  const { cwd, agentDir } = where;
  const models = await scriptedRuntime(where, answers);
  const sessionManager = SessionManager.inMemory(cwd);
  return await createAgentSession({ cwd, agentDir, ...models, sessionManager, ...options });
}

test("a model is changed for this session; for later ones only where that is asked for", async () => {
  using where = place();
  const settingsManager = SettingsManager.inMemory({ defaultProvider: "faux", defaultModel: "one" });
  const { session } = await sessionIn(where, [], { settingsManager });
  const two = session.modelRuntime.getModel("faux", "two");
  if (!two) throw new Error("no model");
  await session.setModel(two);
  await session.cycleModel();
  await session.cycleModel("backward");
  expect([session.model.id, settingsManager.getDefaultModel()]).toEqual(["two", "one"]);
  await session.setModel(two, { persist: true });
  expect(settingsManager.getDefaultModel()).toBe("two");
  await session.dispose();
});

test("what a program reads of its session: tools, models, cache, context", async () => {
  using where = place();
  const { session } = await sessionIn(where, [fauxAssistantMessage("hi")], { tools: ["read", "bash"] });
  expect(session.getActiveToolNames()).toEqual(["read", "bash"]);
  expect(session.getCallableToolNames()).toEqual(["read", "bash"]);
  expect(session.getAllTools().find(({ name }) => name === "read")).toMatchObject({
    parameters: { type: "object" },
    exposure: "direct",
    sourceInfo: { source: "builtin" },
  });
  expect(session.routedModel).toBeUndefined();
  expect(session.cacheWarmingStatus).toEqual({ state: "inactive", reason: "no cached prompt" });
  session.setCacheWarmingMode("off");
  expect(session.cacheWarmingStatus).toEqual({ state: "inactive", reason: "disabled" });
  await session.prompt("hello");
  expect(session.getLastAssistantText()).toBe("hi");
  expect(() => session.createReplacedSessionContext()).toThrow("This session has no extensions.");
  await session.dispose();
});

test.each<[CreateAgentSessionOptions, string[]]>([
  [{ tools: ["read", "echo"] }, ["echo", "read"]],
  [{ excludeTools: ["bash", "echo"] }, ["edit", "find", "grep", "ls", "powershell", "read", "write"]],
  [{ tools: ["read", "bash"], excludeTools: ["bash"] }, ["read"]],
])("getAllTools names the tools that %j leaves", async (lists, names) => {
  using where = place();
  const echo = {
    ...{ name: "echo", label: "Echo", description: "Repeats", parameters: { type: "object", properties: {} } },
    execute: async () => ({ content: [], details: undefined }),
  };
  const { session } = await sessionIn(where, [], { ...lists, customTools: [echo] });
  expect(
    session
      .getAllTools()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names);
  await session.dispose();
});

test("the messages of the user have a list of blocks as their content: in events, in the state and in the log", async () => {
  using where = place();
  const { session } = await sessionIn(where, [fauxAssistantMessage("hi")]);
  const events: unknown[] = [];
  session.subscribe((event) => {
    if (event.type === "message_end" && event.message.role === "user") events.push(event.message.content);
  });
  await session.prompt("hello");
  const content = [{ type: "text", text: "hello" }];
  const logged = session.sessionManager.getEntries().find((entry) => entry.type === "message");
  expect(events).toEqual([content]);
  expect(session.messages[0]).toMatchObject({ role: "user", content });
  expect(logged).toMatchObject({ message: { role: "user", content } });
  await session.dispose();
});

test("R178: the built-in tools are limited by name, those of the program stay", async () => {
  using where = place();
  const tool = {
    name: "mine",
    label: "Mine",
    description: "A tool of the program's",
    parameters: { type: "object", properties: {} },
    execute: async () => ({ content: [], details: undefined }),
  };
  const { session } = await sessionIn(where, [], { toolNames: ["read", "grep"], customTools: [tool] });
  expect(session.getActiveToolNames().sort()).toEqual(["grep", "mine", "read"]);
  expect(session.sessionFile).toBeUndefined();
  await session.dispose();
});

test("R178: the end of a session ends the commands it runs", async () => {
  using where = place();
  const { session } = await sessionIn(where, []);
  const running = Promise.withResolvers<number>();
  const command = "echo pid $$; exec sleep 500";
  const result = session.executeBash(command, (chunk) => running.resolve(Number(/pid (\d+)/.exec(chunk)?.[1])));
  const pid = await running.promise;
  await session.dispose();
  expect(await result).toMatchObject({ cancelled: true });
  await waitUntil(async () => hasEnded(pid), { describe: () => `Process ${pid} is still there.` });
});

test("the branch is exported as a file that opens again", async () => {
  using where = place();
  const answers = [fauxAssistantMessage("first"), fauxAssistantMessage("second")];
  const { session } = await sessionIn(where, answers);
  await session.prompt("one");
  session.sessionManager.appendCustomMessageEntry("note", "not a fork point", true);
  const [message, ...others] = session.getUserMessagesForForking();
  expect(others).toEqual([]);
  await session.navigateTree(message?.entryId ?? "");
  await session.prompt("two");
  const path = session.exportToJsonl("out/branch.jsonl");
  expect(path).toBe(join(where.cwd, "out/branch.jsonl"));
  const text = readFileSync(path, "utf8");
  expect(text).toContain('"second"');
  expect(text).not.toContain('"first"');
  expect(
    SessionManager.open(path)
      .buildSessionContext()
      .messages.map(({ role }) => role),
  ).toEqual(["user", "assistant"]);
  await session.dispose();
});

test("prompt while streaming needs to know how; steer and follow-up come in their turn; abort ends all", async () => {
  using where = place();
  const call = fauxAssistantMessage(fauxToolCall("bash", { command: "sleep 0.2" }), { stopReason: "toolUse" });
  const answers = [call, fauxAssistantMessage("steered"), fauxAssistantMessage("followed")];
  const { session } = await sessionIn(where, answers);
  const events: AgentSessionEvent["type"][] = [];
  const started = Promise.withResolvers<void>();
  const unsubscribe = session.subscribe(({ type }) => {
    events.push(type);
    if (type === "tool_execution_start") started.resolve();
  });
  const run = session.prompt("go");
  await started.promise;
  await expect(session.prompt("more")).rejects.toThrow('Pass streamingBehavior "steer" or "followUp"');
  expect(await session.steer("turn left")).toBe("queued");
  await session.prompt("and then", { streamingBehavior: "followUp" });
  expect([session.getSteeringMessages(), session.getFollowUpMessages(), session.pendingMessageCount]).toEqual([
    ["turn left"],
    ["and then"],
    2,
  ]);
  await run;
  expect(session.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "toolResult",
    "user",
    "assistant",
    "user",
    "assistant",
  ]);
  expect(events.filter((type) => type === "agent_settled")).toHaveLength(1);
  expect(events.at(-1)).toBe("agent_settled");
  unsubscribe();
  const heard = events.length;
  await session.abort();
  expect(events).toHaveLength(heard);
  await session.dispose();
  await expect(session.prompt("late")).rejects.toThrow("This session has ended");
});

test("a loader of the program's own may be a class, and may bring extensions", async () => {
  using where = place();
  const path = join(where.cwd, "hello.ts");
  await writeFile(
    path,
    `export default (pi) => {
      pi.registerCommand("hello", { handler: async () => {} });
      pi.on("session_start", ({ reason }) => { globalThis.startReason = reason; });
    };`,
  );
  const load = () => discoverAndLoadExtensions([path], where.cwd, where.agentDir);
  let loaded = await load();
  let renew: () => Promise<void> = async () => undefined;
  class OwnLoader implements ResourceLoader {
    readonly extended: unknown[] = [];
    getExtensions = () => loaded;
    getSkills() {
      return { skills: [], diagnostics: [] };
    }
    getPrompts() {
      return { prompts: [], diagnostics: [] };
    }
    getThemes() {
      return { themes: [], diagnostics: [] };
    }
    getAgentsFiles() {
      return { agentsFiles: [{ path: "/virtual/AGENTS.md", content: "Be brief." }] };
    }
    getSystemPrompt() {
      return "You are somebody else.";
    }
    getSystemPromptSource() {
      return undefined;
    }
    getAppendSystemPrompt() {
      return [];
    }
    getAppendSystemPromptSources() {
      return [];
    }
    extendResources(paths: unknown) {
      this.extended.push(paths);
    }
    reload = async () => await renew();
  }
  const sessionStartEvent = { type: "session_start", reason: "fork" } as const;
  const { session, extensionsResult } = await sessionIn(where, [], {
    resourceLoader: new OwnLoader(),
    sessionStartEvent,
  });
  expect(session.systemPrompt).toContain("You are somebody else.");
  expect(session.systemPrompt).toContain("Be brief.");
  expect(extensionsResult.extensions.map((extension) => extension.path)).toEqual([path]);
  await session.bindExtensions();
  const commands = () => session.extensionRunner.getRegisteredCommands().map(({ name }) => name);
  const startReason = () => (globalThis as { startReason?: string }).startReason;
  expect([startReason(), commands()]).toEqual(["fork", ["hello"]]);
  await session.reload();
  expect([startReason(), commands()]).toEqual(["reload", ["hello"]]);
  renew = async () => {
    await writeFile(path, `export default (pi) => pi.registerCommand("again", { handler: async () => {} });`);
    loaded = await load();
  };
  await session.reload();
  expect(commands()).toEqual(["again"]);
  await session.dispose();
});

test("a reload with a program's own loader keeps extensions that have no file", async () => {
  using where = place();
  let runs = 0;
  const inner = new DefaultResourceLoader({
    ...where,
    noExtensions: true,
    extensionFactories: [
      (pi) => {
        runs++;
        pi.registerCommand("inline", { handler: async () => undefined });
      },
    ],
  });
  await inner.reload();
  const names = [
    ...(["getExtensions", "getSkills", "getPrompts", "getThemes", "getAgentsFiles", "getSystemPrompt"] as const),
    ...(["getSystemPromptSource", "getAppendSystemPrompt", "getAppendSystemPromptSources"] as const),
  ];
  const calls = Object.fromEntries(names.map((name) => [name, () => inner[name]()]));
  const inert = { ...calls, extendResources: () => undefined, reload: async () => undefined };
  const { session } = await sessionIn(where, [], { resourceLoader: inert as unknown as ResourceLoader });
  const commands = () => session.extensionRunner.getRegisteredCommands().map(({ name }) => name);
  expect([commands(), runs]).toEqual([["inline"], 1]);
  for (const expected of [2, 3]) {
    await session.reload();
    expect([commands(), runs]).toEqual([["inline"], expected]);
  }
  await session.dispose();
});

test("a loader without extensions leaves a session without any", async () => {
  using where = place();
  const loader = new DefaultResourceLoader({ ...where, noExtensions: true });
  await loader.reload();
  expect(loader.getExtensions()).toMatchObject({
    extensions: [],
    errors: [],
    runtime: expect.any(createExtensionRuntime().constructor),
  });
  const { session } = await sessionIn(where, [], { resourceLoader: loader });
  expect(session.core.extensions).toBeUndefined();
  await session.dispose();
});

test("what installed packages bring is found by the default loader", async () => {
  using where = place();
  const skill = join(where.cwd, "package/skills/tidy");
  await mkdir(skill, { recursive: true });
  await writeFile(join(skill, "SKILL.md"), "---\nname: tidy\ndescription: Tidies up\n---\nTidy up.");
  await writeFile(join(where.cwd, "package/package.json"), '{"name":"tidy","pi":{"skills":["./skills"]}}');
  const settingsManager = SettingsManager.inMemory({ packages: [join(where.cwd, "package")] });
  const loader = new DefaultResourceLoader({ ...where, settingsManager });
  await loader.reload();
  expect(loader.getSkills().skills.map(({ name }) => name)).toEqual(["tidy"]);
});

test("extensions are loaded once at the start and once at a reload, with the flags that the program set", async () => {
  using where = place();
  const path = join(where.agentDir, "extensions/counted.ts");
  await mkdir(join(where.agentDir, "extensions"), { recursive: true });
  await writeFile(
    path,
    `export default (pi) => {
      globalThis.loads++;
      pi.registerFlag("greeting", { type: "string", description: "What to say" });
      pi.on("session_start", () => { globalThis.greeting = pi.getFlag("greeting"); });
    };`,
  );
  const shared = globalThis as { loads?: number; greeting?: string };
  shared.loads = 0;
  const { model, modelRuntime } = await scriptedRuntime(where, []);
  const extensionFlagValues = new Map([["greeting", "hello"]]);
  const services = await createAgentSessionServices({ ...where, modelRuntime, extensionFlagValues });
  expect(services.settingsManager.store).toBe(services.settings);
  expect(services.modelRuntime).toBe(modelRuntime);
  const sessionManager = SessionManager.inMemory(where.cwd);
  const { session } = await createAgentSessionFromServices({ services, sessionManager, model });
  await session.bindExtensions();
  expect([shared.loads, shared.greeting]).toEqual([1, "hello"]);
  await session.reload();
  expect(shared.loads).toBe(2);
  await session.dispose();
});

test("a runtime asks extensions before it replaces their session, and tells them how it ends and begins", async () => {
  using where = place();
  await mkdir(join(where.agentDir, "extensions"), { recursive: true });
  await writeFile(
    join(where.agentDir, "extensions/witness.ts"),
    `export default (pi) => {
      const seen = (globalThis.seen ??= []);
      pi.on("session_start", ({ reason }) => seen.push("start " + reason));
      pi.on("session_before_switch", ({ reason }) => { seen.push("before " + reason); return { cancel: globalThis.refuse === true }; });
      pi.on("session_shutdown", ({ reason }) => seen.push("shutdown " + reason));
    };`,
  );
  const shared = globalThis as { seen?: string[]; refuse?: boolean };
  shared.seen = [];
  const { model, modelRuntime } = await scriptedRuntime(where, []);
  const { agentDir } = where;
  const runtime = await createAgentSessionRuntime(
    async ({ cwd, sessionManager, sessionStartEvent }) => {
      const services = await createAgentSessionServices({ cwd, agentDir, modelRuntime });
      const made = await createAgentSessionFromServices({ services, sessionManager, sessionStartEvent, model });
      return { ...made, services, diagnostics: services.diagnostics };
    },
    { ...where, sessionManager: SessionManager.inMemory(where.cwd) },
  );
  await runtime.session.bindExtensions();
  const heard: string[] = [];
  runtime.setRebindSession((session) => session.bindExtensions());
  await runtime.newSession({ withSession: async (ctx) => void heard.push(ctx.cwd) });
  shared.refuse = true;
  expect(await runtime.newSession()).toEqual({ cancelled: true });
  expect(runtime.services.modelRuntime.getModel("faux", "one")).toBeDefined();
  await runtime.dispose();
  expect(heard).toEqual([where.cwd]);
  expect(shared.seen).toEqual([
    "start startup",
    "before new",
    "shutdown new",
    "start new",
    "before new",
    "shutdown quit",
  ]);
});

function hasEnded(pid: number): true | undefined {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch {
    return true;
  }
}
