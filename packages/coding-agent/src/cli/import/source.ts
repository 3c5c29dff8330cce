/** What another agent keeps, and where it goes in Tau's home. */
export interface ImportSource {
  readonly name: string;
  /** Its home, under the user's. */
  readonly home: string;
  /** JSON whose keys are added where Tau has none yet. */
  readonly merged: Readonly<Record<string, string>>;
  /** Files and folders that are copied; what is there already stays. */
  readonly copied: Readonly<Record<string, string>>;
  /** Only if asked for. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Folder of session logs in Tau's own format. */
  readonly sessions?: string;
}

const shared = { skills: "skills", prompts: "prompts", commands: "prompts", agents: "agents" };

export const importSources: readonly ImportSource[] = [
  {
    name: "pi",
    home: ".pi/agent",
    merged: { "settings.json": "settings.json", "keybindings.json": "keybindings.json" },
    copied: {
      ...shared,
      "models.json": "models.json",
      themes: "themes",
      extensions: "extensions",
      "AGENTS.md": "AGENTS.md",
      "SYSTEM.md": "SYSTEM.md",
      "APPEND_SYSTEM.md": "APPEND_SYSTEM.md",
      "mcp.json": "mcp.json",
    },
    credentials: { "auth.json": "auth.json" },
    sessions: "sessions",
  },
  {
    name: "omp",
    home: ".omp/agent",
    merged: {
      "config.yml": "settings.json",
      "settings.json": "settings.json",
      "keybindings.json": "keybindings.json",
    },
    copied: {
      ...shared,
      "models.json": "models.json",
      themes: "themes",
      extensions: "extensions",
      rules: "rules",
      "AGENTS.md": "AGENTS.md",
      "SYSTEM.md": "SYSTEM.md",
      "mcp.json": "mcp.json",
    },
    credentials: { "auth.json": "auth.json" },
    sessions: "sessions",
  },
  {
    name: "claude",
    home: ".claude",
    merged: {},
    copied: { ...shared, "CLAUDE.md": "AGENTS.md" },
    credentials: {},
  },
  {
    name: "codex",
    home: ".codex",
    merged: {},
    copied: { ...shared, "AGENTS.md": "AGENTS.md" },
    credentials: {},
  },
];
