import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  appendBashIntent,
  type BashExecutionMessage,
  findUnfinishedBash,
  type SessionManager,
  type UnfinishedBash,
} from "@tau/agent";
import { artifactDirectory } from "@tau/agent/node";
import { OutputSink, TerminalText, truncateTail } from "../output/index.ts";

/** As much of what an interrupted command had written as is looked at. */
const TAIL_BYTES = 256 * 1024;
const INTERRUPTED = "[Tau ended while this command was running. What it did after this is not known.]";

/**
 * Keeps commands of the user's through a crash: each is announced in the log before it starts, what it writes is in a file beside the
 * log before it is shown, and an end that has to wait for the conversation is written down at once.
 */
export class BashJournal {
  private readonly log: SessionManager;

  constructor(log: SessionManager) {
    this.log = log;
  }

  /** The name of the announcement. A log that cannot be written throws: the command must not run then. */
  announce(command: string, excludeFromContext: boolean): string {
    return appendBashIntent(this.log, command, excludeFromContext);
  }

  sink(intentId: string): OutputSink {
    const path = this.outputPath(intentId);
    if (path === undefined) return new OutputSink();
    const spillPlace = () => {
      mkdirSync(artifactDirectory(this.log.getSessionFile() ?? ""), { recursive: true, mode: 0o700 });
      return { path };
    };
    return new OutputSink({ spillPlace, spillsAtOnce: true });
  }

  /** The message is in the log: the file is needed only where the message has not all of it. */
  settled({ intentId, fullOutputPath }: BashExecutionMessage): void {
    const path = intentId === undefined ? undefined : this.outputPath(intentId);
    if (path === undefined || path === fullOutputPath) return;
    try {
      rmSync(path, { force: true });
      rmdirSync(artifactDirectory(this.log.getSessionFile() ?? ""));
    } catch {
      // The folder has other outputs, or never was. What is left over goes with the session.
    }
  }

  /** What became of commands that a crash left without their message. */
  recover(): BashExecutionMessage[] {
    if (this.log.getReadOnlyReason()) return [];
    return findUnfinishedBash(this.log).map((command) => command.outcome ?? this.interrupted(command));
  }

  private interrupted({ intentId, command, excludeFromContext }: UnfinishedBash): BashExecutionMessage {
    const path = this.outputPath(intentId);
    const { text, isCut } = readTail(path);
    return {
      role: "bashExecution",
      command,
      output: text === "" || text.endsWith("\n") ? text + INTERRUPTED : `${text}\n${INTERRUPTED}`,
      exitCode: undefined,
      cancelled: true,
      truncated: isCut,
      ...(isCut && path !== undefined ? { fullOutputPath: path } : {}),
      timestamp: Date.now(),
      ...(excludeFromContext ? { excludeFromContext } : {}),
      intentId,
    };
  }

  private outputPath(intentId: string): string | undefined {
    const file = this.log.getSessionFile();
    return file === undefined ? undefined : join(artifactDirectory(file), `user-bash-${intentId}.log`);
  }
}

/** The end of a file as the screen would show it; nothing where the command had written nothing. */
function readTail(path: string | undefined): { text: string; isCut: boolean } {
  let fd: number;
  try {
    fd = openSync(path ?? "", "r");
  } catch {
    return { text: "", isCut: false };
  }
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    const text = new TerminalText();
    const { content, truncated } = truncateTail(text.push(bytes) + text.end());
    return { text: content, isCut: truncated || size > bytes.length };
  } finally {
    closeSync(fd);
  }
}
