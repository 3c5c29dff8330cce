import {
  type AutocompleteItem,
  type AutocompleteProvider,
  CombinedAutocompleteProvider,
  type SlashCommand as CompletedCommand,
} from "@tau/tui";
import type { ResolvedCommand } from "../../../core/extensions/index.ts";
import type { SlashCommand } from "../commands/command.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { FileIndex, type ListProjectFiles } from "./file-index.ts";
import { completeMentions, type SearchFiles } from "./mention-completion.ts";
import { completeUrls } from "./url-completion.ts";

/** Completes commands and their arguments, templates, skills and files while the user types. */
export function createCompletion(context: InteractiveContext): AutocompleteProvider {
  const own = context.commands();
  const commands = [
    ...own.map((command) => toCompleted(command, context)),
    ...own.flatMap((command) => aliasesOf(command).map((alias) => toCompleted(alias, context))),
  ];
  const listFiles = async (root: string, signal: AbortSignal) => {
    if (context.session.log.getHeader()?.workspace !== undefined)
      return await (await import("./list-remote-files.ts")).listRemoteFiles(context.session, signal);
    const { listProjectFiles } = await import("./list-project-files.ts");
    return await listProjectFiles(root, signal);
  };
  const { cwd } = context.services;
  const combined = (added: readonly CompletedCommand[]) =>
    new CombinedAutocompleteProvider([...commands, ...added, ...texts(context)], cwd, null, listFiles);
  const { clientUrls, extensions } = context.session;
  const schemes = () => [...clientUrls, ...(extensions?.host?.generation.toolPorts.schemes ?? [])];
  const mentions = completeMentions(
    searchWorkspace(context, listFiles),
    followingExtensions(context, combined),
    (mention) => context.screen.editor.addAtom(mention),
  );
  return completeUrls(schemes, mentions);
}

/** Searches the working directory, then the folders that were added to it, whose files are given by their whole path. */
function searchWorkspace(context: InteractiveContext, listFiles: ListProjectFiles): SearchFiles {
  const { cwd, settings } = context.services;
  const indexes = new Map<string, FileIndex>();
  const indexOf = (root: string) => {
    const index = indexes.get(root) ?? new FileIndex(root, listFiles);
    indexes.set(root, index);
    return index;
  };
  return async (query, limit) => {
    const { workspaceRoots } = await import("../../../core/permission/workspace-roots.ts");
    const [, ...added] = workspaceRoots({ settings, cwd, log: context.session.log });
    const elsewhere = added.map(async (root) => {
      const paths = await indexOf(root).search(query, limit);
      return paths.map((path) => `${root}/${path}`);
    });
    const found = await Promise.all([indexOf(cwd).search(query, limit), ...elsewhere]);
    return found.flat().slice(0, limit);
  };
}

/** Updates the commands of extensions, which may register one at any time. */
function followingExtensions(
  { session }: InteractiveContext,
  combined: (added: readonly CompletedCommand[]) => AutocompleteProvider,
): AutocompleteProvider {
  let known = "";
  let provider = combined([]);
  const current = () => {
    const added = session.extensions?.registered?.getRegisteredCommands() ?? [];
    const names = added.map(({ invocationName }) => invocationName).join(" ");
    if (names !== known) provider = combined(added.map(toExtensionCommand));
    known = names;
    return provider;
  };
  return {
    ...(provider.triggerCharacters ? { triggerCharacters: provider.triggerCharacters } : {}),
    getSuggestions: (...parameters) => current().getSuggestions(...parameters),
    applyCompletion: (...parameters) => current().applyCompletion(...parameters),
    shouldTriggerFileCompletion: (...parameters) => current().shouldTriggerFileCompletion?.(...parameters) ?? true,
  };
}

function toCompleted(
  { name, description, argumentHint, complete }: SlashCommand,
  context: InteractiveContext,
): CompletedCommand {
  return {
    name,
    description,
    ...(argumentHint === undefined ? {} : { argumentHint }),
    ...(complete
      ? { getArgumentCompletions: async (prefix) => unlessWhole(prefix, await complete(prefix, context)) }
      : {}),
  };
}

/** Returns each alias as a command whose description names the original. */
function aliasesOf(command: SlashCommand): SlashCommand[] {
  const { name, description, aliases = [] } = command;
  return aliases.map((alias) => ({ ...command, name: alias, description: `Same as /${name}: ${description}` }));
}

/** Shows no menu when a value is typed completely, so that Enter sends it. */
function unlessWhole(prefix: string, items: AutocompleteItem[]): AutocompleteItem[] | null {
  return items.some(({ value }) => value === prefix.trim()) ? null : items;
}

function toExtensionCommand({
  invocationName,
  description,
  getArgumentCompletions,
}: ResolvedCommand): CompletedCommand {
  return {
    name: invocationName,
    ...(description === undefined ? {} : { description }),
    ...(getArgumentCompletions ? { getArgumentCompletions } : {}),
  };
}

/** Returns templates and skills. They are not commands of the screen: the session replaces them with their text. */
function texts({ services: { resources, settings } }: InteractiveContext): CompletedCommand[] {
  const { prompts } = resources.getPrompts();
  const { skills } = resources.getSkills();
  return [
    ...prompts.map(({ name, description }) => ({ name, description })),
    ...(settings.get("enableSkillCommands") ? skills : []).map(({ name, description }) => ({
      name: `skill:${name}`,
      description,
    })),
  ];
}
