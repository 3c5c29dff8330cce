import type { ExtensionServerDefinition } from "../core/extensions/contract/index.ts";
import type { Workspace } from "../core/workspace/workspace.ts";
import type { LineOutput } from "../modes/wire/line-sink.ts";
import { VERSION } from "../version.ts";
import { ExitCode } from "./exit-code.ts";
import type { FolderOpening } from "./folder/open-folder.ts";
import { OpenSessions } from "./sessions/open-sessions.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

const LONG = 60_000;

/** Runs a server of an extension until it ends or a signal stops the program, then closes its sessions. Resolves to the exit code. */
export async function serveSessions(
  server: ExtensionServerDefinition,
  services: Workspace,
  opening: FolderOpening,
  stdout: LineOutput,
): Promise<number> {
  const sessions = new OpenSessions(services, opening);
  const watch = stopOnSignals(() => sessions.current());
  const { signal } = watch;
  const stopped = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const serve = async () =>
    await server.serve({
      version: VERSION,
      sessions,
      input: process.stdin,
      write: (text) => void stdout.write(text),
      signal,
    });
  // A server may wait for something that does not keep Node running.
  const hold = setInterval(() => undefined, LONG);
  try {
    const exitCode = (await Promise.race([serve(), stopped])) ?? ExitCode.done;
    return watch.exitCode ?? exitCode;
  } finally {
    clearInterval(hold);
    // A client that keeps its end of stdin open must not keep this process alive.
    process.stdin.destroy();
    await sessions.close();
    watch.release();
  }
}
