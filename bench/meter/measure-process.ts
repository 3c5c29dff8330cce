import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BenchError } from "../bench-error.ts";

export interface MeteredCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface Measurement {
  readonly wallMs: number;
  /** User and system time of the program and all descendants it waited for. */
  readonly cpuMs: number;
  /** The memory of the largest process in the tree; `undefined` if this machine cannot measure it. */
  readonly peakRssMb: number | undefined;
  /** The time just before the program started, on the clock of `performance.timeOrigin + performance.now()`. */
  readonly startedAt: number;
  readonly exitCode: number;
  readonly outputBytes: number;
  /** The end of stdout and stderr together, shown when a run failed. */
  readonly outputTail: string;
}

/** GNU time, or a few lines of code that Node runs when a program exits. */
export type MemorySource = "gnu-time" | "exit-hook";

/**
 * Measures processes. Wall and CPU time come from the `time` of bash: it reads the kernel's accounting of waited children, to the
 * millisecond, and its clock starts after bash itself has started. Node cannot query the usage of a child.
 */
export class ProcessMeter implements AsyncDisposable {
  private readonly folder: string;
  /** Shown in the report, because the hook only sees Node programs. */
  readonly memorySource: MemorySource;

  private constructor(folder: string, memorySource: MemorySource) {
    this.folder = folder;
    this.memorySource = memorySource;
  }

  static async create(source: MemorySource = hasGnuTime() ? "gnu-time" : "exit-hook"): Promise<ProcessMeter> {
    const folder = await mkdtemp(join(tmpdir(), "tau-bench-meter-"));
    writeFileSync(join(folder, "report-memory.cjs"), REPORT_MEMORY);
    return new ProcessMeter(folder, source);
  }

  async measure({ command, cwd, env, timeoutMs }: MeteredCommand): Promise<Measurement> {
    const files = { times: this.file("times"), memory: this.file("memory"), output: this.file("output") };
    for (const file of Object.values(files)) rmSync(file, { force: true });
    const output = openSync(files.output, "w");
    const isHooked = this.memorySource === "exit-hook";
    const metered = isHooked ? command : [GNU_TIME, "-q", "-f", "%M", "-o", files.memory, ...command];
    const child = spawn("bash", ["-c", TIMED, "bash", ...metered], {
      cwd,
      env: { ...env, TAU_BENCH_TIMES: files.times, ...(isHooked ? this.memoryHook(files.memory, env) : {}) },
      stdio: ["ignore", output, output],
      // In a separate process group, so that a timeout kills the whole tree.
      detached: true,
    });
    const exitCode = await endOf(child, timeoutMs, command);
    closeSync(output);
    const [startedAtEpoch = NaN, real = NaN, user = NaN, system = NaN] = readNumbers(files.times);
    return {
      wallMs: real * 1000,
      cpuMs: (user + system) * 1000,
      peakRssMb: readPeak(files.memory),
      startedAt: startedAtEpoch * 1000 - clockOffset(),
      exitCode,
      outputBytes: statSync(files.output).size,
      outputTail: readFileSync(files.output, "utf8").slice(-2000),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private file(name: string): string {
    return join(this.folder, name);
  }

  private memoryHook(file: string, env: Readonly<Record<string, string>>): Record<string, string> {
    const options = `${env.NODE_OPTIONS ?? ""} --require=${this.file("report-memory.cjs")}`.trim();
    return { NODE_OPTIONS: options, TAU_BENCH_MEMORY: file };
  }
}

const GNU_TIME = "/usr/bin/time";

/** File descriptor 3 carries the program's stderr past the redirection that captures the output of `time`. */
const TIMED = `TIMEFORMAT='%3R %3U %3S'
printf '%s\\n' "$EPOCHREALTIME" >"$TAU_BENCH_TIMES"
{ time "$@" 2>&3 3>&- ; } 3>&2 2>>"$TAU_BENCH_TIMES"`;

const REPORT_MEMORY = `process.on("exit", () => {
  const { appendFileSync } = require("node:fs");
  appendFileSync(process.env.TAU_BENCH_MEMORY, process.resourceUsage().maxRSS + "\\n");
});
`;

export function hasGnuTime(): boolean {
  if (!existsSync(GNU_TIME)) return false;
  try {
    execFileSync(GNU_TIME, ["-q", "-f", "%M", "-o", "/dev/null", "true"], { stdio: "ignore" });
    return true;
  } catch {
    // Another program of that name, with other flags: the hook is used instead.
    return false;
  }
}

async function endOf(child: ChildProcess, timeoutMs: number, command: readonly string[]): Promise<number> {
  let isLate = false;
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeoutMs);
  // In its own process group, the child would survive an interrupted bench.
  process.once("exit", kill);
  const [code] = (await once(child, "exit")) as [number | null];
  process.off("exit", kill);
  clearTimeout(timer);
  if (isLate) throw new BenchError("run-failed", `${command.join(" ")} did not end within ${timeoutMs / 1000} s.`);
  return code ?? 1;
}

function readNumbers(file: string): number[] {
  // Some locales write a decimal comma.
  return readFileSync(file, "utf8")
    .trim()
    .split(/\s+/)
    .map((text) => Number(text.replace(",", ".")));
}

/** Reads the peak memory. The hook writes one line per Node process, GNU time one line for all. */
function readPeak(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  return Math.max(...readNumbers(file)) / 1024;
}

/** Returns the difference between the wall clock, which bash reads, and the monotonic clock, which times requests. */
function clockOffset(): number {
  const halfOfTruncation = 0.5;
  return Date.now() + halfOfTruncation - (performance.timeOrigin + performance.now());
}
