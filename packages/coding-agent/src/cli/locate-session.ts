import { SessionManager } from "@tau/agent/node";
import { askBeforeSession } from "./ask-before-session.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { checkCombination, findHere, noSuchSession, sessionDirectory } from "./open-session.ts";
import type { Options } from "./options.ts";
import type { SessionPlace } from "./session-place.ts";

/**
 * The options with an id that this folder does not know turned into the path of another folder's session. Such a session is copied
 * here, or opened where it belongs, as the user says; undefined where they would rather leave.
 */
export async function locateSession(place: SessionPlace): Promise<Options | undefined> {
  const { options, mode, services } = place;
  checkCombination(options);
  const reference = options.session ?? options.fork;
  const directory = sessionDirectory(options, services);
  if (reference === undefined || findHere(reference, services.cwd, directory) !== undefined) return options;
  const found = directory === undefined ? await findElsewhere(reference) : undefined;
  if (!found) throw noSuchSession(reference);
  if (options.session === undefined) return { ...options, fork: found.path };
  if (mode !== "interactive")
    throw new CliError(
      `The session "${reference}" belongs to another folder: ${found.cwd}. Copy it into this one with --fork ${reference}, or go on there with --session ${found.path}`,
      ExitCode.storage,
    );
  const { askAboutElsewhere } = await import("../modes/interactive/sessions/session-elsewhere.ts");
  const wish = await askBeforeSession(place, (screen) =>
    askAboutElsewhere(screen, { folder: found.cwd, present: services.cwd }),
  );
  if (wish === undefined) return undefined;
  const { session: _, ...others } = options;
  return wish === "fork" ? { ...others, fork: found.path } : { ...others, session: found.path };
}

async function findElsewhere(id: string): Promise<{ path: string; cwd: string } | undefined> {
  return (await SessionManager.listAll()).find((session) => session.id === id);
}
