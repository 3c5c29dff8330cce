import type { Confine, ProcessCommand, ProcessLimits, ProcessPort } from "./process-port.ts";

/** The port with every command put into a sandbox. The hook decides by purpose and returns unchanged what it does not confine. */
export function confineProcesses(port: ProcessPort, confine: Confine): ProcessPort {
  return {
    run: (request) => port.run({ ...request, confine }),
    start: (request) => port.start({ ...request, confine }),
    startTerminal: (request) => port.startTerminal({ ...request, confine }),
    runInForeground: (command) => port.runInForeground({ ...command, confine }),
  };
}

/** The command as it is to be started. */
export async function confined({
  confine,
  file,
  args,
  cwd,
  env,
  purpose,
}: ProcessCommand & Pick<ProcessLimits, "confine">): Promise<ProcessCommand> {
  const command = { file, args, cwd, env, purpose };
  return confine ? await confine(command) : command;
}
