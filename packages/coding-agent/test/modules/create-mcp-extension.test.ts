import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { serverFile } from "../../../extensions/mcp/test/server-file.ts";
import { createMcpExtension } from "../../src/pi.ts";

test("createMcpExtension connects the servers of a program's session", async () => {
  await using harness = await createExtensionHarness({
    extensions: [createMcpExtension()],
    files: serverFile({ one: "plain" }),
    script: [{ toolCalls: [{ name: "mcp__one__echo", arguments: { text: "hello" } }] }, { text: "Done." }],
  });
  expect(await harness.prompt("Go")).toBe("Done.");
  expect(JSON.stringify(harness.session.messages)).toContain("You said: hello");
});
