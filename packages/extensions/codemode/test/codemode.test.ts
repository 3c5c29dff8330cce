import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const script = (code: string) => ({ toolCalls: [{ name: "codemode", arguments: { code } }] });

function open(code: string, options: Partial<ExtensionHarnessOptions> = {}) {
  return createExtensionHarness({ extensions: [manifest], script: [script(code), { text: "done" }], ...options });
}

type Harness = Awaited<ReturnType<typeof open>>;

/** Runs the script and returns the result that the model gets. */
async function resultOf(harness: Harness) {
  await harness.prompt("go");
  expect(harness.errors).toEqual([]);
  const result = harness.session.messages.findLast((message) => message.role === "toolResult");
  if (result?.role !== "toolResult") throw new Error("There is no result.");
  const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return { ...result, text };
}

test("a script calls tools and only its output reaches the model", async () => {
  await using harness = await open(
    `const files = await Promise.all(["a.txt", "b.txt"].map((path) => tools.read({ path })));
     console.log("read", files.length);
     text({ lengths: files.map((file) => file.length) });
     return files.map((file) => file.split("\\n")[0]).join(",");`,
    { files: { "a.txt": "alpha\nsecret", "b.txt": "beta\nsecret" } },
  );
  const { text, isError, nestedCalls, details } = await resultOf(harness);
  expect(text.replace(/\d+\.\d s/, "T s")).toMatchInlineSnapshot(`
    "Script completed (T s, 2 calls).
    ==> text 1/2 <==
    {"lengths":[12,11]}
    ==> text 2/2 <==
    alpha,beta
    <console_output>
    read 2
    </console_output>"
  `);
  expect(isError).toBe(false);
  expect(nestedCalls).toMatchObject({ complete: true, calls: [{ name: "read", status: "ok" }, { name: "read" }] });
  expect(details).toMatchObject({ count: 2, failed: 0 });
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).not.toContain("secret");
});
