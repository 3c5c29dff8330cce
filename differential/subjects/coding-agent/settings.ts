import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";

const flag = fc.boolean();
const settings = fc.record(
  {
    defaultProvider: fc.constantFrom("anthropic", "openai"),
    defaultModel: fc.constantFrom("claude-opus-4-5", "gpt-5"),
    defaultThinkingLevel: fc.constantFrom("off", "high"),
    modelThinkingLevels: fc.constantFrom({ "anthropic/claude-opus-4-5": "low" }, {}),
    transport: fc.constantFrom("sse", "websocket", "auto"),
    steeringMode: fc.constantFrom("all", "one-at-a-time"),
    followUpMode: fc.constantFrom("all", "one-at-a-time"),
    queueMode: fc.constantFrom("all", "one-at-a-time"),
    websockets: flag,
    theme: fc.constantFrom("dark", "light", "mine"),
    compaction: fc.record(
      { enabled: flag, reserveTokens: fc.constantFrom(1000, 2000), keepRecentTokens: fc.constantFrom(500) },
      { requiredKeys: [] },
    ),
    branchSummary: fc.record({ reserveTokens: fc.constantFrom(1), skipPrompt: flag }, { requiredKeys: [] }),
    retry: fc.record(
      {
        enabled: flag,
        maxRetries: fc.constantFrom(0, 7),
        baseDelayMs: fc.constantFrom(1),
        maxDelayMs: fc.constantFrom(5),
        provider: fc.record(
          { timeoutMs: fc.constantFrom(9), maxRetries: fc.constantFrom(3), maxRetryDelayMs: fc.constantFrom(4) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    hideThinkingBlock: flag,
    showCacheMissNotices: flag,
    externalEditor: fc.constantFrom("vim", ""),
    shellPath: fc.constantFrom("/bin/sh"),
    quietStartup: flag,
    defaultProjectTrust: fc.constantFrom("ask", "always", "never"),
    shellCommandPrefix: fc.constantFrom("set -e"),
    npmCommand: fc.constantFrom(["pnpm"], []),
    collapseChangelog: flag,
    enableInstallTelemetry: flag,
    packages: fc.constantFrom(["npm:a"], [{ source: "npm:b", skills: [] }]),
    extensions: fc.constantFrom(["./e.ts"], []),
    skills: fc.constantFrom(["./s"], { enableSkillCommands: false, customDirectories: ["./d"] }),
    prompts: fc.constantFrom(["./p"]),
    themes: fc.constantFrom(["./t"]),
    enableSkillCommands: flag,
    terminal: fc.record(
      {
        showImages: flag,
        imageWidthCells: fc.constantFrom(10, 40),
        clearOnShrink: flag,
        hyperlinks: fc.constantFrom(true, "auto"),
        images: fc.constantFrom("kitty", false),
      },
      { requiredKeys: [] },
    ),
    images: fc.record({ autoResize: flag, blockImages: flag }, { requiredKeys: [] }),
    enabledModels: fc.constantFrom(["a/*"], []),
    defaultTools: fc.constantFrom(["read"]),
    doubleEscapeAction: fc.constantFrom("fork", "tree", "none"),
    treeFilterMode: fc.constantFrom("default", "all"),
    thinkingBudgets: fc.constantFrom({ low: 1 }),
    editorPaddingX: fc.constantFrom(0, 2),
    outputPad: fc.constantFrom(0, 1),
    autocompleteMaxVisible: fc.constantFrom(3, 8),
    showHardwareCursor: flag,
    markdown: fc.record(
      { codeBlockIndent: fc.constantFrom("", "    "), mermaid: fc.constantFrom("off", "final", "streaming") },
      { requiredKeys: [] },
    ),
    sessionDir: fc.constantFrom("./s", "/abs"),
    httpIdleTimeoutMs: fc.constantFrom(5, 0),
    tuiMode: fc.constantFrom("regular", "fullscreen"),
    unknownSetting: fc.constantFrom(1),
  },
  { requiredKeys: [] },
);

/** Getters that take nothing. */
const getters = [
  "getSessionDir",
  "getDefaultProvider",
  "getDefaultModel",
  "getSteeringMode",
  "getFollowUpMode",
  "getThemeSetting",
  "getTheme",
  "getDefaultThinkingLevel",
  "getAllModelThinkingLevels",
  "getTransport",
  "getCompactionEnabled",
  "getCompactionReserveTokens",
  "getCompactionKeepRecentTokens",
  "getCompactionSettings",
  "getBranchSummarySettings",
  "getBranchSummarySkipPrompt",
  "getRetryEnabled",
  "getRetrySettings",
  "getHttpIdleTimeoutMs",
  "getProviderRetrySettings",
  "getHideThinkingBlock",
  "getShowCacheMissNotices",
  "getShellPath",
  "getQuietStartup",
  "getDefaultProjectTrust",
  "getShellCommandPrefix",
  "getNpmCommand",
  "getCollapseChangelog",
  "getEnableInstallTelemetry",
  "getPackages",
  "getExtensionPaths",
  "getSkillPaths",
  "getPromptTemplatePaths",
  "getThemePaths",
  "getEnableSkillCommands",
  "getThinkingBudgets",
  "getShowImages",
  "getImageWidthCells",
  "getClearOnShrink",
  "getShowTerminalProgress",
  "getFullscreenExitOutput",
  "getFullscreenScrollbar",
  "getFullscreenCopyOnSelect",
  "getImageAutoResize",
  "getBlockImages",
  "getEnabledModels",
  "getDefaultTools",
  "getDoubleEscapeAction",
  "getTreeFilterMode",
  "getShowHardwareCursor",
  "getEditorPaddingX",
  "getOutputPad",
  "getAutocompleteMaxVisible",
  "getCodeBlockIndent",
  "getMermaidRenderingMode",
  "getWarnings",
  "getCacheWarmingMode",
  "getWebSocketConnectTimeoutMs",
  "getLastChangelogVersion",
];

export const settingsSubjects = [
  subject({
    name: "coding-agent/settings-getters",
    inputs: settings,
    runs: 300,
    run: ({ codingAgent }, values) => readAll(codingAgent.SettingsManager.inMemory(values as never)),
  }),
  subject({
    name: "coding-agent/settings-invalid",
    inputs: fc.constantFrom(
      { editorPaddingX: -1 },
      { autocompleteMaxVisible: 50 },
      { doubleEscapeAction: "other" },
      { compaction: { reserveTokens: "x" } },
      { defaultThinkingLevel: "nonsense" },
    ),
    runs: 5,
    run: ({ codingAgent }, values) => readAll(codingAgent.SettingsManager.inMemory(values as never)),
  }),
  subject({
    name: "coding-agent/settings-files",
    inputs: fc.record({
      global: fc.option(settings),
      project: fc.option(settings),
      trusted: fc.boolean(),
      damage: fc.constantFrom("none", "global", "project"),
    }),
    runs: 150,
    run: async ({ codingAgent, root, side }, { global, project, trusted, damage }) => {
      const folder = join(root, "settings");
      rmSync(folder, { recursive: true, force: true });
      const agentDir = join(folder, "agent");
      const cwd = join(folder, "project");
      write(join(agentDir, "settings.json"), damage === "global" ? "{ broken" : global && JSON.stringify(global));
      const own = side === "ours" ? ".tau" : ".pi";
      write(join(cwd, own, "settings.json"), damage === "project" ? "{ broken" : project && JSON.stringify(project));
      mkdirSync(cwd, { recursive: true });
      const manager = codingAgent.SettingsManager.create(cwd, agentDir, { projectTrusted: trusted });
      const values = readAll(manager);
      const errors = manager.drainErrors().map((error) => error.scope);
      manager.setTheme("changed");
      manager.setCompactionEnabled(false);
      await manager.flush();
      const again = codingAgent.SettingsManager.create(cwd, agentDir, { projectTrusted: trusted });
      return {
        values,
        errors,
        global: manager.getGlobalSettings(),
        project: manager.getProjectSettings(),
        trusted: manager.isProjectTrusted(),
        again: [again.getGlobalSettings(), again.getTheme(), again.getCompactionEnabled()],
      };
    },
  }),
];

function readAll(manager: ReturnType<Library["codingAgent"]["SettingsManager"]["inMemory"]>): Record<string, unknown> {
  const object = manager as unknown as Record<string, (() => unknown) | undefined>;
  return Object.fromEntries(
    getters.map((name) => [name, typeof object[name] === "function" ? object[name]() : "[missing]"]),
  );
}

function write(file: string, text: string | null | undefined): void {
  if (text === null || text === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
