import type { Agent, BashExecutionMessage, SessionManager } from "@tau/agent";
import type { BashOperations } from "../tools/index.ts";
import type { SessionEvents } from "./session-events.ts";
import type { SessionHooks } from "./session-hooks.ts";

export interface BashResult {
  readonly output: string;
  /** Absent where the command was ended from outside. */
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
}

export interface ExecuteBashOptions {
  /** Kept in the session, not shown to the model. */
  readonly excludeFromContext?: boolean;
  /** Repeated in the events of this command's output. */
  readonly id?: string;
  readonly operations?: BashOperations;
  readonly onChunk?: (chunk: string) => void;
}

export interface UserBashParts {
  readonly agent: Agent;
  readonly log: SessionManager;
  readonly events: SessionEvents;
  readonly operations: BashOperations;
  readonly hooks?: Pick<SessionHooks, "onUserBash">;
  /** A message may enter the conversation only between runs. */
  readonly isIdle: () => boolean;
}

/** Commands that the user runs. The model sees them with the next prompt. */
export class UserBash {
  private running: AbortController | undefined;
  private readonly waiting: BashExecutionMessage[] = [];
  private readonly parts: UserBashParts;

  constructor(parts: UserBashParts) {
    this.parts = parts;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  async execute(command: string, options: ExecuteBashOptions = {}): Promise<BashResult> {
    this.running = new AbortController();
    try {
      const result = await this.runOrAsk(command, options, this.running.signal);
      this.record(command, result, options);
      return result;
    } finally {
      this.running = undefined;
    }
  }

  /** Adds a command that was run elsewhere. */
  record(command: string, result: BashResult, { excludeFromContext }: ExecuteBashOptions = {}): void {
    this.waiting.push({
      role: "bashExecution",
      command,
      ...result,
      timestamp: Date.now(),
      ...(excludeFromContext ? { excludeFromContext } : {}),
    });
    if (this.parts.isIdle()) this.flush();
  }

  /** Puts what waited into the conversation and the log. */
  flush(): void {
    const { agent, log } = this.parts;
    for (const message of this.waiting.splice(0)) {
      log.appendMessage(message);
      agent.state.messages = [...agent.state.messages, message];
    }
  }

  abort(): void {
    this.running?.abort();
  }

  private async runOrAsk(command: string, options: ExecuteBashOptions, signal: AbortSignal): Promise<BashResult> {
    const { hooks, log } = this.parts;
    const { excludeFromContext = false } = options;
    const answer = await hooks?.onUserBash?.({ command, excludeFromContext, cwd: log.getCwd() });
    if (answer?.result) return answer.result;
    return await this.run(
      command,
      answer?.operations ? { ...options, operations: answer.operations } : options,
      signal,
    );
  }

  private async run(command: string, options: ExecuteBashOptions, signal: AbortSignal): Promise<BashResult> {
    const { events, log } = this.parts;
    const { id, onChunk, operations = this.parts.operations } = options;
    const { OutputSink } = await import("../output/index.ts");
    const sink = new OutputSink();
    const decoder = new TextDecoder();
    const onData = (data: Buffer) => {
      sink.append(data);
      const delta = decoder.decode(data, { stream: true });
      onChunk?.(delta);
      events.emit({ type: "bash_execution_update", delta, ...(id === undefined ? {} : { id }) });
    };
    const exitCode = await operations.exec(command, log.getCwd(), { onData, signal }).then(
      (exit) => exit.exitCode ?? undefined,
      (error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      },
    );
    sink.finish();
    const { content, truncation, fullOutputPath } = sink.snapshot();
    return {
      output: content,
      exitCode,
      cancelled: signal.aborted,
      truncated: truncation.truncated,
      ...(fullOutputPath === undefined ? {} : { fullOutputPath }),
    };
  }
}
