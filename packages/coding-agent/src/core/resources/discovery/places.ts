import type { Capability } from "./capability-id.ts";

/** The base of a path. `agent` is Tau's home, `ancestors` every folder from the working directory up to the repository's root. */
export type PlaceBase = "agent" | "home" | "cwd" | "ancestors";

export interface Place {
  readonly capability: Capability;
  readonly base: PlaceBase;
  readonly path: string;
}

/** A convention by which a program stores its resources. */
export interface DiscoverySource {
  readonly id: string;
  readonly label: string;
  /** If two sources have the same name, the higher priority wins. */
  readonly priority: number;
  /** The priority of the user's places if it is another one: a project's own resources come before all of the user's. */
  readonly userPriority?: number;
  /** Places in order of precedence. */
  readonly places: readonly Place[];
}

/** The subfolders of Tau's own folders, by capability. */
const OWN_LAYOUT: readonly (readonly [Capability, string])[] = [
  ["skills", "skills"],
  ["prompts", "prompts"],
  ["commands", "commands"],
  ["themes", "themes"],
  ["agents", "agents"],
  ["rules", "rules"],
  ["instructions", "instructions"],
  ["hooks", "hooks"],
  ["tools", "tools"],
  ["extensions", "extensions"],
  ["manifests", "extensions"],
  ["mcp", "mcp.json"],
  ["ssh", "ssh.json"],
  ["system-prompt", "SYSTEM.md"],
  ["appended-prompt", "APPEND_SYSTEM.md"],
];

/** The resources of a project that apply to all folders below them. Everything else applies only to the folder itself. */
const INHERITED: readonly Capability[] = ["skills", "agents"];

/** Every supported convention. To add one, add a row. */
export const discoverySources: readonly DiscoverySource[] = [
  {
    id: "native",
    label: "Tau",
    priority: 100,
    userPriority: 93,
    places: [...project(".tau"), ...own("agent", "")],
  },
  {
    id: "pi",
    label: "pi",
    priority: 98,
    userPriority: 90,
    places: [
      ...own("cwd", ".pi").filter(({ capability }) => capability !== "agents"),
      place("agents", "ancestors", ".pi/agents"),
      ...own("home", ".pi/agent"),
    ],
  },
  { id: "omp", label: "oh-my-pi", priority: 85, places: [...project(".omp"), ...own("home", ".omp/agent")] },
  {
    id: "claude",
    label: "Claude Code",
    priority: 80,
    places: [
      ...rows("cwd", ".claude", ["skills", "commands", "tools", "hooks", "rules"]),
      place("agents", "ancestors", ".claude/agents"),
      ...rows("home", ".claude", ["skills", "commands", "agents", "tools", "hooks", "rules"]),
      place("context", "home", ".claude/CLAUDE.md"),
      place("context", "cwd", ".claude/CLAUDE.md"),
      place("mcp", "home", ".claude.json"),
      place("hook-settings", "cwd", ".claude/settings.json"),
      place("hook-settings", "cwd", ".claude/settings.local.json"),
      place("hook-settings", "home", ".claude/settings.json"),
    ],
  },
  {
    id: "codex",
    label: "Codex",
    priority: 70,
    places: [
      ...rows("cwd", ".codex", ["skills", "prompts", "tools", "hooks"]),
      ...rows("home", ".codex", ["skills", "prompts", "tools", "hooks"]),
      place("context", "home", ".codex/AGENTS.md"),
      place("mcp", "cwd", ".codex/config.toml"),
      place("mcp", "home", ".codex/config.toml"),
    ],
  },
  {
    id: "agents",
    label: "Agent Skills",
    priority: 95,
    userPriority: 70,
    places: [place("skills", "ancestors", ".agents/skills"), place("skills", "home", ".agents/skills")],
  },
  {
    id: "gemini",
    label: "Gemini CLI",
    priority: 60,
    places: [
      ...rows("home", ".gemini", ["skills"]),
      ...rows("cwd", ".gemini", ["skills"]),
      place("context", "home", ".gemini/GEMINI.md"),
      place("context", "ancestors", "GEMINI.md"),
      place("manifests", "home", ".gemini/extensions"),
      place("manifests", "cwd", ".gemini/extensions"),
      place("mcp", "home", ".gemini/settings.json"),
      place("mcp", "cwd", ".gemini/settings.json"),
    ],
  },
  {
    id: "opencode",
    label: "opencode",
    priority: 55,
    places: [
      ...opencode("cwd", ".opencode"),
      ...opencode("home", ".config/opencode"),
      place("context", "home", ".config/opencode/AGENTS.md"),
      ...["opencode.json", "opencode.jsonc"].flatMap((name) => [
        place("mcp", "cwd", name),
        place("mcp", "home", `.config/opencode/${name}`),
      ]),
    ],
  },
  {
    id: "cursor",
    label: "Cursor",
    priority: 50,
    places: [
      place("mcp", "home", ".cursor/mcp.json"),
      place("mcp", "cwd", ".cursor/mcp.json"),
      place("rules", "cwd", ".cursor/rules"),
      place("rules", "cwd", ".cursorrules"),
      place("commands", "home", ".cursor/commands"),
      place("commands", "cwd", ".cursor/commands"),
    ],
  },
  {
    id: "windsurf",
    label: "Windsurf",
    priority: 50,
    places: [
      place("rules", "home", ".codeium/windsurf/memories/global_rules.md"),
      place("rules", "cwd", ".windsurf/rules"),
      place("rules", "cwd", ".windsurfrules"),
      place("mcp", "home", ".codeium/windsurf/mcp_config.json"),
    ],
  },
  { id: "cline", label: "Cline", priority: 40, places: [place("rules", "ancestors", ".clinerules")] },
  {
    id: "github",
    label: "GitHub Copilot",
    priority: 30,
    places: [
      place("context", "ancestors", ".github/copilot-instructions.md"),
      place("instructions", "cwd", ".github/instructions"),
      place("prompts", "cwd", ".github/prompts"),
      place("agents", "cwd", ".github/agents"),
      place("skills", "cwd", ".github/skills"),
    ],
  },
  {
    id: "vscode",
    label: "VS Code",
    priority: 20,
    places: [place("mcp", "cwd", ".vscode/mcp.json"), place("mcp", "home", ".config/Code/User/mcp.json")],
  },
  {
    id: "mcp-json",
    label: "mcp.json",
    priority: 5,
    places: [place("mcp", "cwd", ".mcp.json"), place("mcp", "cwd", "mcp.json")],
  },
  {
    id: "ssh-json",
    label: "ssh.json",
    priority: 5,
    places: [place("ssh", "cwd", "ssh.json"), place("ssh", "cwd", ".ssh.json")],
  },
];

function place(capability: Capability, base: PlaceBase, path: string): Place {
  return { capability, base, path };
}

function own(base: PlaceBase, folder: string): Place[] {
  return OWN_LAYOUT.map(([capability, name]) => place(capability, base, folder ? `${folder}/${name}` : name));
}

function project(folder: string): Place[] {
  const others = own("cwd", folder).filter(({ capability }) => !INHERITED.includes(capability));
  return [...INHERITED.map((capability) => place(capability, "ancestors", `${folder}/${capability}`)), ...others];
}

function rows(base: PlaceBase, folder: string, capabilities: readonly Capability[]): Place[] {
  return capabilities.map((capability) => place(capability, base, `${folder}/${capability}`));
}

/** Returns the places of opencode, which names its folders in the singular. */
/** opencode documents the plural names; folders with the earlier ones are in use. */
function opencode(base: PlaceBase, folder: string): Place[] {
  return (["skill", "command", "agent"] as const).flatMap((name) => [
    place(`${name}s`, base, `${folder}/${name}s`),
    place(`${name}s`, base, `${folder}/${name}`),
  ]);
}
