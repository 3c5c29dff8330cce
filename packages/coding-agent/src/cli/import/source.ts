import { type ConvertedSettings, claudeSettings } from "./claude-settings.ts";
import { readClaudeTranscript } from "./claude-transcript.ts";
import { readCodexTranscript } from "./codex-transcript.ts";
import type { ReadTranscript } from "./transcript.ts";

/** What another agent keeps, and where it is put in Tau's home. */
export interface ImportSource {
  readonly name: string;
  /** The agent's home, relative to the user's. */
  readonly home: string;
  /** Environment variable that moves the agent's home. */
  readonly variable?: string;
  /**
   * JSON or YAML files whose keys are added where Tau has none, in order of precedence, highest first. From settings in YAML only those
   * that Tau knows are added.
   */
  readonly merged: Readonly<Record<string, string>>;
  /** Converters of settings to Tau's form, by file. */
  readonly converted?: Readonly<Record<string, (settings: Record<string, unknown>) => ConvertedSettings>>;
  /** Files with settings that have a different meaning in Tau. They are listed, so that the user can set them in Tau. */
  readonly notMerged: readonly string[];
  /** Files and folders to copy, unless Tau reads them in place. Existing ones are kept. */
  readonly copied: Readonly<Record<string, string>>;
  /** Imported only if the user agrees. */
  readonly credentials: readonly CredentialFile[];
  readonly sessions: SessionFiles;
}

export interface CredentialFile {
  readonly file: string;
  /**
   * Converts the file to Tau's form, by provider; absent if the file already has that form. Returns an empty object if the file has no key
   * of the user's own.
   */
  readonly convert?: (content: Record<string, unknown>) => Record<string, unknown>;
  /** Names the logins in the file. They belong to the other agent's own client, and no other program can use them. */
  readonly logins?: (content: Record<string, unknown>) => readonly string[];
}

export interface SessionFiles {
  readonly folder: string;
  /** Absent if the files are in Tau's own format: they are copied. */
  readonly read?: ReadTranscript;
  /** Returns whether the file is part of another session. */
  readonly isPart?: (name: string) => boolean;
}

const resources = { skills: "skills", prompts: "prompts", commands: "prompts", agents: "agents" };
const shared = {
  ...resources,
  "models.json": "models.json",
  themes: "themes",
  extensions: "extensions",
  "AGENTS.md": "AGENTS.md",
  "SYSTEM.md": "SYSTEM.md",
  "mcp.json": "mcp.json",
};
const keys = { "settings.json": "settings.json", "keybindings.json": "keybindings.json" };

export const importSources: readonly ImportSource[] = [
  {
    name: "pi",
    home: ".pi/agent",
    variable: "PI_CODING_AGENT_DIR",
    merged: keys,
    notMerged: [],
    copied: { ...shared, "APPEND_SYSTEM.md": "APPEND_SYSTEM.md" },
    credentials: [{ file: "auth.json" }],
    sessions: { folder: "sessions" },
  },
  {
    name: "omp",
    home: ".omp/agent",
    merged: {
      "config.yml": "settings.json",
      "config.yaml": "settings.json",
      ...keys,
      "models.yml": "models.json",
      "models.yaml": "models.json",
    },
    notMerged: [],
    copied: { ...shared, rules: "rules" },
    credentials: [{ file: "auth.json" }],
    sessions: { folder: "sessions" },
  },
  {
    name: "claude",
    home: ".claude",
    merged: {},
    converted: { "settings.json": claudeSettings },
    notMerged: ["settings.json"],
    copied: { ...resources, "CLAUDE.md": "AGENTS.md" },
    credentials: [
      {
        file: ".credentials.json",
        convert: () => ({}),
        logins: ({ claudeAiOauth }) => (claudeAiOauth ? ["Claude login"] : []),
      },
      {
        file: "settings.json",
        convert: ({ env }) => anthropicKey((env as { ANTHROPIC_API_KEY?: unknown } | undefined)?.ANTHROPIC_API_KEY),
      },
      {
        file: "../.claude.json",
        convert: ({ primaryApiKey }) => anthropicKey(primaryApiKey),
        logins: ({ oauthAccount }) => (oauthAccount ? ["Claude account"] : []),
      },
    ],
    sessions: {
      folder: "projects",
      read: readClaudeTranscript,
      isPart: (name) => /(?:^|\/)agent-[^/]*$|\/subagents\//.test(name),
    },
  },
  {
    name: "codex",
    home: ".codex",
    merged: {},
    notMerged: ["config.toml"],
    copied: { ...resources, "AGENTS.md": "AGENTS.md" },
    credentials: [{ file: "auth.json", convert: apiKeyOf, logins: ({ tokens }) => (tokens ? ["ChatGPT login"] : []) }],
    sessions: { folder: "sessions", read: readCodexTranscript },
  },
];

function apiKeyOf({ OPENAI_API_KEY: key }: Record<string, unknown>): Record<string, unknown> {
  return storedKey("openai", key);
}

function anthropicKey(key: unknown): Record<string, unknown> {
  return storedKey("anthropic", key);
}

function storedKey(provider: string, key: unknown): Record<string, unknown> {
  return typeof key === "string" && key !== "" ? { [provider]: { type: "api_key", key } } : {};
}
