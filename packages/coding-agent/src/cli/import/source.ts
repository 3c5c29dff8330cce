import { type ConvertedSettings, claudeRules } from "./claude-rules.ts";
import { readClaudeTranscript } from "./claude-transcript.ts";
import { readCodexTranscript } from "./codex-transcript.ts";
import type { ReadTranscript } from "./transcript.ts";

/** What another agent keeps, and where it goes in Tau's home. */
export interface ImportSource {
  readonly name: string;
  /** Its home, under the user's. */
  readonly home: string;
  /** Of the environment: moves its home. */
  readonly variable?: string;
  /**
   * JSON or YAML whose keys are added where Tau has none yet, the file that counts more first. Of settings in YAML, only those that
   * Tau knows.
   */
  readonly merged: Readonly<Record<string, string>>;
  /** Settings that are put into our form, by file. */
  readonly converted?: Readonly<Record<string, (settings: Record<string, unknown>) => ConvertedSettings>>;
  /** Settings that mean something else than ours: they are named, so that the user can set them in Tau. */
  readonly notMerged: readonly string[];
  /** Files and folders that are copied, unless Tau reads them where they are; what is there already stays. */
  readonly copied: Readonly<Record<string, string>>;
  /** Only if asked for. */
  readonly credentials: readonly CredentialFile[];
  readonly sessions: SessionFiles;
}

export interface CredentialFile {
  readonly file: string;
  /** Makes our form of it, by provider; without it the file has that form. Nothing where it holds no key of the user's own. */
  readonly convert?: (content: Record<string, unknown>) => Record<string, unknown>;
  /** The logins in it, which belong to the other agent's own client and cannot be used by another program. */
  readonly logins?: (content: Record<string, unknown>) => readonly string[];
}

export interface SessionFiles {
  readonly folder: string;
  /** Without it the files are in our own format, and are copied. */
  readonly read?: ReadTranscript;
  /** Files that belong to another session. */
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
    converted: { "settings.json": claudeRules },
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
