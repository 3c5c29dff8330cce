import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ExtensionContext } from "../../../../src/core/extensions/index.ts";
import { ResourceLoader } from "../../../../src/core/resources/index.ts";
import { SettingsStore } from "../../../../src/core/settings/index.ts";
import { isolatedServices, sessionWith } from "../session-with.ts";

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("agents, rules and MCP servers are listed with their source; those of a project only where it is trusted", async () => {
  let ctx: ExtensionContext | undefined;
  await using folder = await mkdtempDisposable(join(tmpdir(), "tau-resources-"));
  const home = join(folder.path, "home");
  const project = join(folder.path, "project");
  const settings = SettingsStore.inMemory();
  const resources = new ResourceLoader({ cwd: project, agentDir: home, home, settings });
  const services = { ...(await isolatedServices(folder.path)), settings, resources };
  await using _ = await sessionWith(
    [
      (pi) =>
        pi.on("session_start", (_event, given) => {
          ctx = given;
        }),
    ],
    { services },
  );
  write(join(home, "agents/mine.md"), "---\ndescription: mine\n---\nDo it.");
  write(join(home, "rules/tidy.md"), "Be tidy.");
  write(join(home, "mcp.json"), '{"mcpServers":{"files":{"command":"files"}}}');
  write(join(project, ".tau/agents/theirs.md"), "---\ndescription: theirs\n---\nDo it.");
  write(join(home, "agents/nameless.md"), "No front matter.");
  expect(await ctx?.resources.agentProblems()).toEqual([
    `${join(home, "agents/nameless.md")}: this agent has no description; not loaded`,
  ]);
  const names = (items: readonly { name: string; scope: string; trusted: true }[] | undefined) =>
    items?.map(({ name, scope, trusted }) => [name, scope, trusted]);
  settings.setProjectTrusted(false);
  expect(names(await ctx?.resources.agents())).toEqual([["mine", "user", true]]);
  expect(names(await ctx?.resources.rules())).toEqual([["tidy", "user", true]]);
  expect(names(await ctx?.resources.mcpServers())).toEqual([["files", "user", true]]);
  settings.setProjectTrusted(true);
  expect(names(await ctx?.resources.agents())?.sort()).toEqual([
    ["mine", "user", true],
    ["theirs", "project", true],
  ]);
});
