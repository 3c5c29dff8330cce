import type { PermissionMode } from "../../../core/permission/permission-mode.ts";
import { choosableModes, presentMode } from "../keys/permission-keys.ts";
import { choose } from "../overlays/choose.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

const MEANING: Readonly<Record<PermissionMode, string>> = {
  plan: "only read; the model describes changes instead of making them",
  ask: "ask before every change, command and host",
  auto: "allow edits in the folder and sandboxed commands",
  yolo: "never ask; deny rules still apply",
};

export const permissionsCommand: SlashCommand = {
  name: "permissions",
  aliases: ["approvals"],
  description: "Choose what the model may do without asking",
  argumentHint: "[mode]",
  complete: (prefix, context) => wordsStarting(prefix, choosableModes(context)),
  run: async (context, argument) => {
    const { settings } = context.services;
    const named = argument.trim();
    const modes = choosableModes(context);
    const known = modes.find((mode) => mode === named);
    if (named !== "" && !known)
      return context.say(`There is no permission mode "${named}". Choose one of ${modes.join(", ")}.`, "warning");
    const mode = known ?? (await ask(context));
    if (mode === undefined) return;
    settings.applyOverrides({ permissionMode: mode });
    // The administrator may have fixed the mode, so the message shows the resulting one.
    const present = presentMode(context);
    context.say(`Permissions: ${present} (${MEANING[present]}).`);
  },
};

function ask(context: Parameters<SlashCommand["run"]>[0]): Promise<PermissionMode | undefined> {
  const present = presentMode(context);
  return choose(context, {
    title: "What the model may do without asking",
    choices: choosableModes(context).map((mode) => ({ value: mode, label: mode, description: MEANING[mode] })),
    isCurrent: (mode) => mode === present,
  });
}
