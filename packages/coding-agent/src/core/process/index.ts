export { browserCommand, isWebPage, openUrl } from "./open-url.ts";
export { localProcesses, type ProcessOutcome, type ProcessPort, type ProcessRequest } from "./process-port.ts";
export { type SessionFacts, sessionEnvironment, withoutSession } from "./session-environment.ts";
export { getPowerShellConfig, getShellConfig, type ShellConfig } from "./shell.ts";
export { unattendedEnvironment } from "./unattended.ts";
