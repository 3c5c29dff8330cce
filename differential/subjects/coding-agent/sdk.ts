import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { anonymous } from "../anonymous.ts";
import { scriptedAnswers } from "../scripted-answers.ts";
import { scriptedSession } from "./scripted-session.ts";

const hook = fc.constantFrom(
  undefined,
  undefined,
  "block",
  "result",
  "transform",
  "handled",
  "prompt",
  "context",
  "throw",
);
const step = fc.constantFrom("prompt", "prompt", "image", "custom", "name", "level", "bash", "new-tools", "stats");

/** One pixel. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const sdkSubjects = [
  subject({
    name: "coding-agent/session-events",
    inputs: fc.record({ answers: scriptedAnswers, hook, steps: fc.array(step, { minLength: 1, maxLength: 2 }) }),
    runs: 60,
    run: async (library, { answers, hook, steps }) => {
      const { session, events } = await scriptedSession(library, { answers, ...(hook === undefined ? {} : { hook }) });
      await session.bindExtensions({} as never);
      const outcomes: unknown[] = [];
      for (const each of steps) outcomes.push(await doStep(session, each));
      const result = { outcomes, events };
      session.dispose();
      return anonymous(result);
    },
  }),
  subject({
    name: "coding-agent/extension-events",
    inputs: fc.record({ answers: scriptedAnswers, hook, steps: fc.array(step, { minLength: 1, maxLength: 2 }) }),
    runs: 60,
    run: async (library, { answers, hook, steps }) => {
      const { session, seen } = await scriptedSession(library, { answers, ...(hook === undefined ? {} : { hook }) });
      await session.bindExtensions({} as never);
      for (const each of steps) await doStep(session, each);
      session.dispose();
      return anonymous(seen);
    },
  }),
  subject({
    name: "coding-agent/session-state",
    inputs: fc.record({ answers: scriptedAnswers, hook, steps: fc.array(step, { minLength: 1, maxLength: 2 }) }),
    runs: 60,
    run: async (library, { answers, hook, steps }) => {
      const { session, requests } = await scriptedSession(library, {
        answers,
        ...(hook === undefined ? {} : { hook }),
      });
      await session.bindExtensions({} as never);
      for (const each of steps) await doStep(session, each);
      const { sessionFile, sessionId, ...stats } = session.getSessionStats();
      const result = {
        requests: requests.length,
        messages: session.messages.filter((message) => (message as { role: string }).role !== "system"),
        entries: session.sessionManager
          .getEntries()
          // What runs is written to the session by ours before it runs, as custom entries.
          .filter(
            (entry) => entry.type !== "custom" && (entry as { message?: { role?: string } }).message?.role !== "system",
          )
          .map((entry) => entry.type),
        stats: {
          ...stats,
          totalMessages: undefined,
          contextUsage: undefined,
          file: typeof sessionFile,
          id: typeof sessionId,
        },
        usage: Object.keys(session.getContextUsage() ?? {}),
        text: session.getLastAssistantText(),
        state: [
          session.isStreaming,
          session.isCompacting,
          session.isRetrying,
          session.thinkingLevel,
          session.sessionName,
          session.pendingMessageCount,
          session.steeringMode,
          session.followUpMode,
        ],
        forking: session.getUserMessagesForForking(),
      };
      session.dispose();
      return anonymous(result);
    },
  }),
  subject({
    name: "coding-agent/sdk-options",
    inputs: fc.record(
      {
        tools: fc.constantFrom<string[]>([], ["read"], ["echo"], ["read", "missing"]),
        excludeTools: fc.constantFrom(["bash"], ["echo"]),
        noTools: fc.constantFrom("all", "builtin"),
        thinkingLevel: fc.constantFrom("off", "high", "max"),
        customTools: fc.constantFrom<unknown[]>([]),
      },
      { requiredKeys: [] },
    ),
    runs: 60,
    run: async (library, create) => {
      const { session, made } = await scriptedSession(library, { answers: [], create });
      const result = {
        active: session.getActiveToolNames().sort(),
        all: session
          .getAllTools()
          .map((tool) => tool.name)
          .sort(),
        level: session.thinkingLevel,
        levels: session.getAvailableThinkingLevels(),
        model: session.model?.id,
        members: ["session", "extensionsResult"].every((name) => name in made),
        fallback: made.modelFallbackMessage,
        errors: made.extensionsResult.errors.length,
        extensions: made.extensionsResult.extensions.length > 0,
      };
      session.dispose();
      return result;
    },
  }),
  subject({
    name: "coding-agent/session-services",
    inputs: fc.constantFrom("services", "runtime"),
    runs: 2,
    timeoutMs: 60_000,
    run: async ({ codingAgent, root }, kind) => {
      const create = async ({
        cwd,
        agentDir,
        sessionManager,
      }: {
        cwd: string;
        agentDir: string;
        sessionManager: unknown;
      }) => {
        const services = await codingAgent.createAgentSessionServices({
          cwd,
          agentDir,
          settingsManager: codingAgent.SettingsManager.inMemory(),
        } as never);
        const result = await codingAgent.createAgentSessionFromServices({ services, sessionManager } as never);
        return { ...result, services, diagnostics: services.diagnostics };
      };
      const manager = codingAgent.SessionManager.inMemory(root);
      if (kind === "services") {
        const made = await create({ cwd: root, agentDir: `${root}/agent`, sessionManager: manager });
        return {
          services: Object.keys(made.services).sort(),
          same: made.session.sessionManager === manager,
          model: made.session.model,
        };
      }
      const runtime = await codingAgent.createAgentSessionRuntime(create as never, {
        cwd: root,
        agentDir: `${root}/agent`,
        sessionManager: manager as never,
      });
      const before = runtime.session.sessionId;
      const created = await runtime.newSession();
      const result = {
        created,
        changed: runtime.session.sessionId !== before,
        cwd: runtime.cwd,
        diagnostics: runtime.diagnostics.map((each) => each.type),
      };
      await runtime.dispose();
      return result;
    },
  }),
];

type Session = Awaited<ReturnType<typeof scriptedSession>>["session"];

async function doStep(session: Session, step: string): Promise<unknown> {
  try {
    if (step === "prompt") return await session.prompt("hello");
    if (step === "image")
      return await session.prompt("look", {
        images: [{ type: "image", data: PICTURE, mimeType: "image/png" }],
      } as never);
    if (step === "custom")
      return await session.sendCustomMessage(
        { customType: "note", content: "noted", display: true } as never,
        { triggerTurn: true } as never,
      );
    if (step === "name") return session.setSessionName("named");
    if (step === "level") return session.setThinkingLevel("high");
    if (step === "bash") return bashOutcome(await session.executeBash("echo hi"));
    if (step === "new-tools") return session.setActiveToolsByName(["echo"]);
    return typeof session.getSessionStats();
  } catch {
    return "throws";
  }
}

function bashOutcome(result: object): unknown {
  return Object.fromEntries(
    Object.entries(result).filter(([key]) => ["output", "exitCode", "cancelled", "truncated"].includes(key)),
  );
}
