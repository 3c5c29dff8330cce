import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test, vi } from "vitest";
import { manifest } from "../manifest.ts";
import { serverFile } from "./server-file.ts";

test("a server that is to run in the sandbox is not started where there is none", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await using harness = await createExtensionHarness({
      extensions: [manifest],
      settings: { sandbox: "off" },
      files: serverFile({ one: "plain" }, { sandbox: true }),
      script: () => ({ text: "Done." }),
    });
    await harness.prompt("Go");
    expect(said.mock.calls.join("")).toMatch(/MCP server one: .*was not started: The setting sandbox is off\./);
  } finally {
    said.mockRestore();
  }
});
