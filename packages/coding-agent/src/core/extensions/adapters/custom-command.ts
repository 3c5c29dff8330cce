import { parseCommandArgs } from "@tau/agent";
import type { ExtensionAPI, ExtensionCommandContext, ExtensionFactory } from "../contract/index.ts";

/** A command in a file of its own. The text it returns is sent as a prompt; if it returns nothing, nothing is sent. */
export interface CustomCommand {
  readonly name: string;
  readonly description?: string;
  execute(args: string[], ctx: ExtensionCommandContext): Promise<string | undefined> | string | undefined;
}

export type CustomCommandFactory = (
  api: ExtensionAPI,
) => CustomCommand | CustomCommand[] | Promise<CustomCommand | CustomCommand[]>;

export function adaptCustomCommand(factory: CustomCommandFactory): ExtensionFactory {
  return async (pi) => {
    const made = await factory(pi);
    for (const command of Array.isArray(made) ? made : [made]) {
      const { name, description } = command;
      pi.registerCommand(name, {
        ...(description ? { description } : {}),
        handler: async (args, ctx) => {
          const prompt = await command.execute(parseCommandArgs(args), ctx);
          if (prompt) pi.sendUserMessage(prompt, ctx.isIdle() ? {} : { deliverAs: "followUp" });
        },
      });
    }
  };
}
