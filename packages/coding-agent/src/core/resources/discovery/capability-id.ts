/** A kind of resource that is looked for. */
export type Capability =
  | "agents"
  | "commands"
  | "context"
  | "extensions"
  | "hooks"
  | "instructions"
  | "manifests"
  | "mcp"
  | "prompts"
  | "rules"
  | "skills"
  | "themes"
  | "tools";
