import { askBeforeSession } from "./ask-before-session.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { checkCombination, sessionDirectory } from "./open-session.ts";
import type { Options } from "./options.ts";
import type { SessionPlace } from "./session-place.ts";

/**
 * The options with what names a session turned into its path. A session of another folder is copied here, or opened where it belongs,
 * as the user says; undefined where they would rather leave.
 */
export async function locateSession(place: SessionPlace): Promise<Options | undefined> {
  const { options, mode, services } = place;
  checkCombination(options);
  const reference = options.session ?? options.fork;
  if (reference === undefined) return options;
  const directory = sessionDirectory(options, services);
  const { findSession } = await import("./find-session.ts");
  const { path, elsewhere } = await findSession(reference, { cwd: services.cwd, directory });
  if (options.session === undefined) return { ...options, fork: path };
  if (elsewhere === undefined) return { ...options, session: path };
  if (mode !== "interactive")
    throw new CliError(
      `The session "${reference}" belongs to another folder: ${elsewhere}. Copy it into this one with --fork ${reference}, or continue there with --session ${path}`,
      ExitCode.storage,
    );
  const { askAboutElsewhere } = await import("../modes/interactive/sessions/session-elsewhere.ts");
  const wish = await askBeforeSession(place, (screen) =>
    askAboutElsewhere(screen, { folder: elsewhere, present: services.cwd }),
  );
  if (wish === undefined) return undefined;
  const { session: _, ...others } = options;
  return wish === "fork" ? { ...others, fork: path } : { ...others, session: path };
}
