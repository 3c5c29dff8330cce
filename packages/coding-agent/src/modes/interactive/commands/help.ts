import type { SlashCommand } from "./command.ts";

export const helpCommand: SlashCommand = {
  name: "help",
  givesWay: true,
  description: "Show the commands",
  run: ({ screen, commands, session }) => {
    const own = commands().map(({ name, argumentHint = "", description, aliases = [] }) =>
      row(`${name} ${argumentHint}`, description + alsoText(aliases)),
    );
    const added = session.extensions?.registered?.getRegisteredCommands() ?? [];
    const others = added.map(({ invocationName, description = "" }) => row(invocationName, description));
    screen.showDefinitions(
      { title: "Commands", rows: own },
      { title: "Commands of extensions", rows: others },
      { title: "In the editor", rows: EDITOR },
    );
  },
};

const EDITOR = [
  ["@", "Attach a file, an image or a folder"],
  ["!command", "Run a command; the model sees its output"],
  ["!!command", "Run a command; the model does not see it"],
  ["/hotkeys", "What the keys do"],
] as const;

function alsoText(aliases: readonly string[]): string {
  return aliases.length === 0 ? "" : ` (also ${aliases.map((alias) => `/${alias}`).join(", ")})`;
}

function row(name: string, description: string): [string, string] {
  return [`/${name.trim()}`, description];
}
