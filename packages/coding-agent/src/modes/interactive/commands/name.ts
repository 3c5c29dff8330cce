import type { SlashCommand } from "./command.ts";

export const nameCommand: SlashCommand = {
  name: "name",
  aliases: ["rename"],
  description: "Name the session, or show its name",
  argumentHint: "[name]",
  run: ({ session, say }, argument) => {
    if (argument.trim() !== "") session.setSessionName(argument);
    const name = session.log.getSessionName();
    say(name ? `The session is called "${name}".` : "The session has no name. Give it one: /name <name>");
  },
};
