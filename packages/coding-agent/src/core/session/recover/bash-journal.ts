import { closeSync, readSync } from "node:fs";
import {
  appendBashIntent,
  type BashExecutionMessage,
  findUnfinishedBash,
  type SessionLog,
  type UnfinishedBash,
} from "@tau/agent";
import { openBeside } from "@tau/agent/node";
import { OutputSink, type OutputSnapshot, TerminalText, truncateTail } from "../../output/index.ts";
import { BashOutputs } from "./bash-outputs.ts";

/** How much of the end of an interrupted command's output is read. */
const TAIL_BYTES = 256 * 1024;
const INTERRUPTED = "[Tau ended while this command was running. What it did after this is not known.]";

export interface BashRecording {
  readonly intentId: string;
  readonly sink: OutputSink;
}

/**
 * Preserves the user's commands across a crash: each is announced in the log before it starts, and
 * its output is written to a file next to the log before it is shown.
 */
export class BashJournal {
  private readonly log: SessionLog;
  private readonly outputs: BashOutputs | undefined;

  constructor(log: SessionLog) {
    this.log = log;
    this.outputs = BashOutputs.of(log);
  }

  /** Announces a command in the log. Throws if the log cannot be written, so that the command does not run. */
  begin(command: string, excludeFromContext: boolean): BashRecording {
    const intentId = appendBashIntent(this.log, command, excludeFromContext);
    const { outputs } = this;
    if (!outputs) return { intentId, sink: new OutputSink() };
    const spillPlace = () => ({ path: outputs.place(intentId) });
    return { intentId, sink: new OutputSink({ spillPlace, spillsAtOnce: true }) };
  }

  /** Returns the output of a command. If it exceeds the limits, the file stays at the path in the snapshot. */
  finish({ intentId, sink }: BashRecording): OutputSnapshot {
    sink.finish();
    const snapshot = sink.snapshot();
    if (!this.outputs || snapshot.fullOutputPath === undefined) return snapshot;
    return { ...snapshot, fullOutputPath: this.outputs.keep(intentId) };
  }

  /** Called when the command's message is in the log. */
  settled({ intentId }: BashExecutionMessage): void {
    if (intentId !== undefined) this.outputs?.remove(intentId);
  }

  /** Returns messages for commands that a crash left without one. */
  recover(): BashExecutionMessage[] {
    const left = this.outputs?.leftBehind() ?? [];
    return findUnfinishedBash(this.log, left).map((command) => command.outcome ?? this.interrupted(command));
  }

  private interrupted({ intentId, command, excludeFromContext }: UnfinishedBash): BashExecutionMessage {
    const { text, isCut } = readTail(this.outputs?.running(intentId) ?? "");
    return {
      role: "bashExecution",
      command,
      output: text === "" || text.endsWith("\n") ? text + INTERRUPTED : `${text}\n${INTERRUPTED}`,
      exitCode: undefined,
      cancelled: true,
      truncated: isCut,
      ...(isCut && this.outputs ? { fullOutputPath: this.outputs.keep(intentId) } : {}),
      timestamp: this.log.now(),
      ...(excludeFromContext ? { excludeFromContext } : {}),
      intentId,
    };
  }
}

/** Reads the end of a file as the screen would show it. Returns an empty text if the file is gone or not an ordinary file: see `openBeside`. */
function readTail(path: string): { text: string; isCut: boolean } {
  let file: ReturnType<typeof openBeside>;
  try {
    file = openBeside(path);
  } catch {
    return { text: "", isCut: false };
  }
  const { fd, stats } = file;
  try {
    const { size } = stats;
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    const text = new TerminalText();
    const { content, truncated } = truncateTail(text.push(bytes) + text.end());
    return { text: content, isCut: truncated || size > bytes.length };
  } finally {
    closeSync(fd);
  }
}
