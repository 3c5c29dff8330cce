import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { manifest } from "../../../extensions/ast/manifest.ts";
import { lazyExtension } from "../../src/core/extensions/index.ts";
import type { PermissionAnswer, PermissionRequest } from "../../src/core/permission/index.ts";
import { sessionWith } from "../core/extensions/session-with.ts";

const call = (name: string, args: object) =>
  fauxAssistantMessage(fauxToolCall(name, args as never), { stopReason: "toolUse" });
const EDIT = call("ast_edit", { ops: [{ pat: "foo($A)", out: "bar($A)" }], paths: ["*.ts"] });
const APPLY = call("resolve", { action: "apply", reason: "yes" });
const DISCARD = call("resolve", { action: "discard", reason: "no" });

async function open(answers: readonly FauxResponseStep[], answer: PermissionAnswer) {
  const asked: PermissionRequest[] = [];
  const decide = (request: PermissionRequest): PermissionAnswer => {
    asked.push(request);
    return request.effect === "write" ? answer : { action: "allow" };
  };
  const setup = await sessionWith([lazyExtension(manifest)], {
    answers: [...answers, fauxAssistantMessage("done")],
    permission: { policy: { decide }, ask: async () => false },
    snapshots: true,
  });
  writeFileSync(join(setup.cwd, "a.ts"), "foo(1);\n");
  writeFileSync(join(setup.cwd, "b.ts"), "foo(2);\n");
  const read = (name: string) => readFileSync(join(setup.cwd, name), "utf8");
  return { ...setup, asked, read };
}

test("the policy decides on every file that resolve writes, and undo brings all of them back", async () => {
  await using setup = await open([EDIT, APPLY], { action: "allow" });
  const { session, asked, cwd, read } = setup;
  await session.prompt("go");
  expect(asked.map(({ tool, effect, paths }) => ({ tool, effect, paths }))).toEqual([
    { tool: "ast_edit", effect: "read", paths: [cwd] },
    { tool: "resolve", effect: "write", paths: [join(cwd, "a.ts"), join(cwd, "b.ts")] },
  ]);
  expect(read("a.ts") + read("b.ts")).toBe("bar(1);\nbar(2);\n");
  const snapshots = await session.snapshots?.get().load();
  const undone = await snapshots?.undo({ scope: "files", move: async () => undefined });
  expect(undone?.files).toEqual(["a.ts", "b.ts"]);
  expect(read("a.ts") + read("b.ts")).toBe("foo(1);\nfoo(2);\n");
});

test("R250: a change that the policy refuses stays prepared and can be discarded; discarding needs no permission to write", async () => {
  await using setup = await open([EDIT, APPLY, DISCARD], { action: "deny", reason: "Not in this folder." });
  const { session, asked, read } = setup;
  await session.prompt("go");
  const results = session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
  expect(results.map(({ isError }) => isError)).toEqual([false, true, false]);
  expect(results[1]?.content).toMatchObject([{ text: expect.stringContaining("Not in this folder.") }]);
  expect(results[2]?.content).toMatchObject([{ text: expect.stringMatching(/^Discarded: 2 replacements in 2 files/) }]);
  expect(asked.map(({ effect }) => effect)).toEqual(["read", "write", "read"]);
  expect(read("a.ts") + read("b.ts")).toBe("foo(1);\nfoo(2);\n");
});
