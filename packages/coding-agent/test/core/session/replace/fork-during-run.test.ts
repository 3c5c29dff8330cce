import type { SessionEntry } from "@tau/agent";
import { openLog } from "@tau/agent/node";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { SessionStart } from "../../../../src/core/session/replace/session-runtime.ts";
import { forkPoints } from "../../../../src/core/session/replace/tree-navigation.ts";
import { sessionFor } from "../session-for.ts";

const answers = () => [
  fauxAssistantMessage("one"),
  fauxAssistantMessage([fauxToolCall("wait", {}, { id: "call-1" })], { stopReason: "toolUse" }),
  fauxAssistantMessage("after"),
];

for (const how of ["fork", "clone"] as const)
  test(`a ${how} during a run leaves the run to its own log`, async () => {
    const started = Promise.withResolvers<void>();
    const tool = {
      name: "wait",
      label: "wait",
      description: "Waits until it is stopped.",
      parameters: Type.Object({}),
      async execute(_id: string, _args: unknown, signal?: AbortSignal) {
        started.resolve();
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
        return { content: [{ type: "text" as const, text: "stopped" }], details: undefined };
      },
    };
    await using setup = await sessionFor(answers(), { customTools: [tool] });
    await setup.session.prompt("first");
    const { sessionFile: source = "" } = setup.session;
    const run = setup.session.prompt("second");
    await started.promise;
    const starts: SessionStart[] = [];
    setup.runtime.hooks = { onReplaced: async (_, start) => void starts.push(start) };
    const point = forkPoints(setup.session.log)[1]?.entryId ?? "";
    await (how === "fork" ? setup.runtime.fork(point) : setup.runtime.clone());
    await run;
    expect(starts).toEqual([{ reason: "fork", previousSessionFile: source }]);
    const copied = ["user", "assistant", ...(how === "fork" ? [] : ["user", "assistant"])];
    expect(roles(setup.session.log.getBranch())).toEqual(copied);
    const left = openLog(source, undefined, undefined, { home: setup.cwd });
    expect(roles(left.getBranch()).slice(0, 5)).toEqual(["user", "assistant", "user", "assistant", "toolResult"]);
    left.close();
  });

function roles(entries: readonly SessionEntry[]): string[] {
  return entries.flatMap((entry) => (entry.type === "message" ? [entry.message.role] : []));
}
