import { type FileHandle, open, rm } from "node:fs/promises";
import type { BackgroundJob, BackgroundRecord, ExtensionAPI, RecordedProcess, RunningCommand } from "@tau/coding-agent";

/** The data stored with a job in the log. */
interface JobData {
  readonly command: string;
  readonly cwd: string;
  readonly record?: string;
  readonly startedAt?: number;
}

export interface JobInput {
  readonly text: string | undefined;
  /** The input is closed afterwards. */
  readonly isLast: boolean;
  /** Called before anything is written, with whether the job is in the sandbox. Rejects if the input is not permitted. */
  permit?(isConfined: boolean): Promise<void>;
}

/** A command that runs in the background. */
interface JobCommand {
  readonly data: JobData;
  output(): string | Promise<string>;
}

const KIND = "bash";
/** Tasks end with the process after a crash, but are reported too. */
const OWN_KINDS = [KIND, "task"];
const LABEL_LENGTH = 60;
const TAIL_BYTES = 50 * 1024;
const WRITE_AGAIN_MS = 50;
const WRITE_TRIES = 40;

/** The background commands of the session, by job id. */
export class CommandJobs {
  private readonly pi: ExtensionAPI;
  private readonly commands = new Map<string, JobCommand>();

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  get running(): number {
    return this.pi.background.list().filter(({ kind, status }) => kind === KIND && status === "running").length;
  }

  start(running: RunningCommand): BackgroundJob {
    const { command, cwd, record } = running;
    const data: JobData = { command, cwd, ...(record === undefined ? {} : { record, startedAt: Date.now() }) };
    const job = this.pi.background.start({
      kind: KIND,
      label: labelOf(command),
      data,
      run: async ({ signal }) => {
        signal.addEventListener("abort", () => running.stop(), { once: true });
        const { text, isError } = await running.ended;
        await this.forget(job.id, record);
        if (isError) throw new Error(text);
        return text;
      },
    });
    this.commands.set(job.id, { data, output: () => running.output() });
    return job;
  }

  /** Resolves to the output so far, or to the outcome. Resolves to undefined if there is no such job. */
  async output(id: string): Promise<string | undefined> {
    const job = this.pi.background.get(id);
    if (!job) return undefined;
    return (await this.commands.get(id)?.output()) ?? job.output ?? job.state.progress ?? "";
  }

  /** Writes to the input of a job. Resolves to the reason if nothing was written, otherwise to undefined. */
  async write(id: string, { text, isLast, permit }: JobInput): Promise<string | undefined> {
    const { record } = this.commands.get(id)?.data ?? {};
    if (record === undefined) return `${id} takes no input: only commands that were started with async do.`;
    const line = text === undefined || text.endsWith("\n") ? text : `${text}\n`;
    const process = await this.attached(id, record);
    if (process) await permit?.(process.isConfined);
    // The command may not read its input yet, so writing is retried for a while.
    for (let tries = 0; process && tries < WRITE_TRIES && this.commands.has(id); tries++) {
      if (line === undefined || process.write(line)) {
        if (isLast) process.closeInput();
        return undefined;
      }
      await again();
    }
    return `${id} does not read its input.`;
  }

  /** Resolves to the process of a job, which may just be starting. */
  private async attached(id: string, record: string): Promise<RecordedProcess | undefined> {
    for (let tries = 0; tries < WRITE_TRIES && this.commands.has(id); tries++) {
      const process = await this.pi.processes.attach(record);
      if (process) return process;
      await again();
    }
    return undefined;
  }

  /** Takes over the jobs that an earlier run of the program left. Resolves to reports for the model on those that have ended. */
  async resume(): Promise<string[]> {
    const left = this.pi.background
      .records()
      .filter(({ kind, status }) => OWN_KINDS.includes(kind) && status === "interrupted");
    const reports: string[] = [];
    // One after the other, to keep their order in the list.
    for (const record of left) {
      const report = await this.takeUp(record);
      if (report !== undefined) reports.push(report);
    }
    return reports;
  }

  private async takeUp({ id, kind, label, data: kept }: BackgroundRecord): Promise<string | undefined> {
    const data = (kept ?? {}) as JobData;
    const process = data.record === undefined ? undefined : await this.pi.processes.attach(data.record);
    const { startedAt } = data;
    const request = { id, kind, label, data, ...(startedAt === undefined ? {} : { startedAt }) };
    if (process?.isRunning()) {
      this.pi.background.start({
        ...request,
        run: async ({ signal }) => {
          signal.addEventListener("abort", () => void process.kill(), { once: true });
          const exitCode = await process.exited();
          const text = await this.outcomeOf(process, exitCode);
          await this.forget(id, data.record);
          if (exitCode !== 0) throw new Error(text);
          return text;
        },
      });
      this.commands.set(id, { data, output: async () => await this.tailOf(process) });
      return undefined;
    }
    const exitCode = await process?.exited();
    const text = process ? await this.outcomeOf(process, exitCode) : "It ended together with Tau.";
    await this.forget(id, data.record);
    // Records the end of the job in the log, so that the next start does not find it again.
    this.pi.background.start({
      ...request,
      deliver: false,
      run: async () => {
        if (exitCode !== 0) throw new Error(text);
        return text;
      },
    });
    return `Background work ${id} (${label}) ended while Tau was not running.\n\n${text}`;
  }

  private async forget(id: string, record: string | undefined): Promise<void> {
    this.commands.delete(id);
    if (record !== undefined) await rm(record, { recursive: true, force: true });
  }

  private async outcomeOf({ outputPath }: RecordedProcess, exitCode: number | undefined): Promise<string> {
    const sink = await this.pi.artifacts.open(KIND);
    await readFrom(outputPath, 0, (part) => sink.append(part));
    const { text } = sink.finish();
    const ending = exitCode === undefined ? "Command was killed" : `Command exited with code ${exitCode}`;
    if (exitCode === 0) return text || "(no output)";
    return text ? `${text.replace(/\n+$/, "")}\n\n${ending}` : ending;
  }

  private async tailOf({ outputPath }: RecordedProcess): Promise<string> {
    const sink = await this.pi.artifacts.open(KIND, { maxLines: TAIL_BYTES, maxBytes: 2 * TAIL_BYTES });
    await readFrom(outputPath, -TAIL_BYTES, (part) => sink.append(part));
    return sink.finish().text;
  }
}

function again(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS));
}

function labelOf(command: string): string {
  const [line = ""] = command.trim().split("\n", 1);
  const isCut = line.length > LABEL_LENGTH || line.length < command.trim().length;
  return isCut ? `${line.slice(0, LABEL_LENGTH)}…` : line;
}

/** Reads a file from a position. A negative start counts from the end. */
async function readFrom(path: string, start: number, onPart: (part: Uint8Array) => void): Promise<void> {
  const file: FileHandle = await open(path);
  try {
    const { size } = await file.stat();
    let position = start < 0 ? Math.max(0, size + start) : start;
    const part = new Uint8Array(64 * 1024);
    for (;;) {
      const { bytesRead } = await file.read(part, 0, part.length, position);
      if (bytesRead === 0) return;
      onPart(part.slice(0, bytesRead));
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
