import {
  type Agent,
  appendBashOutcome,
  type BashExecutionMessage,
  findInterruptedCalls,
  type SessionLog,
} from "@tau/agent";
import { errorText } from "../../error-text.ts";
import type { BashOperations } from "../../tools/index.ts";
import type { BashJournal, BashRecording } from "../recover/bash-journal.ts";
import type { SessionEvents } from "../session-events.ts";
import type { SessionHooks } from "../session-hooks.ts";

export interface BashResult {
  readonly output: string;
  /** Absent if the command was killed. */
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
}

export interface ExecuteBashOptions {
  /** Keeps the command in the session but hides it from the model. */
  readonly excludeFromContext?: boolean;
  /** Included in the events of this command's output. */
  readonly id?: string;
  readonly operations?: BashOperations;
  readonly onChunk?: (chunk: string) => void;
}

export interface UserBashParts {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly events: SessionEvents;
  readonly operations: BashOperations;
  readonly hooks?: Pick<SessionHooks, "onUserBash">;
  /** Whether no run is active: messages may enter the conversation only between runs. */
  readonly isIdle: () => boolean;
}

/** Commands that the user runs. The model sees them with the next prompt. */
export class UserBash {
  private readonly running = new Map<AbortController, Promise<unknown>>();
  private readonly waiting: BashExecutionMessage[] = [];
  private journal: BashJournal | undefined;
  private readonly parts: UserBashParts;

  constructor(parts: UserBashParts) {
    this.parts = parts;
  }

  get isRunning(): boolean {
    return this.running.size > 0;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  async execute(command: string, options: ExecuteBashOptions = {}): Promise<BashResult> {
    const controller = new AbortController();
    const running = this.runRecorded(command, options, controller.signal);
    this.running.set(controller, running);
    try {
      return await running;
    } finally {
      this.running.delete(controller);
    }
  }

  /** Adds a command that was run elsewhere. */
  record(command: string, result: BashResult, options: ExecuteBashOptions = {}): void {
    this.add(this.messageOf(command, result, options));
  }

  /** Adds the waiting messages to the log and the conversation. If the log rejects one, it and the rest keep waiting. */
  flush(): void {
    const { agent, log } = this.parts;
    for (let message = this.waiting[0]; message; message = this.waiting[0]) {
      log.appendMessage(message);
      this.waiting.shift();
      agent.state.messages = [...agent.state.messages, message];
      this.journal?.settled(message);
    }
  }

  /**
   * Restores commands that a crash interrupted. If a turn was interrupted too, they wait until it is finished: a message in between would
   * look as if the conversation had continued.
   */
  async recover(): Promise<void> {
    const { log } = this.parts;
    const { BashOutputs } = await import("../recover/bash-outputs.ts");
    if (!BashOutputs.of(log)?.leftBehind().length) return;
    this.waiting.push(...(await this.openJournal()).recover());
    if (findInterruptedCalls(log.getActiveBranch()).length === 0) this.flush();
  }

  /** Stops the running commands. Resolves when they have ended and are in the log. */
  async abort(): Promise<void> {
    for (const controller of this.running.keys()) controller.abort();
    await this.settled();
  }

  /** Resolves when the running commands have ended and are in the log. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }

  /** Runs a command that is announced in the log, and records its end in every case. */
  private async runRecorded(command: string, options: ExecuteBashOptions, signal: AbortSignal): Promise<BashResult> {
    const journal = await this.openJournal();
    const recording = journal.begin(command, options.excludeFromContext ?? false);
    const { intentId } = recording;
    await this.parts.log.settled();
    const end = (result: BashResult) => this.add({ ...this.messageOf(command, result, options), intentId });
    try {
      const result = await this.runOrAsk(command, options, { journal, recording, signal });
      end(result);
      return result;
    } catch (error) {
      const output = errorText(error);
      end({ output, exitCode: undefined, cancelled: false, truncated: false });
      throw error;
    }
  }

  private add(message: BashExecutionMessage): void {
    this.waiting.push(message);
    if (this.parts.isIdle()) this.flush();
    else if (message.intentId !== undefined) appendBashOutcome(this.parts.log, message);
  }

  private messageOf(
    command: string,
    result: BashResult,
    { excludeFromContext }: ExecuteBashOptions,
  ): BashExecutionMessage {
    return {
      role: "bashExecution",
      command,
      ...result,
      timestamp: this.parts.log.now(),
      ...(excludeFromContext ? { excludeFromContext } : {}),
    };
  }

  /** Loads the journal on first use, because most sessions never need it. */
  private async openJournal(): Promise<BashJournal> {
    const { BashJournal } = await import("../recover/bash-journal.ts");
    this.journal ??= new BashJournal(this.parts.log);
    return this.journal;
  }

  private async runOrAsk(command: string, options: ExecuteBashOptions, run: Run): Promise<BashResult> {
    const { hooks, log, operations } = this.parts;
    const { excludeFromContext = false } = options;
    const answer = await hooks?.onUserBash?.({ command, excludeFromContext, cwd: log.getCwd() });
    if (answer?.result) {
      run.journal.finish(run.recording);
      return answer.result;
    }
    return await this.run(command, { operations, ...options, ...answer }, run);
  }

  private async run(
    command: string,
    { id, onChunk, operations }: ExecuteBashOptions & Pick<UserBashParts, "operations">,
    { journal, recording, signal }: Run,
  ): Promise<BashResult> {
    const { events, log } = this.parts;
    const decoder = new TextDecoder();
    const onData = (data: Buffer) => {
      recording.sink.append(data);
      const delta = decoder.decode(data, { stream: true });
      onChunk?.(delta);
      events.emit({ type: "bash_execution_update", delta, ...(id === undefined ? {} : { id }) });
    };
    let exitCode: number | undefined;
    try {
      exitCode = (await operations.exec(command, log.getCwd(), { onData, signal })).exitCode ?? undefined;
    } catch (error) {
      if (!signal.aborted) {
        journal.finish(recording);
        throw error;
      }
    }
    const { content, truncation, fullOutputPath } = journal.finish(recording);
    return {
      output: content,
      exitCode,
      cancelled: signal.aborted,
      truncated: truncation.truncated,
      ...(fullOutputPath === undefined ? {} : { fullOutputPath }),
    };
  }
}

interface Run {
  readonly journal: BashJournal;
  readonly recording: BashRecording;
  readonly signal: AbortSignal;
}
