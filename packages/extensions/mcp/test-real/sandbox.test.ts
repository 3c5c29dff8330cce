import { existsSync } from "node:fs";
import { join } from "node:path";
import { requireProgram } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { serverFile } from "../test/server-file.ts";

test("a server in the sandbox works, has the values of its entry, and cannot write outside of the folder", async (context) => {
  await requireProgram("bwrap", context);
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    settings: { sandbox: "bubblewrap" },
    files: serverFile({ one: "plain" }, { sandbox: true, env: { SOME_API_KEY: "given" } }),
    script: [
      { toolCalls: [{ name: "mcp__one__env", arguments: {} }] },
      { toolCalls: [{ name: "mcp__one__write", arguments: { path: "inside" } }] },
      { toolCalls: [{ name: "mcp__one__write", arguments: { path: "../outside" } }] },
      { text: "Done." },
    ],
  });
  await harness.prompt("Go");
  const said = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [JSON.stringify(message.content)] : [],
  );
  expect(said[0]).toContain("TAU_SANDBOX");
  expect(said[0]).toContain("given");
  expect(said[1]).toContain("written");
  expect(existsSync(join(harness.workspace.cwd, "inside"))).toBe(true);
  expect(existsSync(join(harness.workspace.cwd, "..", "outside"))).toBe(false);
});
