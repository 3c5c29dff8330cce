import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { createSession } from "../../../../src/core/session/create-session.ts";
import { sessionFor } from "../session-for.ts";

const BODY = Array.from({ length: 60 }, (_, index) => `  work(${index});\n`).join("");
const SOURCE = `export function first() {\n${BODY}}\nexport function last() {\n${BODY}}\n`;

const call = (name: string, args: object) =>
  fauxAssistantMessage([fauxToolCall(name, args as never)], { stopReason: "toolUse" });
const edit = (path: string) => call("edit", { path, edits: [{ oldText: "last()", newText: "final()" }] });

test("in a resumed session, a file of which only the summary was read is still not edited", async () => {
  const answers = [
    ...[call("read", { path: "a.ts" }), call("read", { path: "b.ts" }), call("read", { path: "b.ts:60-63" })],
    ...[fauxAssistantMessage("read"), edit("a.ts"), edit("b.ts"), fauxAssistantMessage("done")],
  ];
  await using setup = await sessionFor(answers, { inMemory: true, settings: { read: { summarizeFrom: 40 } } });
  const { cwd, services, faux, session } = setup;
  for (const name of ["a.ts", "b.ts"]) writeFileSync(join(cwd, name), SOURCE);
  await session.prompt("look");
  const resumed = await createSession({ services, log: session.log, model: faux.getModel() });
  await resumed.session.prompt("change");
  const results = resumed.session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
  expect(JSON.stringify(results.at(-2)?.content)).toContain("You have seen only a summary of a.ts.");
  expect(results.at(-1)?.isError).toBe(false);
  expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe(SOURCE);
  expect(readFileSync(join(cwd, "b.ts"), "utf8")).toContain("final()");
  await resumed.session.dispose();
});
