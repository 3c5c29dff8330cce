import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import type { Options } from "../options/options.ts";
import { askBeforeSession } from "../screen/ask-before-session.ts";
import { sessionDirectory } from "./session-directory.ts";
import type { SessionPlace } from "./session-place.ts";

/**
 * Replaces the session reference in the options with its path. A session of another folder is copied here or opened in its own folder, as
 * the user chooses. Resolves to undefined if the user cancels.
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
  const { askAboutElsewhere } = await import("../../modes/interactive/sessions/session-elsewhere.ts");
  const wish = await askBeforeSession(place, (screen) =>
    askAboutElsewhere(screen, { folder: elsewhere, present: services.cwd }),
  );
  if (wish === undefined) return undefined;
  const { session: _, ...others } = options;
  return wish === "fork" ? { ...others, fork: path } : { ...others, session: path };
}

function checkCombination(options: Options): void {
  const given = (["session", "continue", "resume", "noSession", "fork"] as const).filter((key) => options[key]);
  if (given.length > 1) throw usageError(`These options exclude each other: ${given.map(dashed).join(", ")}.`);
  const { sessionId } = options;
  if (sessionId === undefined) return;
  if (options.session || options.continue || options.resume)
    throw usageError("--session-id names the session itself: leave out --session, --continue and --resume.");
  if (!SESSION_ID.test(sessionId))
    throw usageError(
      `--session-id "${sessionId}" cannot be used: take 1 to 128 letters, digits, ".", "_" or "-", with a letter or digit at both ends.`,
    );
}

const SESSION_ID = /^[a-z0-9](?:[\w.-]{0,126}[a-z0-9])?$/i;

function dashed(key: string): string {
  return key === "noSession" ? "--no-session" : `--${key}`;
}
