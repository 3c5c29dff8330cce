import type { AppKeybindingId } from "../../../core/keybindings/index.ts";
import { runCommand } from "../commands/run-command.ts";
import { type KeyAction, openingAction } from "./key-action.ts";

/** Keys that run a command. */
const COMMANDS: Partial<Record<AppKeybindingId, string>> = {
  "app.session.new": "new",
  "app.session.tree": "tree",
  "app.session.fork": "fork",
  "app.session.resume": "resume",
  "app.model.select": "model",
};

export const commandKeys: readonly KeyAction[] = Object.entries(COMMANDS).map(([id, name]) =>
  openingAction(id as AppKeybindingId, async (context) => {
    const command = context.commands().find((candidate) => candidate.name === name);
    if (command?.replacesSession) await runCommand(context, command);
    else await command?.run(context, "");
  }),
);
