export interface ProcessRequest {
  file: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** stdout, and stderr in the order of arrival unless `onErrorData` takes it. */
  onData(bytes: Buffer): void;
  onErrorData?(bytes: Buffer): void;
  /** What the program starts stays in its process group, so that ending all of it is simple and quick. */
  keepsGroup?: boolean;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export interface ProcessOutcome {
  ended: "exit" | "timeout" | "abort";
  /** Death by signal is 128 + its number, as in a shell. */
  exitCode: number;
}

/** The only way by which a tool starts a process. stdin is closed. */
export interface ProcessPort {
  /** Rejects only if the process could not be started. When it is ended by timeout or abort, so is all it has started. */
  run(request: ProcessRequest): Promise<ProcessOutcome>;
}

/** This machine. What starts processes is loaded with the first of them: a session may never need it. */
export const localProcesses: ProcessPort = {
  async run(request) {
    const { runProcess } = await import("./run-process.ts");
    return await runProcess(request);
  },
};
