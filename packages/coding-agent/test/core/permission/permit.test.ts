import { expect, test } from "vitest";
import { allowAll, type PermissionAnswer, permit } from "../../../src/core/permission/index.ts";

const REQUEST = { tool: "bash", effect: "execute", command: "ls" } as const;

test("the first policy allows everything and asks nobody", async () => {
  expect(await permit(REQUEST, allowAll, () => expect.unreachable("nobody is to be asked"))).toBeUndefined();
});

test("what is denied is refused with the policy's reason", async () => {
  const policy = { decide: (): PermissionAnswer => ({ action: "deny", reason: "not here" }) };
  expect(await permit(REQUEST, policy, async () => true)).toEqual({ reason: "not here" });
});

test.each([
  [true, undefined],
  [false, { reason: "The user did not permit bash." }],
])("what is asked is as the user says: %o", async (answer, refusal) => {
  const asked: unknown[] = [];
  const policy = { decide: async (): Promise<PermissionAnswer> => ({ action: "ask", question: "Run ls?" }) };
  const ask = async (...question: unknown[]) => {
    asked.push(question);
    return answer;
  };
  const { signal } = new AbortController();
  expect(await permit(REQUEST, policy, ask, signal)).toEqual(refusal);
  expect(asked).toEqual([["Run ls?", REQUEST, signal]]);
});

test("a policy that fails refuses", async () => {
  const policy = { decide: () => Promise.reject(new Error("no connection")) };
  expect(await permit(REQUEST, policy, async () => true)).toEqual({
    reason: "bash was not run: asking for permission failed (no connection).",
  });
});
