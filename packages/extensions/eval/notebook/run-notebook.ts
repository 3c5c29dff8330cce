import type { AgentToolResult } from "@tau/agent";
import type { ExtensionToolContext } from "@tau/coding-agent";
import { NestedCalls } from "../../codemode/nested-calls.ts";
import type { Language } from "../cells/parse-cells.ts";
import type { CellOutcome } from "../kernel/cell.ts";
import { CallOutput } from "../output.ts";
import { problemOf } from "../run-cells.ts";
import type { SessionKernels } from "../session-kernels.ts";
import { CellOutputs } from "./cell-outputs.ts";
import { type Notebook, type NotebookCell, NotebookError, sourceOf } from "./notebook-file.ts";

export interface NotebookRun {
  readonly id: string;
  readonly notebook: Notebook;
  /** Which cells, as the model wrote it. */
  readonly cells: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly ctx: ExtensionToolContext;
}

/** The outputs of one cell, to be stored in the notebook. */
export interface RanCell {
  /** From 1. */
  readonly number: number;
  readonly source: string;
  readonly outputs: readonly object[];
  readonly executionCount: number;
  readonly durationMs: number;
}

export interface NotebookOutcome {
  readonly ran: readonly RanCell[];
  readonly isFailed: boolean;
  readonly content: AgentToolResult["content"];
}

/** Runs code cells of a notebook in their order, up to the first that fails. */
export async function runNotebook(kernels: SessionKernels, run: NotebookRun): Promise<NotebookOutcome> {
  const { ctx, notebook } = run;
  const language = languageOf(notebook);
  const { [language]: isUsable, reasons } = kernels.backends(ctx);
  if (!isUsable) throw new NotebookError(`The notebook cannot run: ${reasons[language] ?? "its language is off."}`);
  const numbers = cellNumbers(run.cells, notebook.cells);
  const output = new CallOutput(await kernels.pi.artifacts.open("notebook"), () => undefined);
  const calls = new NestedCalls(ctx, ctx.tools, run.id, () => undefined);
  const ran: RanCell[] = [];
  let isFailed = false;
  for (const number of numbers) {
    const source = sourceOf(notebook.cells[number - 1] as NotebookCell);
    output.startCell(`[cell:${number}]`);
    const outputs = new CellOutputs();
    const outcome = await kernels.run(
      language,
      ctx,
      { code: source, timeoutMs: run.timeoutMs, signal: run.signal },
      {
        onText: (text) => {
          outputs.text(text);
          output.text(text);
        },
        onBundle: (bundle) => {
          outputs.bundle(bundle);
          output.bundle(bundle);
        },
        onStatus: () => undefined,
        onCall: (tool, args) => calls.call(tool, args),
        onNotice: (notice) => output.note(`[${notice}]`),
      },
    );
    if (outcome.failure) outputs.failure(outcome.failure);
    ran.push({
      number,
      source,
      outputs: outputs.list(),
      executionCount: ran.length + 1,
      durationMs: outcome.durationMs,
    });
    isFailed = showEnd(output, outcome, language, run.timeoutMs);
    if (isFailed) break;
  }
  await calls.stop();
  const left = numbers.length - ran.length;
  if (isFailed) output.note(`Cell ${ran.at(-1)?.number} failed.${left > 0 ? ` ${left} more were not run.` : ""}`);
  return { ran, isFailed, content: [{ type: "text", text: output.finish().text }, ...output.images] };
}

/** Shows how a cell ended. Returns whether it failed. */
function showEnd(output: CallOutput, outcome: CellOutcome, language: Language, timeoutMs: number): boolean {
  if (outcome.failure && outcome.status === "error") output.line(outcome.failure.text);
  output.endCell();
  const problem = problemOf(outcome, language, timeoutMs);
  if (problem !== undefined) output.note(problem);
  return outcome.status !== "ok";
}

function languageOf({ metadata }: Notebook): Language {
  const name = (metadata?.kernelspec?.language ?? metadata?.language_info?.name ?? "python").toLowerCase();
  if (name === "python" || name === "ipython") return "py";
  if (name === "javascript" || name === "typescript") return "js";
  throw new NotebookError(`The notebook is written in ${name}. Only Python and JavaScript can run.`);
}

/** Returns the numbers of the code cells that `2-5,8` names, in the order of the notebook. */
export function cellNumbers(text: string | undefined, cells: readonly NotebookCell[]): number[] {
  const wanted = new Set<number>();
  for (const part of text === undefined || text.trim() === "all" ? [`1-${cells.length}`] : text.split(",")) {
    const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part) ?? [];
    if (first === undefined || Number(first) < 1 || Number(last) > cells.length || Number(first) > Number(last)) {
      if (cells.length === 0) throw new NotebookError("The notebook has no cells.");
      throw new NotebookError(`"${part.trim()}" names no cells: write 3, 2-5 or 2-5,8, from 1 to ${cells.length}.`);
    }
    for (let number = Number(first); number <= Number(last); number++) wanted.add(number);
  }
  const code = [...wanted].toSorted((a, b) => a - b).filter((number) => cells[number - 1]?.cell_type === "code");
  if (code.length === 0) throw new NotebookError("None of these cells is a code cell.");
  return code;
}
