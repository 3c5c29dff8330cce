import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

test("/init shows what the model proposes, and writes it only if the user chooses so", async () => {
  const proposal = { text: "```markdown\n# A project\n\nRun `make test`.\n```" };
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    script: [proposal, proposal],
  });
  const { cwd } = harness.workspace;
  const { terminal } = harness;
  await writeFile(join(cwd, "Makefile"), "test:\n\techo tested\n");
  await symlink("/etc/hostname", join(cwd, "README.md"));
  const run = async (...keys: string[]) => {
    terminal.press(..."/init", "enter");
    await terminal.window.waitForText(/Run `make test`/);
    terminal.press(...keys);
  };
  await run("escape");
  await terminal.window.waitForText(/AGENTS\.md was not written/);
  await expect(readFile(join(cwd, "AGENTS.md"))).rejects.toThrow("ENOENT");
  const sent = JSON.stringify(harness.server.requests[0]?.body);
  expect(sent).toContain("echo tested");
  expect(sent).not.toContain('<file name=\\"README.md');
  await run("enter");
  await terminal.window.waitForText(/Written to/);
  expect(await readFile(join(cwd, "AGENTS.md"), "utf8")).toBe("# A project\n\nRun `make test`.\n");
  expect(harness.errors).toEqual([]);
});
