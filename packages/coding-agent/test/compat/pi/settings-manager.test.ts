import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingsManager } from "../../../src/compat/pi/settings-manager.ts";
import { formatDiagnostic } from "../../../src/core/json-file/index.ts";
import { selectTools } from "../../../src/core/settings/index.ts";
import { runScript, sourceUrl } from "../../core/support/run-script.ts";
import { temporaryDirectory, writeTree } from "../../core/support/temporary-directory.ts";

function workspace(files: Record<string, string | object>) {
  const root = temporaryDirectory();
  writeTree(root, files);
  const [home, project] = [join(root, "home"), join(root, "project")];
  return {
    root,
    globalPath: join(home, "settings.json"),
    projectPath: join(project, ".tau", "settings.json"),
    open: (projectTrusted = true) => SettingsManager.create(project, home, { projectTrusted }),
    home,
    project,
  };
}

test("without files every setting has its default", () => {
  const { open, root } = workspace({});
  const settings = open();
  expect(settings.getSettings()).toEqual({});
  expect(settings.getCompactionSettings()).toEqual({ enabled: true, reserveTokens: 16384, keepRecentTokens: 20000 });
  expect(settings.getRetrySettings()).toEqual({
    enabled: true,
    maxRetries: 3,
    baseDelayMs: 2000,
    maxAgentDelayMs: 60000,
  });
  expect(settings.getProviderRetrySettings()).toEqual({ maxRetryDelayMs: 60000 });
  expect([settings.getWarnings(), settings.getWebSocketConnectTimeoutMs()]).toEqual([{}, undefined]);
  expect([settings.getThemeSetting(), settings.getDefaultThinkingLevel()]).toEqual([undefined, undefined]);
  expect([settings.getTheme(), settings.getDefaultModel(), settings.getSteeringMode()]).toEqual([
    undefined,
    undefined,
    "one-at-a-time",
  ]);
  expect(existsSync(join(root, "home"))).toBe(false);
});

test("P-APP-48 R7: project over global, key by key, and overrides over both", () => {
  const { open } = workspace({
    "home/settings.json": { theme: "a", retry: { maxRetries: 1, baseDelayMs: 5 }, skills: ["u"], enabledModels: ["x"] },
    "project/.tau/settings.json": { retry: { maxRetries: 2 }, skills: ["p"], enabledModels: ["y"] },
  });
  const settings = open();
  settings.applyOverrides({ theme: "flag", retry: { baseDelayMs: 7 } });
  expect(settings.getSettings()).toEqual({
    theme: "flag",
    retry: { maxRetries: 2, baseDelayMs: 7 },
    skills: ["u", "p"],
    enabledModels: ["y"],
  });
});

test("R8: what is set goes into the user's file; the project's is left alone, and still counts more", async () => {
  const ofProject = '{ "theme": "p", // theirs\n "retry": { "maxRetries": 2 } }';
  const { open, globalPath, projectPath } = workspace({ "project/.tau/settings.json": ofProject });
  const settings = open();
  settings.store.set("theme", "u");
  settings.store.set("retry.baseDelayMs", 9);
  await settings.flush();
  expect(JSON.parse(readFileSync(globalPath, "utf8"))).toEqual({ theme: "u", retry: { baseDelayMs: 9 } });
  expect(readFileSync(projectPath, "utf8")).toBe(ofProject);
  expect(settings.getSettings()).toEqual({ theme: "p", retry: { maxRetries: 2, baseDelayMs: 9 } });
});

test("a project that is not trusted says nothing, and is not written", async () => {
  const files = { "project/.tau/settings.json": { theme: "evil", shellPath: "/tmp/evil", packages: ["npm:evil"] } };
  const { open, projectPath } = workspace(files);
  const settings = open(false);
  expect(settings.getSettings()).toEqual({});
  expect(() => settings.setProjectPackages([])).toThrow("not trusted");
  await settings.flush();
  expect(JSON.parse(readFileSync(projectPath, "utf8"))).toEqual(files["project/.tau/settings.json"]);
  settings.setProjectTrusted(true);
  expect(settings.getShellPath()).toBe("/tmp/evil");
});

test("what a project says in the file of pi counts below its own, after trust, and is never written", async () => {
  const inherited = { theme: "dark", defaultModel: "of-pi", httpProxy: "http://elsewhere", retry: { maxRetries: 7 } };
  const { open, project } = workspace({
    "home/settings.json": { theme: "mine", defaultModel: "mine", retry: { baseDelayMs: 5 } },
    "project/.pi/settings.json": inherited,
    "project/.tau/settings.json": { theme: "light" },
  });
  const settings = open();
  expect([settings.store.get("theme"), settings.store.get("defaultModel"), settings.store.get("httpProxy")]).toEqual([
    "light",
    "of-pi",
    undefined,
  ]);
  expect(settings.getRetrySettings()).toMatchObject({ maxRetries: 7, baseDelayMs: 5 });
  expect(settings.getProjectSettings()).toEqual({ theme: "light" });
  settings.store.set("defaultModel", "changed", "project");
  settings.store.set("theme", undefined, "project");
  await settings.flush();
  expect([settings.store.get("theme"), settings.store.get("defaultModel")]).toEqual(["dark", "changed"]);
  expect(JSON.parse(readFileSync(join(project, ".pi/settings.json"), "utf8"))).toEqual(inherited);
  expect(JSON.parse(readFileSync(join(project, ".tau/settings.json"), "utf8"))).toEqual({ defaultModel: "changed" });
  expect(open(false).store.get("defaultModel")).toBe("mine");
});

test("the file of pi is told of where it is broken, and left alone where pi is switched off", () => {
  const broken = workspace({ "project/.pi/settings.json": '{\n "theme": 1\n}' });
  expect(broken.open().store.diagnostics().map(formatDiagnostic)).toEqual([
    expect.stringMatching(/project\/\.pi\/settings\.json:2.*theme/),
  ]);
  const off = workspace({
    "home/settings.json": { disabledProviders: ["pi"] },
    "project/.pi/settings.json": { theme: "dark" },
  });
  expect(off.open().getSettings()).toEqual({ disabledProviders: ["pi"] });
});

test("a trusted project still cannot decide what belongs to its user", () => {
  const { open } = workspace({
    "project/.tau/settings.json": {
      defaultProjectTrust: "always",
      httpProxy: "http://evil",
      selfUpdateCommand: ["evil"],
      cacheWarming: "off",
    },
  });
  expect(open().getSettings()).toEqual({});
});

test("P-APP-50: overrides are never saved", async () => {
  const { open, globalPath } = workspace({ "home/settings.json": { theme: "a" } });
  const settings = open();
  settings.applyOverrides({ theme: "flag", quietStartup: true });
  settings.setHideThinkingBlock(true);
  await settings.flush();
  expect(JSON.parse(readFileSync(globalPath, "utf8"))).toEqual({ theme: "a", hideThinkingBlock: true });
});

test("P-APP-49 R379: a save keeps comments, foreign keys, and what another process wrote meanwhile", async () => {
  const { open, globalPath } = workspace({
    "home/settings.json": '{\n  // why\n  "theme": "a",\n  "omp.only": { "x": 1 }\n}\n',
  });
  const settings = open();
  writeFileSync(globalPath, '{\n  // why\n  "theme": "a",\n  "omp.only": { "x": 1 },\n  "quietStartup": true\n}\n');
  settings.setShowImages(false);
  settings.setModelThinkingLevel("openai", "gpt-5.1", "high");
  await settings.flush();
  expect(readFileSync(globalPath, "utf8")).toBe(
    '{\n  // why\n  "theme": "a",\n  "omp.only": { "x": 1 },\n  "quietStartup": true,\n  "terminal": {\n    "showImages": false\n  },\n' +
      '  "modelThinkingLevels": {\n    "openai/gpt-5.1": "high"\n  }\n}\n',
  );
  expect(settings.getModelThinkingLevel("openai", "gpt-5.1")).toBe("high");
  settings.removeModelThinkingLevel("openai", "gpt-5.1");
  await settings.reload();
  expect(settings.getAllModelThinkingLevels()).toEqual({});
  expect(settings.getQuietStartup()).toBe(true);
});

test("a change is on disk without flush once the process has ended", async () => {
  const { home, project, globalPath } = workspace({});
  const result = await runScript(
    `import { SettingsManager } from ${JSON.stringify(sourceUrl("../compat/pi/settings-manager.ts"))};
     SettingsManager.create(process.argv[1], process.argv[2]).setTheme("dark");`,
    [project, home],
  );
  expect(result).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(JSON.parse(readFileSync(globalPath, "utf8"))).toEqual({ theme: "dark" });
});

test("processes that save at once all keep their keys", async () => {
  const { home, project, globalPath } = workspace({});
  const source = `import { SettingsManager } from ${JSON.stringify(sourceUrl("../compat/pi/settings-manager.ts"))};
    const [project, home, name] = process.argv.slice(1);
    const settings = SettingsManager.create(project, home);
    for (let i = 0; i < 20; i++) { settings.setExtensionChangelogVersion(name + i, "1"); await settings.flush(); }
    if (settings.drainErrors().length > 0) process.exitCode = 1;`;
  const results = await Promise.all(["a", "b", "c"].map((name) => runScript(source, [project, home, name])));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  const { extensionChangelogVersions } = JSON.parse(readFileSync(globalPath, "utf8"));
  expect(Object.keys(extensionChangelogVersions)).toHaveLength(60);
});

test("P-APP-53: a broken file is reported by line, and never written over", async () => {
  const text = '{\n  "theme": "a"\n  "x": 1\n}';
  const { open, globalPath } = workspace({ "home/settings.json": text });
  const settings = open();
  expect(settings.store.diagnostics().map(formatDiagnostic)).toEqual([`${globalPath}:3: is not JSON: comma expected`]);
  expect(settings.drainErrors()).toMatchObject([{ scope: "global", path: globalPath }]);
  settings.setTheme("b");
  await settings.flush();
  expect(settings.getTheme()).toBe("b");
  expect(settings.drainErrors()).toMatchObject([{ scope: "global", path: globalPath, error: { code: "broken-file" } }]);
  expect(settings.drainErrors()).toEqual([]);
  expect(readFileSync(globalPath, "utf8")).toBe(text);
});

test("a file that cannot be read is told once, however often it was tried", async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "settings.json"));
  const settings = SettingsManager.create(folder, folder);
  settings.setProjectTrusted(true);
  expect(settings.drainErrors().map(({ error }) => error.message)).toEqual(["cannot be read (it is a folder)"]);
  await settings.reload();
  expect(settings.drainErrors()).toHaveLength(1);
  expect(settings.drainErrors()).toEqual([]);
});

test("a value of the wrong kind is left out with its line, and the rest is used", () => {
  const { open, globalPath } = workspace({
    "home/settings.json": '{\n  "theme": 5,\n  "retry": { "maxRetries": "many", "baseDelayMs": 9 }\n}',
  });
  const settings = open();
  expect(settings.getSettings()).toEqual({ retry: { baseDelayMs: 9 } });
  expect(settings.getTheme()).toBeUndefined();
  expect(settings.store.diagnostics().map(formatDiagnostic)).toEqual([
    `${globalPath}:2: "theme" must be a string; ignored`,
    `${globalPath}:3: "retry.maxRetries" must be a number; ignored`,
  ]);
});

test("R11: names of earlier versions are read", () => {
  const settings = SettingsManager.inMemory({
    queueMode: "all",
    websockets: true,
    skills: { enableSkillCommands: false, customDirectories: ["~/s"] },
    retry: { maxDelayMs: 5 },
  } as object);
  expect(settings.getSettings()).toEqual({
    steeringMode: "all",
    transport: "websocket",
    skills: ["~/s"],
    enableSkillCommands: false,
    retry: { provider: { maxRetryDelayMs: 5 } },
  });
});

test("R15: an in-memory object touches no disk", async () => {
  const settings = SettingsManager.inMemory({ theme: "x" });
  settings.setTheme("y");
  await settings.flush();
  await settings.reload();
  expect(settings.getTheme()).toBe("y");
});

test("a storage with nothing but withLock is enough", async () => {
  const texts: Record<string, string | undefined> = { global: '{"theme":"x"}' };
  const settings = SettingsManager.fromStorage({
    withLock(scope, change) {
      texts[scope] = change(texts[scope]) ?? texts[scope];
    },
  });
  expect(settings.getTheme()).toBe("x");
  settings.setTheme("y");
  await settings.flush();
  expect(texts).toEqual({ global: '{"theme":"y"}' });
});

test("a file cannot change what settings are", () => {
  const settings = SettingsManager.inMemory(
    JSON.parse('{"__proto__": {"theme": "evil"}, "retry": {"__proto__": {"a": 1}}}'),
  );
  expect(settings.getTheme()).toBeUndefined();
  expect(({} as Record<string, unknown>).theme).toBeUndefined();
});

test("compaction numbers come from the model's own entry first, each by itself", () => {
  const settings = SettingsManager.inMemory({
    compaction: { reserveTokens: 1, modelOverrides: { "p/m": { keepRecentTokens: 2 } } },
  });
  expect(settings.getCompactionSettings({ provider: "p", id: "m" })).toEqual({
    enabled: true,
    reserveTokens: 1,
    keepRecentTokens: 2,
  });
  expect(settings.getCompactionKeepRecentTokens({ provider: "p", id: "other" })).toBe(20000);
});

test("a device id is made once and kept", async () => {
  const { open } = workspace({});
  const settings = open();
  const id = settings.getOrCreateDeviceId();
  await settings.flush();
  expect(open().getOrCreateDeviceId()).toBe(id);
});

test("tool lists: plain names replace, modifiers change what is below", () => {
  expect(selectTools(undefined)).toEqual(["read", "bash", "edit", "write"]);
  expect(selectTools([])).toEqual([]);
  expect(selectTools(["+grep", "-bash"])).toEqual(["read", "edit", "write", "grep"]);
  expect(selectTools(["ls", "+grep", "-ls"])).toEqual(["grep"]);
  const { open } = workspace({
    "home/settings.json": { defaultTools: ["read", "ls"] },
    "project/.tau/settings.json": { defaultTools: ["+grep", "-ls"] },
  });
  expect(selectTools(open().getDefaultTools())).toEqual(["read", "grep"]);
  const tools = (user: string[], project: string[]) =>
    workspace({
      "home/settings.json": { defaultTools: user },
      "project/.tau/settings.json": { defaultTools: project },
    })
      .open()
      .getDefaultTools();
  expect(tools(["read"], [])).toEqual([]);
  expect(tools([], ["+grep"])).toEqual(["grep"]);
});

test("what the settings leave open about the terminal, a variable may say", () => {
  const settings = SettingsManager.inMemory({ terminal: { hyperlinks: false, images: "auto" } });
  expect(settings.getTerminalCapabilityOverrides({})).toEqual({ hyperlinks: false });
  const env = { PI_HYPERLINKS: "1", PI_IMAGE_PROTOCOL: "none", TAU_TRUE_COLOR: "0", PI_TRUE_COLOR: "1" };
  expect(settings.getTerminalCapabilityOverrides(env)).toEqual({ hyperlinks: false, images: null, trueColor: false });
  expect(settings.getTerminalCapabilityOverrides({ PI_TRUE_COLOR: "auto" })).toEqual({ hyperlinks: false });
  expect(settings.isHardwareCursorShown({})).toBe(false);
  expect(settings.isHardwareCursorShown({ PI_HARDWARE_CURSOR: "1" })).toBe(true);
  const fixed = SettingsManager.inMemory({ showHardwareCursor: false });
  expect(fixed.isHardwareCursorShown({ PI_HARDWARE_CURSOR: "1" })).toBe(false);
});

test("what a program opens or starts is told with the home folder in place of ~", () => {
  const settings = SettingsManager.inMemory({ sessionDir: "~/kept", shellPath: "~/bin/sh" });
  expect([settings.getSessionDir(), settings.getShellPath()]).toEqual([
    join(homedir(), "kept"),
    join(homedir(), "bin", "sh"),
  ]);
  expect(settings.getSettings()).toEqual({ sessionDir: "~/kept", shellPath: "~/bin/sh" });
});
