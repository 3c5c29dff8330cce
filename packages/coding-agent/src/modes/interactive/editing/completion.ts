import {
  type AutocompleteItem,
  type AutocompleteProvider,
  CombinedAutocompleteProvider,
  type SlashCommand as CompletedCommand,
} from "@tau/tui";
import type { ResolvedCommand } from "../../../core/extensions/index.ts";
import type { SlashCommand } from "../commands/command.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { FileIndex } from "./file-index.ts";
import { completeMentions } from "./mention-completion.ts";

/** What the editor offers while one types: commands and their arguments, templates, skills, and files. */
export function createCompletion(context: InteractiveContext): AutocompleteProvider {
  const commands = context.commands().map((command) => toCompleted(command, context));
  const registered = context.session.extensions?.registered;
  const added = (registered?.getRegisteredCommands() ?? []).map(toExtensionCommand);
  const listFiles = async (root: string, signal: AbortSignal) => {
    const { listProjectFiles } = await import("./list-project-files.ts");
    return await listProjectFiles(root, signal);
  };
  const { cwd } = context.services;
  const others = new CombinedAutocompleteProvider([...commands, ...added, ...texts(context)], cwd, null, listFiles);
  return completeMentions(new FileIndex(cwd, listFiles), others);
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

/** What is typed whole needs no menu: the next Enter sends it. */
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

/** Templates and skills are no commands of the screen: the session replaces them by what they stand for. */
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
