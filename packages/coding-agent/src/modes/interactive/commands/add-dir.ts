import type { SlashCommand } from "./command.ts";

export const addDirCommand: SlashCommand = {
  name: "add-dir",
  description: "Let the model work in another folder too",
  argumentHint: "[folder]",
  givesWay: true,
  run: async (context, argument) => {
    const { addSessionFolder, findFolder, workspaceRoots } = await import(
      "../../../core/permission/workspace-roots.ts"
    );
    const { session, services } = context;
    const { settings, cwd } = services;
    const named = argument.trim();
    if (named !== "") {
      const { path, problem } = findFolder(named, cwd);
      if (path === undefined) return context.say(problem, "warning");
      addSessionFolder(session.log, path);
    }
    const roots = workspaceRoots({ settings, cwd, log: session.log });
    context.say(`The model works in ${roots.join(", ")}.`);
  },
};
