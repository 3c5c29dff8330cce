import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { ReadItems } from "./configured-paths.ts";
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
import type { PromptTemplate } from "./items/prompt-template.ts";
import type { Rule } from "./items/rule.ts";
import type { DescribeSource, Skill } from "./items/skill.ts";
import type { SshHost } from "./items/ssh-host.ts";
import type { ThemeFile } from "./items/theme-file.ts";
import {
  readCommands,
  readManifests,
  readNamedAgents,
  readPrompts,
  readRules,
  readSkills,
  readSshHosts,
  readThemes,
} from "./late-readers.ts";
import type { SourceInfo } from "./source-info.ts";

/** A module for the extension host to load. */
export interface ExtensionPath extends Discovered {
  readonly path: string;
  readonly name: string;
  /** Absent for an extension. */
  readonly kind?: ModuleKind;
}

/** Where each kind of resource is searched and how it is read. Extensions may register further places. */
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
  readonly ssh: CapabilityRegistry<SshHost>;
}

export function createResourceRegistries(): ResourceRegistries {
  return {
    skills: builtInRegistry("skills", at(readSkills)),
    prompts: builtInRegistry("prompts", at(readPrompts)),
    commands: builtInRegistry("commands", at(readCommands)),
    themes: builtInRegistry("themes", at(readThemes)),
    agents: builtInRegistry("agents", at(readNamedAgents), { key: ({ name }) => name }),
    rules: builtInRegistry("rules", at(readRules), { key: ({ name }) => name }),
    instructions: builtInRegistry("instructions", at(readRules), { key: ({ name }) => name }),
    extensions: builtInRegistry("extensions", at(loadExtensionsAt)),
    hooks: builtInRegistry("hooks", at(loadHooksAt), { key: ({ path, name }) => `${basename(dirname(path))}:${name}` }),
    tools: builtInRegistry("tools", at(loadCustomToolsAt), { key: ({ name }) => name }),
    manifests: builtInRegistry("manifests", at(readManifests), { key: ({ name }) => name }),
    ssh: builtInRegistry("ssh", at(readSshHosts), { key: ({ name }) => name }),
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

/** Returns the name by which an extension is disabled: its file name, or the nearest folder name that is meaningful. */
export function extensionName(path: string): string {
  const parts = path.split(/[\\/]/);
  const file = (parts.pop() ?? "").replace(/\.[cm]?[jt]sx?$/, "");
  const around = parts.toReversed();
  // A hidden folder contains extensions, but does not name one.
  const hidden = around.findIndex((part) => part.startsWith("."));
  const telling = [file, ...(hidden < 0 ? around : around.slice(0, hidden))].find((part) => !SAYS_NOTHING.has(part));
  return telling ?? file;
}

const SAYS_NOTHING = new Set(["index", "main", "extension", "extensions", "src", "dist", "build", "lib", "out", ""]);

/** Returns a reader that loads its module only if the place exists. */
function at<Item extends Discovered>(
  read: ReadItems<Item>,
): (place: LocatedPlace) => LoadedItems<Item> | Promise<LoadedItems<Item>> {
  return (place) => {
    if (!existsSync(place.path)) return { items: [] };
    return read(place.path, (path): SourceInfo => sourceInfoOf(path, place));
  };
}
