import { choose } from "../overlays/choose.ts";
import type { SlashCommand } from "./command.ts";

export const debugCommand: SlashCommand = {
  name: "debug",
  givesWay: true,
  description: "Investigate a problem: report, logs, events, profile, memory",
  argumentHint: "[what]",
  complete: async (prefix) => {
    const { debugActions } = await import("../debugging/debug-actions.ts");
    return debugActions
      .filter(({ name }) => name.startsWith(prefix.trim()))
      .map(({ name, description }) => ({ value: name, label: name, description }));
  },
  run: async (context, argument) => {
    const { debugActions } = await import("../debugging/debug-actions.ts");
    const named = debugActions.find(({ name }) => name === argument.trim());
    const choices = debugActions.map((value) => ({ value, label: value.name, description: value.description }));
    const action = named ?? (await choose(context, { title: "Debug", choices, filter: argument.trim() }));
    await action?.run(context);
  },
};
