const paths = { type: "array", items: { type: "string" } } as const;

const packageSource = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      required: ["source"],
      properties: {
        source: { type: "string" },
        autoload: { type: "boolean" },
        extensions: paths,
        skills: paths,
        prompts: paths,
        themes: paths,
      },
    },
  ],
} as const;

export const resourceSettings = {
  packages: { type: "array", items: packageSource, description: "Packages: npm:, git: or a path." },
  extensions: { ...paths, description: "Extension files or folders; !glob, +path and -path filter." },
  skills: { ...paths, description: "Skill files or folders." },
  prompts: { ...paths, description: "Prompt template files or folders." },
  themes: { ...paths, description: "Theme files or folders." },
  enableSkillCommands: { type: "boolean", default: true, description: "Offer every skill as /skill:name." },
  includeSkills: { ...paths, description: "Globs of the skills to offer; all if empty." },
  ignoredSkills: { ...paths, description: "Globs of skills to leave out." },
  disabledProviders: {
    ...paths,
    description: "Sources of resources to leave out: claude, codex, gemini, cursor and so on.",
  },
  disabledExtensions: { ...paths, description: "Ids to leave out: extension-module:name, skill:name." },
  mcp: {
    type: "object",
    properties: {
      enableProjectConfig: { type: "boolean", default: true, description: "Use the MCP servers a project names." },
      startupTimeout: {
        type: "number",
        minimum: 0,
        default: 10,
        description: "Seconds that print, JSON and RPC mode wait for MCP servers whose tools are not known yet.",
      },
    },
  },
} as const;

/** Kept for programs that read them; Tau sends no telemetry. */
export const stateSettings = {
  lastChangelogVersion: { type: "string" },
  permissionsExplained: { type: "boolean" },
  extensionChangelogVersions: { type: "object", additionalProperties: { type: "string" } },
  enableInstallTelemetry: { type: "boolean", default: false },
  enableAnalytics: { type: "boolean", default: false },
  trackingId: { type: "string" },
  deviceId: { type: "string" },
} as const;
