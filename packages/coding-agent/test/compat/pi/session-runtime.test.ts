import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, fauxAssistantMessage, registerFauxProvider } from "@tau/ai";
import { expect, onTestFinished, test } from "vitest";
import {
  AgentSession,
  AgentSessionRuntime,
  type CreateAgentSessionRuntimeFactory,
  createAgentSessionFromServices,
  createAgentSessionServices,
  type ProjectTrustContext,
  SessionManager,
} from "../../../src/index.ts";
import { sessionWith } from "../../core/extensions/session-with.ts";

test("a runtime is made of a session, its services and what makes the next; it is told whom to ask about trust", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "tau-runtime-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const agentDir = join(cwd, "home");
  const faux = registerFauxProvider({ models: [{ id: "one" }] });
  faux.setResponses([fauxAssistantMessage("hi")]);
  const asked: unknown[] = [];
  const create: CreateAgentSessionRuntimeFactory = async (place) => {
    asked.push([place.sessionStartEvent?.reason, place.projectTrustContext?.cwd]);
    const services = await createAgentSessionServices({ cwd: place.cwd, agentDir: place.agentDir });
    services.modelRuntime.registerProvider("faux", { apiKey: "none", models: faux.models });
    const { sessionManager } = place;
    const made = await createAgentSessionFromServices({ services, sessionManager, model: faux.getModel() });
    return { ...made, services, diagnostics: [{ type: "info", message: `made ${asked.length}` }] };
  };
  const sessionDir = join(agentDir, "sessions-of-test");
  const first = await create({ cwd, agentDir, sessionManager: SessionManager.create(cwd, sessionDir) });
  const runtime = new AgentSessionRuntime(first.session, first.services, create, first.diagnostics, "another model");
  expect([runtime.session, runtime.services, runtime.cwd]).toEqual([first.session, first.services, cwd]);
  expect([runtime.diagnostics, runtime.modelFallbackMessage]).toEqual([
    [{ type: "info", message: "made 1" }],
    "another model",
  ]);
  await runtime.session.prompt("hello");
  const file = runtime.session.sessionFile ?? "";
  await runtime.newSession();
  const trust = (folder: string) => ({ cwd: folder }) as ProjectTrustContext;
  expect(await runtime.switchSession(file, { projectTrustContextFactory: trust })).toEqual({ cancelled: false });
  expect(runtime.session.messages).toHaveLength(2);
  expect(asked).toEqual([
    [undefined, undefined],
    ["new", undefined],
    ["resume", cwd],
  ]);
  expect(runtime.diagnostics).toEqual([{ type: "info", message: "made 3" }]);
  await runtime.dispose();
  faux.unregister();
});

test("the model describes what went wrong without carrying on; its cost is kept, the conversation is not changed", async () => {
  const contexts: Context[] = [];
  await using setup = await sessionWith([() => undefined], {
    answers: [
      fauxAssistantMessage("I broke it"),
      (context) => {
        contexts.push(structuredClone(context));
        return fauxAssistantMessage(" The edit tool failed. ");
      },
    ],
  });
  const session = new AgentSession(setup.session, setup.services);
  const { signal } = new AbortController();
  await expect(session.summarizeForBugReport({ signal })).rejects.toThrow("nothing to report");
  await session.prompt("mend the parser");
  expect(await session.summarizeForBugReport({ signal, hint: "edit hangs" })).toBe("The edit tool failed.");
  const text = JSON.stringify(contexts[0]);
  for (const part of ["mend the parser", "I broke it", "edit hangs"]) expect(text).toContain(part);
  expect(contexts[0]?.messages).toHaveLength(1);
  expect(session.messages).toHaveLength(2);
  expect(session.sessionManager.getEntries().some((entry) => JSON.stringify(entry).includes("bug_report"))).toBe(true);
  const aborted = session.summarizeForBugReport({ signal: AbortSignal.abort() });
  await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
});

test("a program may stop runs itself, and prepare a reload before its extensions hear of it", async () => {
  const seen: string[] = [];
  await using setup = await sessionWith([
    (pi) => {
      pi.on("session_start", ({ reason }, ctx) => {
        seen.push(reason);
        ctx.abort();
      });
    },
  ]);
  const session = new AgentSession(setup.session, setup.services);
  await session.bindExtensions({ abortHandler: () => seen.push("abort") });
  await session.reload({ beforeSessionStart: () => void seen.push("before") });
  expect(seen).toEqual(["startup", "startup", "abort", "before", "reload", "abort"]);
});

test("a page takes the colours of the theme that is named", async () => {
  await using setup = await sessionWith([() => undefined], { answers: [fauxAssistantMessage("hi")] });
  const session = new AgentSession(setup.session, setup.services);
  await session.prompt("hello");
  const [dark = "", light = ""] = await Promise.all(
    ["dark", "light"].map(async (themeName) => {
      const path = await session.exportToHtml(join(setup.cwd, `${themeName}.html`), { themeName });
      return readFileSync(path, "utf8");
    }),
  );
  expect(dark).toContain(':root, :root[data-theme="dark"]');
  expect(light).toContain(':root, :root[data-theme="light"]');
});
