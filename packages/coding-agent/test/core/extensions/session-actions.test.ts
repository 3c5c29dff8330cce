import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { fauxAssistantMessage } from "@tau/ai";
import { describe, expect, test } from "vitest";
import type { ExtensionAPI, ExtensionContext } from "../../../src/core/extensions/index.ts";
import { createCommandActions, createSwitchHooks } from "../../../src/core/extensions/session/hooks/switch-hooks.ts";
import { createSession } from "../../../src/core/session/create-session.ts";
import { SessionRuntime } from "../../../src/core/session/replace/session-runtime.ts";
import { isolatedServices, runnerOf, sessionWith } from "./session-with.ts";

const answer = (text: string) => fauxAssistantMessage(text);

/** An extension whose `pi` the test holds. */
function exposed(register: (pi: ExtensionAPI) => unknown = () => undefined) {
  const held: { pi?: ExtensionAPI } = {};
  return {
    factory: (pi: ExtensionAPI) => {
      held.pi = pi;
      return register(pi);
    },
    get pi(): ExtensionAPI {
      if (!held.pi) throw new Error("not loaded");
      return held.pi;
    },
  };
}

describe("what an extension may do, and when", () => {
  test("R117 acting while extensions load is refused by name", async () => {
    await using setup = await sessionWith([
      { name: "early", factory: (pi) => pi.sendMessage({ customType: "x", content: "x", display: true }) },
      () => undefined,
    ]);
    expect(setup.host.errors).toEqual([
      { path: "<inline:early>", error: expect.stringContaining("pi.sendMessage() was called while extensions load") },
    ]);
  });

  test("what is queued when a run ends is answered before the session settles", async () => {
    let ends = 0;
    await using setup = await sessionWith(
      [
        (pi: ExtensionAPI) =>
          pi.on("agent_end", async () => {
            // After a while: what the run itself would have taken is gone by then.
            await new Promise((resolve) => setTimeout(resolve, 5));
            if (ends++ === 0) pi.sendUserMessage("one thing more", { deliverAs: "followUp" });
          }),
      ],
      { answers: [answer("first"), answer("second")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(ends).toBe(2);
  });

  test("the models of every provider with a key are at hand in the first event", async () => {
    const found: unknown[] = [];
    const extension = (pi: ExtensionAPI) => {
      pi.on("session_start", (_event, { modelRegistry }) => {
        found.push(
          modelRegistry.find("mistral", "mistral-large-latest")?.provider,
          modelRegistry.getAvailable().length > 1,
        );
      });
    };
    const services = await isolatedServices(tmpdir());
    services.models.authStorage.setRuntimeApiKey("mistral", "key");
    await using _ = await sessionWith([extension], { services });
    expect(found).toEqual(["mistral", true]);
  });

  test("P-EXT-22 a user message starts a run when idle and is queued while one goes on", async () => {
    const extension = exposed((pi) => {
      let sent = false;
      pi.on("turn_start", () => {
        if (!sent) pi.sendUserMessage("and then?", { deliverAs: "followUp" });
        sent = true;
      });
    });
    await using setup = await sessionWith([extension.factory], { answers: [answer("one"), answer("two")] });
    const settled = new Promise((resolve) =>
      setup.session.subscribe((event) => event.type === "agent_settled" && resolve(0)),
    );
    extension.pi.sendUserMessage("go");
    await settled;
    const texts = setup.session.messages.map((message) => ("content" in message ? message.content : ""));
    expect(texts).toEqual(["go", "one", "and then?", "two"].map((text) => [{ type: "text", text }]));
    expect(setup.errors).toEqual([]);
  });

  test("a user message without a way of delivery is an error while a run goes on", async () => {
    await using setup = await sessionWith(
      [(pi: ExtensionAPI) => pi.on("turn_start", () => pi.sendUserMessage("now!"))],
      { answers: [answer("one")] },
    );
    await setup.session.prompt("go");
    expect(setup.errors).toMatchObject([{ event: "send_user_message", error: expect.stringContaining("steer") }]);
  });

  test("P-EXT-23, R128 a custom message reaches the model, is kept, and runs if asked to", async () => {
    const extension = exposed();
    await using setup = await sessionWith([extension.factory], { answers: [answer("seen")] });
    extension.pi.sendMessage({ customType: "note", content: "quiet", display: true });
    expect(setup.faux.state.callCount).toBe(0);
    const settled = new Promise((resolve) =>
      setup.session.subscribe((event) => event.type === "agent_settled" && resolve(0)),
    );
    extension.pi.sendMessage({ customType: "note", content: "loud", display: true, details: 7 }, { triggerTurn: true });
    await settled;
    const kept = setup.session.log.getEntries().filter((entry) => entry.type === "custom_message");
    expect(kept).toMatchObject([{ content: "quiet" }, { content: "loud", details: 7 }]);
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["custom", "custom", "assistant"]);
  });

  test("a message for the next turn waits for the next prompt", async () => {
    const extension = exposed();
    await using setup = await sessionWith([extension.factory], { answers: [answer("ok")] });
    extension.pi.sendMessage(
      { customType: "note", content: "later", display: true },
      { deliverAs: "nextTurn", triggerTurn: true },
    );
    expect(setup.session.messages).toEqual([]);
    await setup.session.prompt("go");
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "custom", "assistant"]);
  });

  test("P-EXT-24 entries are kept and never shown to the model; names and labels are the session's", async () => {
    const renamed: unknown[] = [];
    const extension = exposed((pi) => pi.on("session_info_changed", ({ name }) => void renamed.push(name)));
    await using setup = await sessionWith([extension.factory], { answers: [answer("ok")] });
    extension.pi.appendEntry("state", { count: 1 });
    extension.pi.setSessionName("A name");
    await setup.session.prompt("go");
    const [entry] = setup.session.log.getEntries().filter(({ type }) => type === "custom");
    expect(entry).toMatchObject({ customType: "state", data: { count: 1 } });
    extension.pi.setLabel(entry?.id ?? "", "here");
    expect(setup.session.log.getLabel(entry?.id ?? "")).toBe("here");
    expect(extension.pi.getSessionName()).toBe("A name");
    expect(renamed).toEqual(["A name"]);
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("P-EXT-19 the model and the level are chosen for this session, and the choice is told", async () => {
    const told: unknown[] = [];
    const extension = exposed((pi) => {
      pi.on(
        "model_select",
        ({ model, previousModel, source }) => void told.push([model.id, previousModel?.id, source]),
      );
      pi.on("thinking_level_select", ({ level, previousLevel }) => void told.push([level, previousLevel]));
    });
    await using setup = await sessionWith([extension.factory]);
    extension.pi.setThinkingLevel("high");
    const two = setup.faux.getModel("two");
    expect(await extension.pi.setModel(two as never)).toBe(true);
    expect(told).toEqual([
      ["high", "medium"],
      ["off", "high"],
      ["two", "one", "set"],
    ]);
    expect(setup.services.settings.getSettings()).toEqual({});
    expect(await extension.pi.setModel({ ...(two as never as object), provider: "nobody" } as never)).toBe(false);
  });

  test("P-EXT-7, P-EXT-8 a provider is there at once, streams by its own code, and goes with the extension", async () => {
    const extension = exposed((pi) =>
      pi.registerProvider("mine", {
        name: "My provider",
        baseUrl: "http://127.0.0.1:9",
        apiKey: "literal",
        api: "mine-api",
        models: [{ id: "m1", name: "M1" }],
        streamSimple: (model, context, options) => setup.faux && stream(model, context, options),
      }),
    );
    const { createFauxCore } = await import("@tau/ai");
    const core = createFauxCore({ api: "mine-api", provider: "mine" });
    core.setResponses([answer("by my own code")]);
    const stream = core.streamSimple as never as (...args: unknown[]) => never;
    await using setup = await sessionWith([extension.factory]);
    const model = setup.services.models.find("mine", "m1");
    expect(model).toMatchObject({ provider: "mine", api: "mine-api", id: "m1" });
    await extension.pi.setModel(model as never);
    await setup.session.prompt("go");
    expect(setup.session.getLastAssistantText()).toBe("by my own code");
    await setup.extensions.shutdown({ reason: "quit" });
    expect(setup.services.models.find("mine", "m1")).toBeUndefined();
  });

  test("P-EXT-17 a command of the user's may be answered or moved elsewhere; a guard that fails stops it", async () => {
    const result = { output: "made up", exitCode: 0, cancelled: false, truncated: false };
    await using setup = await sessionWith([
      (pi) =>
        pi.on("user_bash", ({ command, excludeFromContext }) => {
          if (command === "guarded") throw new Error("not allowed");
          return command === "fake" ? { result: { ...result, output: `hidden ${excludeFromContext}` } } : undefined;
        }),
    ]);
    expect(await setup.session.bash.execute("fake", { excludeFromContext: true })).toMatchObject({
      output: "hidden true",
    });
    expect(await setup.session.bash.execute("echo real")).toMatchObject({ output: "real\n", exitCode: 0 });
    await expect(setup.session.bash.execute("guarded")).rejects.toThrow("not allowed");
    expect(setup.errors).toMatchObject([{ event: "user_bash" }]);
  });

  test("R124 who waits for Python that the user runs is accepted, though nothing runs any yet", async () => {
    await using setup = await sessionWith([
      (pi) =>
        pi.on("user_python", ({ code }) => ({
          result: { output: code, exitCode: 0, cancelled: false, truncated: false },
        })),
    ]);
    expect([setup.host.errors, setup.errors]).toEqual([[], []]);
    expect(runnerOf(setup.session).hasHandlers("user_python")).toBe(true);
  });

  test("R124 flags: defaults in the factory, the command line afterwards", async () => {
    const seen: unknown[] = [];
    await using setup = await sessionWith(
      [
        (pi) => {
          pi.registerFlag("plan", { type: "boolean", default: false });
          pi.registerFlag("level", { type: "string", default: "low" });
          seen.push(pi.getFlag("plan"));
          pi.on("session_start", () => void seen.push(pi.getFlag("plan"), pi.getFlag("level"), pi.getFlag("other")));
        },
      ],
      {
        flags: new Map<string, string | true>([
          ["--plan", "do it"],
          ["--level", "high"],
          ["--nope", true],
        ]),
      },
    );
    expect(seen).toEqual([false, true, "high", undefined]);
    expect(setup.host.leftoverArguments).toEqual({
      unknown: new Map([["--nope", true]]),
      words: new Map([["--plan", "do it"]]),
    });
  });
});

describe("epochs", () => {
  test("P-EXT-25 after a reload the old instance throws and the new one handles events", async () => {
    const log: string[] = [];
    const instances: { pi: ExtensionAPI; ctx?: ExtensionContext }[] = [];
    await using setup = await sessionWith(
      [
        (pi) => {
          const instance: (typeof instances)[number] = { pi };
          const number = instances.push(instance);
          pi.on("session_start", ({ reason }, ctx) => {
            instance.ctx = ctx;
            log.push(`${number} ${reason}`);
          });
          pi.on("session_shutdown", ({ reason }) => void log.push(`${number} end ${reason}`));
          pi.on("input", () => void log.push(`${number} input`));
          pi.events.on("ping", () => log.push(`${number} ping`));
        },
      ],
      { answers: [answer("ok")] },
    );
    await setup.extensions.reload();
    await setup.session.prompt("go");
    instances[1]?.pi.events.emit("ping", 0);
    expect(log).toEqual(["1 startup", "1 end reload", "2 reload", "2 input", "2 ping"]);
    expect(() => instances[0]?.pi.sendUserMessage("x")).toThrow(
      /extension ctx is stale after session replacement or reload/,
    );
    expect(() => instances[0]?.ctx?.cwd).toThrow(/extension ctx is stale after session replacement or reload/);
    expect(instances[1]?.ctx?.cwd).toBe(setup.cwd);
  });

  test("a command may reload, and its old context then throws", async () => {
    const after: string[] = [];
    await using setup = await sessionWith([
      (pi) =>
        pi.registerCommand("again", {
          handler: async (_args, ctx) => {
            await ctx.reload();
            try {
              ctx.isIdle();
            } catch (error) {
              after.push((error as Error).name);
            }
          },
        }),
    ]);
    await setup.session.prompt("/again");
    expect(after).toEqual(["ExtensionHostError"]);
    expect(runnerOf(setup.session).getCommand("again")).toBeDefined();
  });
});

describe("replacing the session", () => {
  async function runtimeWith(register: (pi: ExtensionAPI) => unknown) {
    const setup = await sessionWith([register], { answers: [answer("ok"), answer("ok")] });
    const runtime = await SessionRuntime.start(
      async (log, { reason }) =>
        reason === "startup"
          ? { session: setup.session, services: setup.services }
          : await createSession({
              services: setup.services,
              log,
              model: setup.faux.getModel(),
              extensions: await setup.extensions.reopen(),
            }),
      SessionLog.inMemory(setup.cwd),
    );
    const bindings = { mode: "print" as const, commands: createCommandActions(runtime) };
    runtime.hooks = createSwitchHooks(runtime, () => bindings);
    runnerOf(setup.session).bindCommandContext(bindings.commands);
    return { ...setup, runtime };
  }

  test("P-SESS-41 before_switch, shutdown, start, in this order and with what they say", async () => {
    const log: unknown[] = [];
    const setup = await runtimeWith((pi) => {
      for (const name of ["session_before_switch", "session_shutdown", "session_start"] as const)
        pi.on(name, (event: unknown) => void log.push(event));
    });
    log.splice(0);
    await setup.runtime.newSession();
    expect(log).toEqual([
      { type: "session_before_switch", reason: "new" },
      { type: "session_shutdown", reason: "new" },
      { type: "session_start", reason: "new" },
    ]);
    await setup.runtime.dispose();
    expect(log.at(-1)).toEqual({ type: "session_shutdown", reason: "quit" });
  });

  test("P-SESS-42, P-SESS-43 a cancelled switch or fork leaves everything as it was", async () => {
    const log: string[] = [];
    const setup = await runtimeWith((pi) => {
      pi.on("session_before_switch", () => ({ cancel: true }));
      pi.on("session_before_fork", ({ position }) => {
        log.push(`fork ${position}`);
        return { cancel: true };
      });
      pi.on("session_shutdown", () => void log.push("shutdown"));
    });
    await setup.runtime.session.prompt("go");
    const { session } = setup.runtime;
    expect(await setup.runtime.newSession()).toEqual({ cancelled: true });
    expect(await setup.runtime.clone()).toEqual({ cancelled: true });
    expect(setup.runtime.session).toBe(session);
    expect(log).toEqual(["fork at"]);
    await setup.runtime.dispose();
  });

  test("withSession works in the new session, with a context of its own", async () => {
    const log: unknown[] = [];
    const setup = await runtimeWith((pi) => {
      pi.on("session_start", ({ reason }, ctx) => {
        const carried = ctx.sessionManager.getBranch().flatMap((entry) => (entry.type === "message" ? [entry] : []));
        if (reason === "new") log.push(carried.map(({ message }) => message.role));
      });
      pi.registerCommand("fresh", {
        handler: async (_args, old) => {
          const result = await old.newSession({
            setup: async (log) => void log.appendMessage({ role: "user", content: "carried over", timestamp: 0 }),
            withSession: async (ctx) => {
              await ctx.sendUserMessage("begin");
              log.push(ctx.sessionManager.getEntries().filter(({ type }) => type === "message").length);
              expect(() => old.cwd).toThrow(/stale/);
            },
          });
          log.push(result);
        },
      });
    });
    await setup.runtime.session.prompt("/fresh");
    expect(setup.errors).toEqual([]);
    expect(log).toEqual([["user"], 3, { cancelled: false }]);
    await setup.runtime.dispose();
  });
});

test("ctx tells of the session, and shutdown goes to the mode", async () => {
  const seen: unknown[] = [];
  let ended = 0;
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.registerCommand("look", {
          handler: async (_args, ctx) => {
            seen.push(ctx.cwd, ctx.hasUI, ctx.model?.id, ctx.isIdle(), ctx.hasPendingMessages(), ctx.signal);
            seen.push(ctx.getSystemPromptOptions().selectedTools, await ctx.ui.confirm("?", "?"));
            ctx.shutdown();
          },
        }),
    ],
    { bindings: { shutdown: () => ended++ } },
  );
  await setup.session.prompt("/look");
  expect(seen).toEqual([setup.cwd, false, "one", true, false, undefined, ["read", "bash", "edit", "write"], false]);
  expect(ended).toBe(1);
});

test("P-EXT-18 folders that extensions name add skills and templates", async () => {
  const folder = join(import.meta.dirname, "fixtures", "resources");
  expect(existsSync(folder)).toBe(true);
  await using setup = await sessionWith([
    (pi) =>
      pi.on("resources_discover", ({ reason }) => ({
        skillPaths: [join(folder, "skills")],
        promptPaths: [join(folder, reason === "startup" ? "prompts" : "nowhere")],
      })),
  ]);
  expect(setup.services.resources.getSkills().skills.map(({ name }) => name)).toEqual(["sing"]);
  expect(setup.services.resources.getPrompts().prompts.map(({ name }) => name)).toEqual(["song"]);
  expect(setup.session.systemPrompt).toContain("Sings a song");
});
