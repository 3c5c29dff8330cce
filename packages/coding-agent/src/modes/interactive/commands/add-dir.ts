import type { Session } from "../../../core/session/session.ts";
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
      tellModel(session, path);
    }
    const roots = workspaceRoots({ settings, cwd, log: session.log });
    context.say(`The model works in ${roots.join(", ")}.`);
  },
};

/** Tells the model, because the system prompt stays as it was when the session was opened. */
function tellModel(session: Session, folder: string): void {
  const message = {
    role: "custom" as const,
    customType: "workspace-folder",
    content: `The user added ${folder} to the folders in which you work.`,
    display: false,
    timestamp: Date.now(),
  };
  if (session.isIdle) session.appendCustomMessage(message);
  else session.agent.steer(message);
}
