import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ExtensionContext } from "../../../../src/core/extensions/index.ts";
import { createExtensionResources } from "../../../../src/core/extensions/ports/resources.ts";
import { ResourceLoader } from "../../../../src/core/resources/index.ts";
import { SettingsStore } from "../../../../src/core/settings/index.ts";
import { isolatedServices, sessionWith } from "../session-with.ts";

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const VARIABLE = "TAU_TEST_SSH_USER";

test("ssh hosts come from ssh.json, the project's first where it is trusted; what is wrong is left out", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tau-ssh-hosts-"));
  const home = join(folder.path, "home");
  const project = join(folder.path, "project");
  const settings = SettingsStore.inMemory();
  const loader = new ResourceLoader({ cwd: project, agentDir: home, home, settings });
  const { sshHosts } = createExtensionResources(loader);
  process.env[VARIABLE] = "ci";
  try {
    const mine = { host: "10.0.0.1", username: `\${${VARIABLE}}`, keyPath: "~/.ssh/build", port: 2222 };
    const wrong = { empty: {}, port: { host: "x", port: 70_000 }, option: { host: "-oProxyCommand=x" } };
    write(join(home, "ssh.json"), JSON.stringify({ hosts: { build: mine, ...wrong } }));
    write(join(project, ".omp/ssh.json"), JSON.stringify({ hosts: { build: { host: "project" } } }));
    write(join(project, ".ssh.json"), JSON.stringify({ hosts: { build: { host: "last" }, other: { host: "o" } } }));
    settings.setProjectTrusted(false);
    const { sourceInfo: _, ...build } = (await sshHosts())[0] ?? ({} as never);
    expect(build).toEqual({
      ...{ name: "build", host: "10.0.0.1", username: "ci", port: 2222, keyPath: join(homedir(), ".ssh/build") },
      ...{ source: "auto", scope: "user", trusted: true },
    });
    expect((await sshHosts()).length).toBe(1);
    settings.setProjectTrusted(true);
    expect((await sshHosts()).map(({ name, host, source }) => [name, host, source])).toEqual([
      ["build", "10.0.0.1", "auto"],
      ["other", "o", "ssh-json"],
    ]);
    write(join(project, ".tau/ssh.json"), JSON.stringify({ hosts: { build: { host: "ours" } } }));
    expect((await sshHosts())[0]).toMatchObject({ host: "ours", scope: "project" });
    const { diagnostics } = await loader.registries.ssh.load(loader.scope());
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `ssh host "empty": "host" must be the address of a machine; ignored`,
      `ssh host "port": "port" must be a number from 1 to 65535; ignored`,
      `ssh host "option": "host" must be the address of a machine; ignored`,
    ]);
  } finally {
    delete process.env[VARIABLE];
  }
});

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
  write(join(home, "agents/more/twin.md"), "---\nname: mine\ndescription: also mine\n---\nDo it.");
  expect(await ctx?.resources.agentProblems()).toEqual([
    `${join(home, "agents/nameless.md")}: this agent has no description; not loaded`,
    expect.stringMatching(/agent "mine" is already there from \S+; this one is left out$/),
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
