import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { type ExtensionAPI, type ExtensionManifest, lazyExtension } from "../../../src/core/extensions/index.ts";
import { SessionExtensions } from "../../../src/core/extensions/session/session-extensions.ts";
import { batterySetOf } from "./battery-set-of.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

const parameters = { type: "object", properties: {} };
const called = (name: string) => fauxAssistantMessage(fauxToolCall(name, {}), { stopReason: "toolUse" });

/** A battery with these tools and commands, each of which answers with the battery's name. */
function battery(name: string, names: readonly string[]): ExtensionManifest {
  return {
    name,
    description: name,
    tools: names.map((tool) => ({ name: tool, label: tool, description: `${tool} of ${name}`, parameters })),
    commands: Object.fromEntries(names.map((command) => [command, { description: name }])),
    load: async () => ({
      default: (pi) => {
        for (const each of names) {
          pi.registerTool(answering(each, name));
          pi.registerCommand(each, { handler: () => pi.setSessionName(`${each} of ${name}`) });
        }
      },
    }),
  };
}

function answering(name: string, text: string): Parameters<ExtensionAPI["registerTool"]>[0] {
  return {
    name,
    label: name,
    description: `${name} of ${text}`,
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text", text }], details: {} }),
  };
}

const results = (messages: readonly object[]) =>
  messages.flatMap((message) =>
    "role" in message && message.role === "toolResult" && "content" in message
      ? (message.content as { text: string }[]).map(({ text }) => text)
      : [],
  );

test("a tool and a command that two batteries name are the first one's, and all else of the second stays", async () => {
  const offered: string[][] = [];
  const answers = ["shared", "own"].map((name) => ({ tools = [] }: { tools?: readonly { name: string }[] }) => {
    offered.push(tools.map((tool) => tool.name).filter((tool) => tool === "shared" || tool === "own"));
    return called(name);
  });
  await using setup = await sessionWith(
    [battery("one", ["shared"]), battery("two", ["shared", "own"])].map((each) => lazyExtension(each)),
    {
      answers: [...answers, fauxAssistantMessage("done")],
    },
  );
  const { session } = setup;
  await session.prompt("go");
  expect(results(session.messages)).toEqual(["one", "two"]);
  expect(offered).toEqual([
    ["shared", "own"],
    ["shared", "own"],
  ]);
  await session.prompt("/own");
  expect(session.log.getSessionName()).toBe("own of two");
  expect(
    runnerOf(session)
      .getRegisteredCommands()
      .map(({ invocationName }) => invocationName),
  ).toEqual(["shared:1", "shared:2", "own"]);
});

test("the same while they sleep: a tool is declared once, and its call goes to the first", async () => {
  const declared: string[][] = [];
  await using setup = await sessionWith([() => undefined], {
    answers: [
      ({ tools = [] }) => {
        declared.push(tools.map(({ name, description }) => `${name}: ${description}`));
        return called("shared");
      },
      called("own"),
      fauxAssistantMessage("done"),
    ],
  });
  const { session, services } = setup;
  const sleeping = new SessionExtensions(
    services,
    batterySetOf(services, [battery("one", ["shared"]), battery("two", ["shared", "own"])]),
  );
  sleeping.attach(session, { start: ({ isOffered }) => ({ isActive: isOffered, isFindable: false }) });
  await sleeping.start({ mode: "print" });
  await session.prompt("go");
  expect(declared[0]?.filter((text) => / of (?:one|two)$/.test(text))).toEqual([
    "shared: shared of one",
    "own: own of two",
  ]);
  expect(results(session.messages)).toEqual(["one", "two"]);
});

test("an extension of the user's takes one tool and one command of a battery, not the battery", async () => {
  const own = (pi: ExtensionAPI) => {
    pi.registerTool(answering("shared", "user"));
    pi.registerCommand("shared", { handler: () => pi.setSessionName("shared of user") });
  };
  await using setup = await sessionWith([lazyExtension(battery("one", ["shared", "own"])), own], {
    answers: [called("shared"), called("own"), fauxAssistantMessage("done")],
  });
  const { session } = setup;
  await session.prompt("go");
  expect(results(session.messages)).toEqual(["user", "one"]);
  await session.prompt("/shared");
  expect(session.log.getSessionName()).toBe("shared of user");
  await session.prompt("/own");
  expect(session.log.getSessionName()).toBe("own of one");
});

test("what an extension registers while a turn goes on is declared in the next request of the same run", async () => {
  const declared: string[][] = [];
  const answer =
    (message: ReturnType<typeof called>) =>
    ({ tools = [] }: { tools?: readonly { name: string }[] }) => {
      declared.push(tools.map(({ name }) => name).filter((name) => name.startsWith("late")));
      return message;
    };
  const late = (pi: ExtensionAPI) => {
    pi.registerTool(answering("first", "first"));
    pi.on("tool_call", () => void pi.registerTool(answering("late-1", "one")));
    pi.on("tool_result", ({ toolName }) => {
      if (toolName === "late-1") pi.registerTool(answering("late-2", "two"));
    });
  };
  await using setup = await sessionWith([late], {
    answers: [
      answer(called("first")),
      answer(called("late-1")),
      answer(called("late-2")),
      answer(fauxAssistantMessage("done")),
    ],
  });
  await setup.session.prompt("go");
  expect(declared).toEqual([[], ["late-1"], ["late-1", "late-2"], ["late-1", "late-2"]]);
  expect(results(setup.session.messages)).toEqual(["first", "one", "two"]);
});
