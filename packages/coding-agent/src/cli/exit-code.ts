/** Exit codes of `tau`. */
export const ExitCode = {
  done: 0,
  runFailed: 1,
  usage: 2,
  configuration: 3,
  storage: 4,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export const SIGNAL_EXIT_CODES = {
  SIGINT: ExitCode.interrupted,
  SIGTERM: ExitCode.terminated,
  SIGHUP: ExitCode.hungUp,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
