import type { ReadItems } from "./configured-paths.ts";
import type { AgentDefinition } from "./items/agent-definition.ts";
import type { ManifestRecord } from "./items/extension-manifest.ts";
import type { PromptTemplate } from "./items/prompt-template.ts";
import type { Rule } from "./items/rule.ts";
import type { Skill } from "./items/skill.ts";
import type { SshHost } from "./items/ssh-host.ts";
import type { ThemeFile } from "./items/theme-file.ts";

// Each module is loaded only when there is something to read: most starts find nothing of most kinds.

export const readSkills: ReadItems<Skill> = async (path, describe) =>
  (await import("./items/skill.ts")).loadSkillsAt(path, describe);

export const readPrompts: ReadItems<PromptTemplate> = async (path, describe) =>
  (await import("./items/prompt-template.ts")).loadPromptsAt(path, describe);

/** Commands may lie in subfolders, which become part of their names. */
export const readCommands: ReadItems<PromptTemplate> = async (path, describe) =>
  (await import("./items/prompt-template.ts")).loadPromptsAt(path, describe, { deep: true });

export const readThemes: ReadItems<ThemeFile> = async (path, describe) =>
  (await import("./items/theme-file.ts")).loadThemesAt(path, describe);

export const readNamedAgents: ReadItems<AgentDefinition> = async (path, describe) =>
  (await import("./items/agent-definition.ts")).loadNamedAgentsAt(path, describe);

export const readAgents: ReadItems<AgentDefinition> = async (path, describe) =>
  (await import("./items/agent-definition.ts")).loadAgentsAt(path, describe);

export const readRules: ReadItems<Rule> = async (path, describe) =>
  (await import("./items/rule.ts")).loadRulesAt(path, describe);

export const readSshHosts: ReadItems<SshHost> = async (path, describe) =>
  (await import("./items/ssh-host.ts")).loadSshHostsAt(path, describe);

export const readManifests: ReadItems<ManifestRecord> = async (path, describe) =>
  (await import("./items/extension-manifest.ts")).loadManifestsAt(path, describe);
