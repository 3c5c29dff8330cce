import type { SessionLog } from "@tau/agent";
import { openLog } from "@tau/agent/node";
import { sessionStoreOptions } from "../../core/session/log/session-store-options.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { askBeforeSession } from "../screen/ask-before-session.ts";
import type { SessionPlace } from "./session-place.ts";

/** Opens a session whose folder no longer exists in the current folder, if the user agrees. Resolves to undefined if the user cancels. */
export async function sessionInFolder(log: SessionLog, place: SessionPlace): Promise<SessionLog | undefined> {
  const { services, mode, options } = place;
  const [folder, path] = [log.getCwd(), log.getSessionFile()];
  if (path === undefined) return log;
  const directory = log.usesDefaultSessionDir() ? undefined : log.getSessionDir();
  log.close();
  if (mode !== "interactive")
    throw new CliError(
      `The session's folder ${folder} no longer exists. Open the session in a terminal to continue in another folder, or copy it: --fork ${path}`,
      ExitCode.storage,
    );
  const { askForFolder } = await import("../../modes/interactive/sessions/missing-folder.ts");
  const isAccepted = await askBeforeSession(place, (screen) =>
    askForFolder(screen, { missing: folder, present: services.cwd }),
  );
  if (!isAccepted) return undefined;
  const store = { ...sessionStoreOptions(services), takeOver: options.takeOver ?? false };
  return openLog(path, directory, services.cwd, store);
}
