/** A kind of resource that discovery looks for. */
export type Capability =
  | "agents"
  | "appended-prompt"
  | "commands"
  | "context"
  | "extensions"
  | "hook-settings"
  | "hooks"
  | "instructions"
  | "manifests"
  | "mcp"
  | "prompts"
  | "rules"
  | "skills"
  | "ssh"
  | "system-prompt"
  | "themes"
  | "tools";
