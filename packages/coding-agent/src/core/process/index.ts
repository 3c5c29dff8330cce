export { type CapturedOutput, type CaptureRequest, captureOutput } from "./capture-output.ts";
export { confineProcesses } from "./confine-processes.ts";
export { browserCommand, isWebPage, openUrl } from "./open-url.ts";
export {
  type Confine,
  type DirectCommand,
  localProcesses,
  type ProcessCommand,
  type ProcessLifetime,
  type ProcessOutcome,
  type ProcessPort,
  type ProcessPurpose,
  type ProcessRequest,
  type RecordedProcess,
  type RunningProcess,
  type StartRequest,
  type TerminalProcess,
  type TerminalRequest,
} from "./process-port.ts";
export { type SessionFacts, sessionEnvironment, withoutSession } from "./session-environment.ts";
export { getPowerShellConfig, getShellConfig, type ShellConfig } from "./shell.ts";
export { unattendedEnvironment } from "./unattended.ts";
