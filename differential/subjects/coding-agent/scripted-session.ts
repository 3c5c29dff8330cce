import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Library } from "../../library.ts";
import { type ScriptedAnswer, scriptedModel, scriptedStream } from "../scripted-stream.ts";

/** Events that an extension may listen for. */
const EXTENSION_EVENTS = [
  "resources_discover",
  "session_start",
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session_compact",
  "session_before_tree",
  "session_tree",
  "session_shutdown",
  "context",
  "before_provider_request",
  "after_provider_response",
  "before_agent_start",
  "agent_start",
  "agent_end",
  "agent_settled",
  "turn_start",
  "turn_end",
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "model_select",
  "thinking_level_select",
  "tool_call",
  "tool_result",
  "user_bash",
  "input",
];

export interface SessionOptions {
  readonly answers: readonly ScriptedAnswer[];
  /** What an extension answers to events. */
  readonly hook?: string;
  readonly create?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A session of either library with a scripted model, an extension that notes its events, and a tool of its own. */
export async function scriptedSession(library: Library, options: SessionOptions) {
  const { codingAgent, root } = library;
  const folder = join(root, "sdk");
  rmSync(folder, { recursive: true, force: true });
  const [cwd, agentDir] = [join(folder, "project"), join(folder, "agent")];
  for (const each of [cwd, agentDir]) mkdirSync(each, { recursive: true });
  const { stream, requests } = scriptedStream(library, options.answers);
  const modelRuntime = await codingAgent.ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: null,
  });
  const { id, name, reasoning, input, cost, contextWindow, maxTokens, api, baseUrl } = scriptedModel;
  modelRuntime.registerProvider("scripted", {
    api,
    baseUrl,
    apiKey: "key",
    streamSimple: stream,
    models: [{ id, name, reasoning, input, cost, contextWindow, maxTokens }],
  } as never);
  const settingsManager = codingAgent.SettingsManager.inMemory({
    retry: { enabled: false },
    compaction: { enabled: false },
    ...options.settings,
  } as never);
  const seen: unknown[] = [];
  const extensionFactories = [(pi: unknown) => listen(pi as ExtensionApi, seen, options.hook)];
  const resourceLoader = new codingAgent.DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    extensionFactories,
    noSkills: true,
    noContextFiles: true,
    noPromptTemplates: true,
    noThemes: true,
  } as never);
  await resourceLoader.reload();
  const made = await codingAgent.createAgentSession({
    cwd,
    agentDir,
    modelRuntime,
    model: modelRuntime.getModel("scripted", id),
    settingsManager,
    resourceLoader,
    sessionManager: codingAgent.SessionManager.inMemory(cwd),
    customTools: [echoTool()],
    ...options.create,
  } as never);
  const events: unknown[] = [];
  made.session.subscribe((event) => note(events, event));
  return { session: made.session, modelRuntime, made, events, seen, requests, cwd };
}

interface ExtensionApi {
  on(event: string, handler: (event: object, context: object) => unknown): void;
}

function listen(pi: ExtensionApi, seen: unknown[], hook: string | undefined): void {
  for (const name of EXTENSION_EVENTS)
    pi.on(name, (event) => {
      note(seen, event);
      return answerOf(name, hook);
    });
}

function answerOf(name: string, hook: string | undefined): unknown {
  if (name === "tool_call" && hook === "block") return { block: true, reason: "no" };
  if (name === "tool_result" && hook === "result")
    return { content: [{ type: "text", text: "changed" }], isError: true };
  if (name === "input" && hook === "transform") return { action: "transform", text: "transformed" };
  if (name === "input" && hook === "handled") return { action: "handled" };
  if (name === "before_agent_start" && hook === "prompt")
    return { systemPrompt: "Other prompt.", message: { customType: "note", content: "injected", display: true } };
  if (name === "context" && hook === "context")
    return { messages: [{ role: "user", content: [{ type: "text", text: "only this" }], timestamp: 1 }] };
  if (hook === "throw" && name === "turn_start") throw new Error("handler fails");
  return undefined;
}

function echoTool(): object {
  return {
    name: "echo",
    label: "Echo",
    description: "Says it again",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    execute: (_id: string, { text }: { text: string }) =>
      Promise.resolve({ content: [{ type: "text", text: `echo ${text}` }], details: { text } }),
  };
}

function note(list: unknown[], event: object): void {
  const { type, message } = event as { type?: string; message?: unknown };
  // Entries are told of by ours for every message; system messages are compared by agent/system-message.
  if (type !== "entry_appended" && !isSystem(message)) list.push(plainEvent(event));
}

function isSystem(message: unknown): boolean {
  return (message as { role?: string } | null | undefined)?.role === "system";
}

/** What of an event is plain data; long texts that are wording, and the message that is still changing, are left out. */
function plainEvent(event: object): unknown {
  const copy = JSON.parse(
    JSON.stringify(event, (key, value: unknown) =>
      ADDED.has(key) ? undefined : WORDING.has(key) ? typeof value : value,
    ),
  ) as Record<string, unknown> & { assistantMessageEvent?: Record<string, unknown> };
  if (Array.isArray(copy.messages)) copy.messages = copy.messages.filter((message) => !isSystem(message));
  if (copy.type === "message_update") {
    delete copy.message;
    delete copy.assistantMessageEvent?.partial;
  }
  return copy;
}

/** Wording. */
const WORDING: ReadonlySet<string> = new Set(["systemPrompt", "systemPromptOptions", "errorMessage", "context"]);
/** Members that pi 1.5 added or that only ours has; its newest complete release does not have them. */
const ADDED: ReadonlySet<string> = new Set(["durationMs", "signal", "messageType", "aborted", "intentId"]);
