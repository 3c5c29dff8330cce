import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { createCodemodeExtension } from "../../src/pi.ts";

test("createCodemodeExtension runs scripts in a program's session; its options come before the settings", async () => {
  const code = "return (await tools.read({ path: 'a.txt' })).toUpperCase()";
  await using harness = await createExtensionHarness({
    extensions: [createCodemodeExtension({ mode: "only", inlineBudget: 0 })],
    settings: { codemode: { mode: "on" } },
    files: { "a.txt": "alpha" },
    script: [{ toolCalls: [{ name: "codemode", arguments: { code } }] }, { text: "Done." }],
  });
  expect(await harness.prompt("Go")).toBe("Done.");
  expect(JSON.stringify(harness.session.messages)).toContain("ALPHA");
  expect(harness.server.requests[0]?.tools.map(({ name }) => name)).toEqual(["codemode"]);
  expect(JSON.stringify(harness.server.requests[0]?.body)).not.toContain("tools.read(");
});
