import { existsSync } from "node:fs";
import { SessionManager } from "@tau/agent/node";
import type { SessionServices } from "../core/session/session-services.ts";
import type { AppMode } from "./choose-mode.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import type { Options } from "./options.ts";

export interface SessionPlace {
  readonly services: SessionServices;
  readonly options: Options;
  readonly mode: AppMode;
}

/** The session, in the present folder where its own is gone and the user wants that; undefined where they would rather leave. */
export async function sessionInFolder(
  log: SessionManager,
  { services, options, mode }: SessionPlace,
): Promise<SessionManager | undefined> {
  const [folder, path] = [log.getCwd(), log.getSessionFile()];
  if (folder === "" || path === undefined || existsSync(folder)) return log;
  const directory = log.usesDefaultSessionDir() ? undefined : log.getSessionDir();
  log.close();
  if (mode !== "interactive")
    throw new CliError(
      `The session's folder ${folder} is gone. Open it in a terminal to go on elsewhere, or copy it: --fork ${path}`,
      ExitCode.storage,
    );
  if (!(await ask(services, options, folder))) return undefined;
  return SessionManager.open(path, directory, services.cwd, { home: services.agentDir });
}

/** There is no session yet, so this question has a screen of its own. */
async function ask({ cwd, settings }: SessionServices, options: Options, missing: string): Promise<boolean> {
  const [{ createTui, terminalLook }, { createThemes }, { askForFolder }] = await Promise.all([
    import("./create-tui.ts"),
    import("./create-themes.ts"),
    import("../modes/interactive/sessions/missing-folder.ts"),
  ]);
  const look = terminalLook(settings, options);
  const tui = await createTui(settings, { mode: "regular", look });
  const themes = createThemes(settings, { useTheme: options.useTheme, look });
  tui.start();
  try {
    return await askForFolder({ screen: { tui }, themes }, { missing, present: cwd });
  } finally {
    tui.stop();
  }
}
