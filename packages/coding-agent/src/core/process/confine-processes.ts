import type { Confine, ProcessCommand, ProcessLimits, ProcessPort } from "./process-port.ts";
import { searchEnvironment } from "./search-path.ts";

/**
 * Returns a port that runs every command through a sandbox hook. The hook decides by purpose and returns commands that
 * it does not confine unchanged.
 */
export function confineProcesses(port: ProcessPort, confine: Confine): ProcessPort {
  return {
    run: (request) => port.run({ ...request, confine }),
    start: (request) => port.start({ ...request, confine }),
    startTerminal: (request) => port.startTerminal({ ...request, confine }),
    runInForeground: (command) => port.runInForeground({ ...command, confine }),
  };
}

/** Resolves to the command as it is to be started. */
export async function confined({
  confine,
  file,
  args,
  cwd,
  env,
  purpose,
}: ProcessCommand & Pick<ProcessLimits, "confine">): Promise<ProcessCommand> {
  const given = { file, args, cwd, env, purpose };
  const command = { ...given, env: searchEnvironment(given) };
  return confine ? await confine(command) : command;
}
