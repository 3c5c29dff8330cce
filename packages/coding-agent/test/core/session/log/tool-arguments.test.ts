import { TOOL_ARGUMENTS } from "@tau/agent";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { sessionFor } from "../session-for.ts";

test("arguments that were changed on the way are in the log, before the result; unchanged ones are not", async () => {
  const calls = [fauxToolCall("bash", { command: "echo one" }), fauxToolCall("bash", { command: "echo two" })];
  await using setup = await sessionFor(
    [fauxAssistantMessage(calls, { stopReason: "toolUse" }), fauxAssistantMessage("ok")],
    {
      inMemory: true,
      hooks: {
        beforeToolCall: async ({ args }) => {
          const given = args as { command: string };
          if (given.command === "echo one") given.command = "echo changed";
          return undefined;
        },
      },
    },
  );
  await setup.session.prompt("go");
  const entries = setup.session.log.getEntries();
  const changed = entries.filter((entry) => entry.type === "custom" && entry.customType === TOOL_ARGUMENTS);
  expect(changed).toMatchObject([{ data: { toolCallId: calls[0]?.id, arguments: { command: "echo changed" } } }]);
  const result = entries.findIndex((entry) => entry.type === "message" && entry.message.role === "toolResult");
  expect(entries.indexOf(changed[0] as never)).toBeLessThan(result);
});
