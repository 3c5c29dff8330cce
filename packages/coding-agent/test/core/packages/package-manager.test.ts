import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { PackageManager, type ProgressEvent, providedPaths } from "../../../src/core/packages/index.ts";
import { type PackageSource, SettingsStore } from "../../../src/core/settings/index.ts";
import { temporaryDirectory, writeTree } from "../support/temporary-directory.ts";

function setUp(files: Record<string, string | object> = {}, trusted = true) {
  const root = temporaryDirectory();
  writeTree(root, { "project/README.md": "", "home/x": "", ...files });
  const [cwd, agentDir] = [join(root, "project"), join(root, "home")];
  const settings = SettingsStore.open(cwd, agentDir, { projectTrusted: trusted });
  const manager = new PackageManager({ cwd, agentDir, settings });
  const events: ProgressEvent[] = [];
  manager.setProgressCallback((event) => events.push(event));
  const relative = (path: string) => path.replace(`${root}/`, "");
  const enabled = async () => {
    const resolved = await manager.resolve();
    const provided = providedPaths(resolved);
    return Object.fromEntries(
      Object.entries(provided).map(([type, paths]) => [type, paths?.map(({ path }) => relative(path))]),
    );
  };
  const saved = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  return { root, cwd, agentDir, settings, manager, events, relative, enabled, saved };
}

const skill = "---\ndescription: x\n---\n";
const wholePackage = {
  "project/pack/extensions/a.ts": "",
  "project/pack/extensions/b/index.ts": "",
  "project/pack/skills/s/SKILL.md": skill,
  "project/pack/prompts/p.md": "p",
  "project/pack/themes/t.json": "{}",
  "project/pack/src/ignored.ts": "",
};

describe("a local package", () => {
  test("is used where it is, from where the user stands, and by its folders", async () => {
    const { manager, enabled, saved, root, settings } = setUp(wholePackage);
    await manager.installAndPersist("./pack");
    expect(saved("home/settings.json")).toEqual({ packages: [join(root, "project/pack")] });
    expect(await enabled()).toEqual({
      extensions: ["project/pack/extensions/a.ts", "project/pack/extensions/b/index.ts"],
      skills: ["project/pack/skills/s/SKILL.md"],
      prompts: ["project/pack/prompts/p.md"],
      themes: ["project/pack/themes/t.json"],
    });
    expect(manager.addSourceToSettings("pack")).toBe(false);
    expect(await manager.removeAndPersist("./pack")).toBe(true);
    expect(await manager.removeAndPersist("./pack")).toBe(false);
    expect(settings.get("packages")).toEqual([]);
    expect(existsSync(join(root, "project/pack/prompts/p.md"))).toBe(true);
  });

  test("that the project's file of pi names counts from there, and only after trust", async () => {
    const files = { ...wholePackage, "project/.pi/settings.json": { packages: ["../pack"] } };
    expect((await setUp(files).enabled()).prompts).toEqual(["project/pack/prompts/p.md"]);
    expect((await setUp(files, false).enabled()).prompts ?? []).toEqual([]);
  });

  test("says where its news are: in its changelog, or in what its manifest names inside it, or nowhere", async () => {
    const files = {
      "project/pack/extensions/a.ts": "",
      "project/pack/CHANGELOG.md": "",
      "project/pack/docs/news.md": "",
    };
    const newsOf = async (manifest?: object) => {
      const more = manifest ? { "project/pack/package.json": { pi: { extensions: ["extensions"], ...manifest } } } : {};
      const { manager, relative } = setUp({ ...files, ...more });
      await manager.installAndPersist("./pack");
      const { extensions } = await manager.resolve();
      return extensions.map(({ metadata: { changelogPath } }) => changelogPath && relative(changelogPath));
    };
    expect(await newsOf()).toEqual(["project/pack/CHANGELOG.md"]);
    expect(await newsOf({ changelogPath: "./docs/news.md" })).toEqual(["project/pack/docs/news.md"]);
    for (const changelogPath of ["", "missing.md", "../README.md"])
      expect(await newsOf({ changelogPath })).toEqual([undefined]);
  });

  test("names its files in a manifest, with globs and exclusions, and nothing outside itself", async () => {
    const { manager, enabled } = setUp({
      "project/secret.md": "",
      "project/pack/package.json": {
        pi: {
          extensions: ["./src/main.ts"],
          skills: ["./res/skills"],
          prompts: ["./res/prompts/*.md", "!./res/prompts/draft-*.md", "../secret.md"],
          themes: ["../../home"],
        },
      },
      "project/pack/src/main.ts": "",
      "project/pack/extensions/not-named.ts": "",
      "project/pack/res/skills/s/SKILL.md": skill,
      "project/pack/res/prompts/a.md": "",
      "project/pack/res/prompts/draft-b.md": "",
    });
    await manager.installAndPersist("./pack");
    expect(await enabled()).toEqual({
      extensions: ["project/pack/src/main.ts"],
      skills: ["project/pack/res/skills/s/SKILL.md"],
      prompts: ["project/pack/res/prompts/a.md"],
      themes: [],
    });
  });

  test.each([
    ["a folder of files", { "project/pack/index.ts": "" }, ["project/pack/index.ts"]],
    [
      "a package without an entry",
      { "project/pack/index.ts": "", "project/pack/package.json": { name: "x" } },
      ["project/pack/index.ts"],
    ],
    ["a program", { "project/pack/dist/index.js": "", "project/pack/package.json": { bin: "dist/index.js" } }, []],
    ["a library", { "project/pack/index.js": "", "project/pack/package.json": { main: "index.js" } }, []],
  ])(
    "that names nothing is an extension itself, unless it is a program or a library: %s",
    async (_, files, extensions) => {
      const { manager, enabled } = setUp(files);
      await manager.installAndPersist("./pack");
      expect((await enabled()).extensions).toEqual(extensions);
    },
  );

  test("that cannot be written down is no success", async () => {
    const { manager } = setUp({ ...wholePackage, "home/settings.json/in-the-way": "" });
    await expect(manager.installAndPersist("./pack")).rejects.toThrow(/it is a folder/);
  });

  test("is narrowed by lists in settings", async () => {
    const narrowed = async (entry: Exclude<PackageSource, string>, project?: PackageSource) => {
      const { root, settings, enabled } = setUp(wholePackage);
      const source = join(root, "project/pack");
      settings.set("packages", [{ ...entry, source }]);
      if (project) settings.set("packages", [typeof project === "string" ? source : { ...project, source }], "project");
      const { extensions = [], skills = [], prompts = [] } = await enabled();
      return [...extensions, ...skills, ...prompts].map((path) => path.replace("project/pack/", ""));
    };
    const source = "";
    expect(await narrowed({ source, extensions: ["extensions/*.ts"], skills: [], prompts: ["-prompts/p.md"] })).toEqual(
      ["extensions/a.ts"],
    );
    expect(await narrowed({ source, extensions: ["!extensions/a.ts"], skills: [] }, "all")).toEqual([
      "extensions/a.ts",
      "extensions/b/index.ts",
      "skills/s/SKILL.md",
      "prompts/p.md",
    ]);
    const delta = {
      source,
      autoload: false,
      extensions: ["+extensions/a.ts", "-extensions/b"],
      prompts: ["-prompts/p.md"],
    };
    expect(await narrowed({ source, extensions: ["!extensions/a.ts"], skills: [] }, delta)).toEqual([
      "extensions/a.ts",
    ]);
  });

  test("that is gone, or named wrongly, costs itself alone", async () => {
    const { settings, manager } = setUp(wholePackage);
    settings.set("packages", ["./nowhere", "npm:--evil", "../project/pack"]);
    const { installFailures, prompts } = await manager.resolve();
    expect(prompts).toHaveLength(1);
    expect(installFailures?.map(({ source }) => source).toSorted()).toEqual(["./nowhere", "npm:--evil"]);
  });
});

test("nothing is installed into a folder that is not trusted, nor read from it", async () => {
  const { manager, cwd, enabled } = setUp(
    { ...wholePackage, "project/.tau/settings.json": { packages: ["../pack"] } },
    false,
  );
  await expect(manager.install("./pack", { local: true })).rejects.toThrow("not trusted");
  expect(() => manager.addSourceToSettings("./pack", { local: true })).toThrow("not trusted");
  expect((await enabled()).prompts).toEqual([]);
  expect(readdirSync(join(cwd, ".tau"))).toEqual(["settings.json"]);
});

describe("a repository", () => {
  function repository() {
    const folder = temporaryDirectory();
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "t",
      GIT_AUTHOR_EMAIL: "t@example.invalid",
      GIT_COMMITTER_NAME: "t",
      GIT_COMMITTER_EMAIL: "t@example.invalid",
    };
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });
    const commit = (files: Record<string, string | object>, message: string) => {
      writeTree(folder, files);
      git("add", "-A");
      git("commit", "-qm", message);
    };
    git("init", "-q", "-b", "main");
    commit({ "prompts/one.md": "1" }, "one");
    git("tag", "v1");
    return { git, commit, url: `file://${folder}` };
  }

  test("is cloned, kept at its ref, brought up to date and removed", async () => {
    const { commit, url } = repository();
    const { manager, enabled, events, agentDir } = setUp();
    await manager.installAndPersist(url);
    expect((await enabled()).prompts).toEqual([expect.stringMatching(/^home\/git\/local\/.*\/prompts\/one\.md$/)]);
    expect(await manager.checkForAvailableUpdates()).toEqual([]);
    commit({ "prompts/two.md": "2" }, "two");
    expect(await manager.checkForAvailableUpdates()).toMatchObject([{ source: url, type: "git", scope: "user" }]);
    await manager.update();
    expect((await enabled()).prompts).toHaveLength(2);
    await manager.installAndPersist(`${url}@v1`);
    expect((await enabled()).prompts).toHaveLength(1);
    expect(manager.listConfiguredPackages()).toMatchObject([{ source: `${url}@v1`, scope: "user", filtered: false }]);
    await manager.update(url);
    expect((await enabled()).prompts).toHaveLength(1);
    expect(await manager.removeAndPersist(url)).toBe(true);
    expect(manager.listConfiguredPackages()).toEqual([]);
    expect(existsSync(join(agentDir, "git", "local", "tmp"))).toBe(true);
    expect(events.map(({ type, action }) => `${action} ${type}`)).toEqual([
      "install start",
      "install complete",
      "update start",
      "update complete",
      "install start",
      "install complete",
      "update start",
      "update complete",
      "remove start",
      "remove complete",
    ]);
  });

  test("is meant, and not the one a hook of git runs in", async () => {
    const { commit, url } = repository();
    const other = repository();
    const { manager, enabled } = setUp();
    await manager.installAndPersist(url);
    commit({ "prompts/two.md": "2" }, "two");
    process.env.GIT_DIR = other.git("rev-parse", "--absolute-git-dir").trim();
    await manager.update().finally(() => delete process.env.GIT_DIR);
    expect((await enabled()).prompts).toHaveLength(2);
    expect(other.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main");
  });

  test("that cannot be brought up to date does not hold up the others", async () => {
    const [gone, fine] = [repository(), repository()];
    const { manager, enabled } = setUp();
    await manager.installAndPersist(gone.url);
    await manager.installAndPersist(fine.url);
    fine.commit({ "prompts/two.md": "2" }, "two");
    rmSync(gone.url.slice("file://".length), { recursive: true });
    await expect(manager.update()).rejects.toThrow(`${gone.url} was not updated: git fetch failed`);
    expect((await enabled()).prompts).toHaveLength(3);
  });

  test("whose dependencies cannot be had is not installed", async () => {
    const { commit, url } = repository();
    commit({ "package.json": { name: "needy", dependencies: { "left-pad": "*" } } }, "needs something");
    const { manager, settings, agentDir } = setUp();
    settings.set("npmCommand", ["false"]);
    await expect(manager.installAndPersist(url)).rejects.toThrow("false install failed");
    expect(manager.getInstalledPath(url, "user")).toBeUndefined();
    expect(readdirSync(join(agentDir, "git"))).toEqual([".gitignore"]);
  });

  test("that cannot be had leaves nothing behind, and says why", async () => {
    const { manager, events, agentDir } = setUp();
    await expect(manager.installAndPersist("file:///no/such/repository")).rejects.toThrow("git");
    expect(readdirSync(join(agentDir, "git"))).toEqual([".gitignore"]);
    expect(events.at(-1)).toMatchObject({ type: "error", action: "install" });
    expect(manager.listConfiguredPackages()).toEqual([]);
    await expect(manager.update("npm:other")).rejects.toThrow("not among the packages");
  });

  test("of a project is installed into it, out of the way of its own repository", async () => {
    const { url } = repository();
    const { manager, saved, cwd } = setUp();
    await manager.installAndPersist(url, { local: true });
    expect(saved("project/.tau/settings.json")).toEqual({ packages: [url] });
    expect(readFileSync(join(cwd, ".tau/git/.gitignore"), "utf8")).toBe("*\n");
    expect(manager.getInstalledPath(url, "project")).toContain("project/.tau/git/local");
    expect(manager.getInstalledPath(url, "user")).toBeUndefined();
  });
});

test("an npm package is installed without running its scripts, with the peers that are not the host's", async () => {
  const root = temporaryDirectory();
  writeTree(root, {
    "source/package.json": {
      name: "tau-sample",
      version: "1.2.3",
      scripts: { postinstall: `touch ${root}/script-ran` },
      peerDependencies: { "@earendil-works/pi-tui": "*", typebox: "*", "tau-optional": "*", "tau-peer": "^1.0.0" },
      peerDependenciesMeta: { "tau-optional": { optional: true } },
      pi: { prompts: ["./p"] },
    },
    "source/p/hello.md": "hello",
  });
  execFileSync("npm", ["pack", "--pack-destination", root, "--loglevel=error"], { cwd: join(root, "source") });
  writeTree(root, { "peer/package.json": { name: "tau-peer", version: "1.0.0" } });
  execFileSync("npm", ["pack", "--pack-destination", root, "--loglevel=error"], { cwd: join(root, "peer") });
  const versions: Record<string, string> = { "tau-sample": "1.2.3", "tau-peer": "1.0.0" };
  const server = createServer((request, response) => {
    const host = `http://${request.headers.host}`;
    const name = request.url?.slice(1) ?? "";
    if (name.endsWith(".tgz")) return void response.end(readFileSync(join(root, name)));
    const version = versions[name];
    if (!version) return void response.writeHead(404).end("{}");
    const dist = { tarball: `${host}/${name}-${version}.tgz` };
    const manifest = { name, version, dist, hasInstallScript: true };
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: manifest } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { manager, settings, enabled, agentDir } = setUp();
  const registry = `--registry=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings.set("npmCommand", ["npm", registry, `--cache=${root}/cache`]);
  await manager.installAndPersist("npm:tau-sample");
  expect((await enabled()).prompts).toEqual(["home/npm/node_modules/tau-sample/p/hello.md"]);
  expect(existsSync(join(root, "script-ran"))).toBe(false);
  expect(readdirSync(join(agentDir, "npm/node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "tau-peer",
    "tau-sample",
  ]);
  expect(await manager.checkForAvailableUpdates()).toEqual([]);
  await expect(manager.install("npm:tau-unknown")).rejects.toThrow('npm knows no package "tau-unknown".');
  await manager.removeAndPersist("npm:tau-sample");
  expect(existsSync(join(agentDir, "npm/node_modules/tau-sample"))).toBe(false);
});

test.each([
  ["the newest version has the present one in it", "latest", "1.0.10\n", true],
  ["it is the newest", "latest", "npm warn about something\n1.0.1\n", false],
  ["a range has newer ones", "^1.0.0", "sample@1.0.0 '1.0.0'\nsample@1.0.1 '1.0.1'\nsample@1.2.0 '1.2.0'\n", true],
  ["it is the newest of its range", "^1.0.0", "sample@1.0.0 '1.0.0'\nsample@1.0.1 '1.0.1'\n", false],
])("whether an npm package is behind is asked of the registry: %s", async (_, range, answer, isBehind) => {
  const { manager, settings, agentDir } = setUp({
    "home/npm/node_modules/sample/package.json": { name: "sample", version: "1.0.1" },
    "home/npm.mjs": `process.stdout.write(${JSON.stringify(answer)});`,
  });
  settings.set("npmCommand", [process.execPath, join(agentDir, "npm.mjs")]);
  settings.set("packages", [`npm:sample@${range}`]);
  const found = await manager.checkForAvailableUpdates();
  expect(found.map(({ displayName }) => displayName)).toEqual(isBehind ? ["sample"] : []);
});
