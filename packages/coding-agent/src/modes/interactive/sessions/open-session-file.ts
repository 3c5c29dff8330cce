import { existsSync } from "node:fs";
import { readSessionHeader } from "@tau/agent/node";
import type { InteractiveContext } from "../interactive-context.ts";
import { askForFolder } from "./missing-folder.ts";

/** Goes on with a session file. Where the folder it worked in is gone, the user decides; the file keeps its own. */
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
