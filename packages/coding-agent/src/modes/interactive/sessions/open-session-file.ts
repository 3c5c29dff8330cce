import { existsSync } from "node:fs";
import { readSessionHeader } from "@tau/agent/node";
import type { InteractiveContext } from "../interactive-context.ts";
import { askForFolder } from "./missing-folder.ts";

/** Continues a session file. If the session's folder no longer exists, asks the user whether to continue here; the file keeps its folder. */
export async function openSessionFile(context: InteractiveContext, path: string): Promise<void> {
  const { runtime, services, say } = context;
  if (!existsSync(path)) return say(`There is no session file ${path}.`, "warning");
  const folder = readSessionHeader(path)?.cwd;
  if (folder === undefined || folder === "" || existsSync(folder)) {
    await runtime.switchSession(path);
    return;
  }
  if (await askForFolder(context, { missing: folder, present: services.cwd }))
    await runtime.switchSession(path, { cwdOverride: services.cwd });
}
