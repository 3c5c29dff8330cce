import { Text } from "@tau/tui";
import { keyActions } from "../keys/index.ts";
import type { SlashCommand } from "./command.ts";

export function helpCommand(commands: () => readonly SlashCommand[]): SlashCommand {
  return {
    name: "help",
    description: "Show the commands and keys",
    run: ({ screen }) => {
      const rows = [
        ...commands().map(({ name, description }): [string, string] => [`/${name}`, description]),
        ...keyActions.map(({ keys, description }): [string, string] => [keys.join(", "), description]),
      ];
      const width = Math.max(...rows.map(([label]) => label.length)) + 2;
      screen.transcript.append(new Text(rows.map(([label, text]) => label.padEnd(width) + text).join("\n"), 1, 0));
      screen.tui.requestRender();
    },
  };
}
