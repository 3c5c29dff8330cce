import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { overviewOf } from "../project-facts.ts";

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

test("/init corrects an AGENTS.md that is there, and says if nothing is to be changed", async () => {
  const answers = [{ text: "# A project\n\nRun `make check`." }, { text: "# A project\n\nRun `make check`." }];
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    files: { "AGENTS.md": "# A project\n\nRun `make test`.\n" },
    script: answers,
  });
  const { terminal, workspace } = harness;
  terminal.press(..."/init", "enter");
  await terminal.waitForText(/make test[\s\S]*make check/);
  terminal.press("enter");
  await terminal.waitForText(/Written to/);
  expect(await workspace.read("AGENTS.md")).toBe("# A project\n\nRun `make check`.\n");
  expect(JSON.stringify(harness.server.requests[0]?.body)).toContain('<file name=\\"AGENTS.md');
  terminal.press(..."/init", "enter");
  await terminal.waitForText("AGENTS.md is up to date.");
});

test("Escape stops /init while the model is silent; an error of the model is said", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    script: [{ failure: "silence" }, { failure: "invalid-request" }],
  });
  const { terminal, server, workspace } = harness;
  terminal.press(..."/init", "enter");
  await server.waitForRequest(() => true);
  await terminal.waitForText("Reading the project… (escape to stop)");
  terminal.press("escape");
  await terminal.waitForText("Stopped: AGENTS.md was not written.");
  terminal.press(..."/init", "enter");
  await terminal.waitForText(/invalid|400/i);
  expect(await workspace.list()).toEqual([]);
});

test("of a large project the model sees every folder, with the number of its files", () => {
  expect(overviewOf(["README.md", "src/a.ts"])).toEqual(["README.md", "src/a.ts"]);
  const many = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/f${at}.ts`);
  const large = ["Makefile", ...many("apps/web/src/pages", 400), ...many("packages/core", 300), "zoo/last.ts"];
  expect(overviewOf(large)).toEqual([
    "Makefile",
    "apps/web/src/ (400 files)",
    ...many("packages/core", 300),
    "zoo/last.ts",
  ]);
  const wide = Array.from({ length: 900 }, (_, at) => many(`packages/p${at}`, 2)).flat();
  expect([overviewOf(wide)[599], overviewOf(wide)[600]]).toEqual(["packages/p599/ (2 files)", "… 300 more"]);
  expect(overviewOf(Array.from({ length: 700 }, (_, at) => `f${at}`)).at(-1)).toBe("… 100 more");
});
