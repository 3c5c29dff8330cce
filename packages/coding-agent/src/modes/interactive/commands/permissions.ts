import { PERMISSION_MODES, type PermissionMode } from "../../../core/permission/permission-mode.ts";
import { choose } from "../overlays/choose.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

const MEANING: Readonly<Record<PermissionMode, string>> = {
  plan: "only read; the model describes changes instead of making them",
  ask: "ask before every change, command and host",
  auto: "let edits in the folder and sandboxed commands pass",
  yolo: "never ask; rules that deny still hold",
};

export const permissionsCommand: SlashCommand = {
  name: "permissions",
  description: "Choose what the model may do without asking",
  argumentHint: "[mode]",
  complete: (prefix) => wordsStarting(prefix, PERMISSION_MODES),
  run: async (context, argument) => {
    const { settings } = context.services;
    const named = argument.trim();
    const known = PERMISSION_MODES.find((mode) => mode === named);
    if (named !== "" && !known)
      return context.say(
        `There is no permission mode "${named}". There are ${PERMISSION_MODES.join(", ")}.`,
        "warning",
      );
    const mode = known ?? (await ask(context));
    if (mode === undefined) return;
    settings.applyOverrides({ permissionMode: mode });
    context.say(`Permissions: ${mode} (${MEANING[mode]}).`);
  },
};

function ask(context: Parameters<SlashCommand["run"]>[0]): Promise<PermissionMode | undefined> {
  const present = context.services.settings.get("permissionMode");
  return choose(context, {
    title: "What the model may do without asking",
    choices: PERMISSION_MODES.map((mode) => ({ value: mode, label: mode, description: MEANING[mode] })),
    isCurrent: (mode) => mode === present,
  });
}
