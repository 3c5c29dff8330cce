import { type AutocompleteProvider, CombinedAutocompleteProvider } from "@tau/tui";
import type { InteractiveContext } from "../interactive-context.ts";
import type { SlashCommand } from "./command.ts";

/** What the editor offers while one types: commands and their arguments, and files. */
export class CommandCompletion {
  private readonly context: InteractiveContext;

  constructor(context: InteractiveContext) {
    this.context = context;
  }

  provider(): AutocompleteProvider {
    const { context } = this;
    const commands = context.commands().map((command) => this.toItem(command));
    const listFiles = async (root: string, signal: AbortSignal) => {
      const { listProjectFiles } = await import("../editing/list-project-files.ts");
      return await listProjectFiles(root, signal);
    };
    return new CombinedAutocompleteProvider(commands, context.services.cwd, null, listFiles);
  }

  private toItem({ name, description, argumentHint, complete }: SlashCommand) {
    const { context } = this;
    return {
      name,
      description,
      ...(argumentHint === undefined ? {} : { argumentHint }),
      ...(complete ? { getArgumentCompletions: (prefix: string) => complete(prefix, context) } : {}),
    };
  }
}
