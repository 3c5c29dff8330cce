import type { AgentToolResult } from "@tau/agent";
import type { ExtensionToolContext } from "@tau/coding-agent";
import { type NestedCallList, NestedCalls } from "../codemode/nested-calls.ts";
import { chooseLanguage, NAMES } from "./cells/choose-language.ts";
import { type Cell, type CellProgram, type Language, parseCells } from "./cells/parse-cells.ts";
import type { CellEvents, CellOutcome } from "./kernel/cell.ts";
import type { StatusEvent } from "./kernel/protocol.ts";
import { CallOutput } from "./output.ts";
import type { SessionKernels } from "./session-kernels.ts";
import { LEAST_SECONDS, MOST_SECONDS } from "./settings.ts";
import { EVAL } from "./tool.ts";

export interface ShownCell {
  readonly code: string;
  readonly language: Language;
  readonly title?: string;
  readonly status: "pending" | "running" | "complete" | "error";
  /** The end of what the cell has shown. */
  readonly output?: string;
  readonly durationMs?: number;
  readonly exitCode?: number;
}

export interface EvalDetails extends NestedCallList {
  readonly cells: readonly ShownCell[];
  readonly languages: readonly Language[];
  readonly jsonOutputs: readonly unknown[];
  readonly statusEvents: readonly StatusEvent[];
  readonly images: number;
  readonly notice?: string;
  readonly fullOutputPath?: string;
}

export interface EvalCall {
  readonly id: string;
  readonly input: string;
  readonly signal: AbortSignal | undefined;
  readonly onUpdate: ((result: AgentToolResult<EvalDetails>) => void) | undefined;
  readonly ctx: ExtensionToolContext;
}

const UPDATE_MS = 100;
const MOST_BYTES = 50 * 1024;
const MOST_LINES = 3000;
const ABORTED =
  "The program ended with *** Abort: its last cell was dropped. Cells that were closed with *** End have run, and their state persists.";

/** Runs the cells of one call in their order, up to the first that fails. */
export async function runCells(kernels: SessionKernels, call: EvalCall): Promise<AgentToolResult<EvalDetails>> {
  const program = parseCells(call.input);
  if (program.cells.length === 0 && !program.isAborted)
    throw new Error("There is no code in the input. Write the code of a cell, or *** Cell py and the code below it.");
  const sink = await kernels.pi.artifacts.open(EVAL, { maxBytes: MOST_BYTES, maxLines: MOST_LINES });
  const run = new CellsRun(kernels, call, program, (onChange) => new CallOutput(sink, onChange));
  return await run.result();
}

class CellsRun {
  private readonly kernels: SessionKernels;
  private readonly call: EvalCall;
  private readonly program: CellProgram;
  private readonly output: CallOutput;
  private readonly calls: NestedCalls;
  private readonly shown: ShownCell[];
  private readonly notices: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    kernels: SessionKernels,
    call: EvalCall,
    program: CellProgram,
    createOutput: (onChange: () => void) => CallOutput,
  ) {
    this.kernels = kernels;
    this.call = call;
    this.program = program;
    this.output = createOutput(() => this.updateSoon());
    const tools = call.ctx.tools.filter(({ name }) => name !== EVAL);
    this.calls = new NestedCalls(call.ctx, tools, call.id, () => this.updateSoon());
    this.shown = this.withLanguages().map(({ cell, language }) => ({
      code: cell.code,
      language,
      ...(cell.title === undefined ? {} : { title: cell.title }),
      status: "pending",
    }));
  }

  async result(): Promise<AgentToolResult<EvalDetails>> {
    const { cells, isAborted } = this.program;
    let failed: number | undefined;
    try {
      for (const [index, cell] of cells.entries()) {
        if (await this.runCell(index, cell)) continue;
        failed = index;
        break;
      }
    } finally {
      await this.calls.stop();
      clearTimeout(this.timer);
    }
    if (failed !== undefined) this.output.note(this.failureNote(failed));
    if (isAborted) this.output.note(ABORTED);
    for (const notice of this.notices) this.output.note(`[${notice}]`);
    const { text, path } = this.output.finish();
    return {
      content: [{ type: "text", text: text || "(no output)" }, ...this.output.images],
      details: { ...this.details(), ...(path === undefined ? {} : { fullOutputPath: path }) },
      ...(failed === undefined ? {} : { isError: true }),
    };
  }

  /** Chooses all languages before anything runs: a cell that cannot run refuses the whole call. */
  private withLanguages(): { readonly cell: Cell; readonly language: Language }[] {
    const backends = this.kernels.backends(this.call.ctx);
    let before: Language | undefined;
    return this.program.cells.map((cell) => {
      const { language, notice } = chooseLanguage(cell, before, backends);
      if (notice !== undefined && !this.notices.includes(notice)) this.notices.push(notice);
      before = language;
      return { cell, language };
    });
  }

  /** Resolves to whether the cell has succeeded. */
  private async runCell(index: number, cell: Cell): Promise<boolean> {
    const { cells } = this.program;
    const { language } = this.shown[index] as ShownCell;
    const heading =
      cells.length > 1 ? [`[${index + 1}/${cells.length}]`, cell.title].filter(Boolean).join(" ") : undefined;
    this.output.startCell(heading);
    this.show(index, { status: "running" });
    if (cell.reset) await this.kernels.reset(language, this.call.ctx);
    const request = {
      code: cell.code,
      ...(cell.isTypeScript ? { language: "ts" } : {}),
      timeoutMs: this.timeoutOf(cell),
      signal: this.call.signal,
    };
    const outcome = await this.kernels.run(language, this.call.ctx, request, this.eventsFor());
    if (outcome.failure && outcome.status === "error") this.output.line(outcome.failure.text);
    const isOk = outcome.status === "ok";
    this.show(index, {
      status: isOk ? "complete" : "error",
      output: this.output.endCell(),
      durationMs: Math.round(outcome.durationMs),
      exitCode: isOk ? 0 : 1,
    });
    const problem = problemOf(outcome, language, request.timeoutMs);
    if (problem !== undefined) this.output.note(problem);
    return isOk;
  }

  private eventsFor(): CellEvents {
    const { output } = this;
    return {
      onText: (text) => output.text(text),
      onBundle: (bundle) => output.bundle(bundle),
      onStatus: (status) => output.status(status),
      onCall: (tool, args) => this.calls.call(tool, args),
      onNotice: (notice) => output.note(`[${notice}]`),
    };
  }

  private timeoutOf({ timeoutMs }: Cell): number {
    const given = timeoutMs ?? this.kernels.settings().timeoutMs;
    const clamped = Math.min(Math.max(given, LEAST_SECONDS * 1000), MOST_SECONDS * 1000);
    const notice = `The time limit was set to ${clamped / 1000} s: it may be ${LEAST_SECONDS} to ${MOST_SECONDS} s.`;
    if (clamped !== given && !this.notices.includes(notice)) this.notices.push(notice);
    return clamped;
  }

  private failureNote(index: number): string {
    const { cells } = this.program;
    if (cells.length === 1) return "The cell failed.";
    const title = cells[index]?.title;
    const left = cells.length - index - 1;
    const skipped = left === 0 ? "" : ` ${left === 1 ? "1 later cell was" : `${left} later cells were`} not run.`;
    return `Cell ${index + 1} of ${cells.length}${title === undefined ? "" : ` (${title})`} failed.${skipped}`;
  }

  private show(index: number, change: Partial<ShownCell>): void {
    this.shown[index] = { ...(this.shown[index] as ShownCell), ...change };
    this.updateSoon();
  }

  private details(): EvalDetails {
    const { jsonOutputs, statusEvents, images } = this.output;
    const [notice] = this.notices;
    return {
      ...this.calls.list(),
      cells: [...this.shown],
      languages: [...new Set(this.shown.map(({ language }) => language))],
      jsonOutputs: [...jsonOutputs],
      statusEvents: [...statusEvents],
      images: images.length,
      ...(notice === undefined ? {} : { notice }),
    };
  }

  private updateSoon(): void {
    const { onUpdate } = this.call;
    if (!onUpdate) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      onUpdate({ content: [{ type: "text", text: this.output.snapshot() }], details: this.details() });
    }, UPDATE_MS);
  }
}

/** Returns what the model reads about a cell that did not end by itself. */
export function problemOf({ status, ending }: CellOutcome, language: Language, timeoutMs?: number): string | undefined {
  const name = NAMES[language];
  if (status === "timeout")
    return `Command timed out after ${(timeoutMs ?? 0) / 1000} seconds. The ${name} kernel was interrupted and keeps its variables.`;
  if (status === "cancelled") return `The cell was stopped. The ${name} kernel keeps its variables.`;
  if (status !== "died") return undefined;
  return `The ${name} kernel has ended: ${ending}. Its variables, imports and functions are lost; the next cell starts an empty one.`;
}
