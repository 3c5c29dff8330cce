import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  builtInRegistry,
  type CapabilityRegistry,
  type Discovered,
  type LoadedItems,
  type LocatedPlace,
  sourceInfoOf,
} from "./discovery/index.ts";
import type { AgentDefinition } from "./items/agent-definition.ts";
import { extensionEntries } from "./items/extension-entries.ts";
import type { ManifestRecord } from "./items/extension-manifest.ts";
import {
  loadCustomCommandsAt,
  loadCustomToolsAt,
  loadHooksAt,
  type ModuleFile,
  type ModuleKind,
} from "./items/module-folders.ts";
import { loadPromptsAt, type PromptTemplate } from "./items/prompt-template.ts";
import type { Rule } from "./items/rule.ts";
import { type DescribeSource, loadSkillsAt, type Skill } from "./items/skill.ts";
import type { ThemeFile } from "./items/theme-file.ts";
import type { SourceInfo } from "./source-info.ts";

/** A module to load. Loading it is the extension host's part. */
export interface ExtensionPath extends Discovered {
  readonly path: string;
  readonly name: string;
  /** An extension where absent. */
  readonly kind?: ModuleKind;
}

/** Where each kind of resource is looked for and how it is read. Extensions may register further places. */
export interface ResourceRegistries {
  readonly skills: CapabilityRegistry<Skill>;
  readonly prompts: CapabilityRegistry<PromptTemplate>;
  readonly commands: CapabilityRegistry<PromptTemplate>;
  readonly themes: CapabilityRegistry<ThemeFile>;
  readonly agents: CapabilityRegistry<AgentDefinition>;
  readonly rules: CapabilityRegistry<Rule>;
  readonly instructions: CapabilityRegistry<Rule>;
  readonly extensions: CapabilityRegistry<ExtensionPath>;
  readonly hooks: CapabilityRegistry<ModuleFile>;
  readonly tools: CapabilityRegistry<ModuleFile>;
  readonly commandModules: CapabilityRegistry<ModuleFile>;
  readonly manifests: CapabilityRegistry<ManifestRecord>;
}

export function createResourceRegistries(): ResourceRegistries {
  return {
    skills: builtInRegistry("skills", at(loadSkillsAt)),
    prompts: builtInRegistry("prompts", at(loadPromptsAt)),
    commands: builtInRegistry(
      "commands",
      at((path, describe) => loadPromptsAt(path, describe, { deep: true })),
    ),
    themes: builtInRegistry("themes", later(readThemes)),
    // No start looks at these: their readers are loaded when somebody does.
    agents: builtInRegistry("agents", later(readAgents), { key: ({ name }) => name }),
    rules: builtInRegistry("rules", later(readRules), { key: ({ name }) => name }),
    instructions: builtInRegistry("instructions", later(readRules), { key: ({ name }) => name }),
    extensions: builtInRegistry("extensions", at(loadExtensionsAt)),
    hooks: builtInRegistry("hooks", at(loadHooksAt), { key: ({ path, name }) => `${basename(dirname(path))}:${name}` }),
    tools: builtInRegistry("tools", at(loadCustomToolsAt), { key: ({ name }) => name }),
    manifests: builtInRegistry("manifests", later(readManifests), { key: ({ name }) => name }),
    commandModules: builtInRegistry("commands", at(loadCustomCommandsAt), { key: ({ name }) => name }),
  };
}

export function loadExtensionsAt(path: string, describe: DescribeSource): LoadedItems<ExtensionPath> {
  const items = extensionEntries(path).map((entry) => ({
    path: entry,
    name: extensionName(entry),
    sourceInfo: describe(entry),
  }));
  return { items };
}

/** The name by which an extension is switched off: the nearest of its file and the folders around it that says something. */
export function extensionName(path: string): string {
  const parts = path.split(/[\\/]/);
  const file = (parts.pop() ?? "").replace(/\.[cm]?[jt]sx?$/, "");
  const around = parts.toReversed();
  // A hidden folder holds extensions and names none.
  const hidden = around.findIndex((part) => part.startsWith("."));
  const telling = [file, ...(hidden < 0 ? around : around.slice(0, hidden))].find((part) => !SAYS_NOTHING.has(part));
  return telling ?? file;
}

const SAYS_NOTHING = new Set(["index", "main", "extension", "extensions", "src", "dist", "build", "lib", "out", ""]);

function at<Item extends Discovered>(
  read: (path: string, describe: DescribeSource) => LoadedItems<Item>,
): (place: LocatedPlace) => LoadedItems<Item> {
  return (place) => read(place.path, (path): SourceInfo => sourceInfoOf(path, place));
}

type Read<Item> = (path: string, describe: DescribeSource) => LoadedItems<Item>;

/** The reader is a module of its own, which is not loaded where nothing is to be read. */
function later<Item extends Discovered>(
  load: () => Promise<Read<Item>>,
): (place: LocatedPlace) => Promise<LoadedItems<Item>> {
  return async (place) => (existsSync(place.path) ? at(await load())(place) : { items: [] });
}

const readThemes = async () => (await import("./items/theme-file.ts")).loadThemesAt;
const readAgents = async () => (await import("./items/agent-definition.ts")).loadAgentsAt;
const readRules = async () => (await import("./items/rule.ts")).loadRulesAt;
const readManifests = async () => (await import("./items/extension-manifest.ts")).loadManifestsAt;
