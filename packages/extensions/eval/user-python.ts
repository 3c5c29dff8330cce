import type { ImageContent } from "@tau/ai";
import type { ExtensionAPI, ExtensionContext, InputPrefixService, Theme } from "@tau/coding-agent";
import type { Component } from "@tau/tui";
import { CallOutput } from "./output.ts";
import { problemOf } from "./run-cells.ts";
import type { SessionKernels } from "./session-kernels.ts";
import { drawCode, drawOutput, linesOf, rowsFor } from "./view.ts";

/** Messages and entries with code that the user ran. */
export const USER_PYTHON = "user-python";
export const USER_PYTHON_SERVICE = "user-python";

/** What the session keeps of a run. */
export interface UserPythonRun {
  readonly code: string;
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
  /** Present for `$$`: the model does not see the run. */
  readonly excludeFromContext?: true;
}

type Ran = Omit<UserPythonRun, "code" | "excludeFromContext">;

/** Runs what the user types behind `$`, in the kernel that the model's cells use. */
export function createUserPython(pi: ExtensionAPI, kernels: SessionKernels): InputPrefixService {
  return async (code, { prefix, signal, ctx }) => {
    if (code === "") return;
    const excludeFromContext = prefix === "$$";
    const answer = await pi.emitUserPython({ code, excludeFromContext, cwd: ctx.cwd });
    const images: ImageContent[] = [];
    const ran: Ran = answer?.result ?? (await runCode(pi, kernels, { code, signal, ctx, images }));
    if (excludeFromContext) pi.appendEntry<UserPythonRun>(USER_PYTHON, { code, ...ran, excludeFromContext });
    else
      pi.sendMessage<UserPythonRun>(
        {
          customType: USER_PYTHON,
          content: [{ type: "text", text: asText(code, ran) }, ...images],
          display: true,
          details: { code, ...ran },
        },
        // Within a run it waits for the next prompt, as a shell command of the user does.
        ctx.isIdle() ? {} : { deliverAs: "nextTurn" },
      );
  };
}

interface CodeRun {
  readonly code: string;
  readonly signal: AbortSignal | undefined;
  readonly ctx: ExtensionContext;
  /** Receives the images that the code shows. */
  readonly images: ImageContent[];
}

async function runCode(
  pi: ExtensionAPI,
  kernels: SessionKernels,
  { code, signal, ctx, images }: CodeRun,
): Promise<Ran> {
  const { py, reasons } = kernels.backends(ctx);
  if (!py) throw new Error(`The code did not run: ${reasons.py}`);
  const output = new CallOutput(await pi.artifacts.open("python"), () => undefined);
  using row = ctx.ui.progress(`Python: ${code.split("\n")[0]}`);
  output.startCell(undefined);
  const outcome = await kernels.run(
    "py",
    ctx,
    { code, signal },
    {
      onText: (text) => {
        output.text(text);
        const line = text.trimEnd().split("\n").at(-1);
        if (line) row.update({ text: `Python: ${line}` });
      },
      onBundle: (bundle) => output.bundle(bundle),
      onStatus: () => undefined,
      onCall: async () => {
        throw new Error("Only cells of the model can call tools: there is no run in which the call could be recorded.");
      },
      onNotice: (notice) => output.note(`[${notice}]`),
    },
  );
  if (outcome.failure && outcome.status === "error") output.line(outcome.failure.text);
  output.endCell();
  const problem = problemOf(outcome, "py");
  if (problem !== undefined) output.note(problem);
  images.push(...output.images);
  const { text, path } = output.finish();
  return {
    output: text,
    exitCode: outcome.status === "ok" ? 0 : outcome.status === "error" ? 1 : undefined,
    cancelled: outcome.status === "cancelled",
    truncated: path !== undefined,
    ...(path === undefined ? {} : { fullOutputPath: path }),
  };
}

/** Returns what the model reads. */
function asText(code: string, { output, cancelled }: Ran): string {
  const state = cancelled ? "\n(stopped by the user)" : "";
  return `I ran this in the Python kernel:\n\`\`\`python\n${code}\n\`\`\`\nIts output:\n\`\`\`\n${output}\n\`\`\`${state}`;
}

interface DrawOptions {
  readonly expanded: boolean;
  keyText(id: "app.tools.expand"): string;
}

/** Draws code that the user ran, and its output. */
export function drawUserPython(run: UserPythonRun | undefined, options: DrawOptions, theme: Theme): Component {
  const { code = "", output = "", exitCode, excludeFromContext } = run ?? {};
  const sign = excludeFromContext ? "$$" : "$";
  const row = { expanded: options.expanded, keyText: options.keyText as never };
  const [first = "", ...rest] = drawCode(code, "python", theme, row);
  const failed = exitCode === 0 || exitCode === undefined ? [] : [theme.fg("error", "failed")];
  const shown = drawOutput(output, theme, row);
  const drawn = linesOf(
    [`${theme.fg("bashMode", theme.bold(sign))} ${first}`, ...rest, ...shown, ...failed],
    options.expanded,
    rowsFor(shown),
  );
  return {
    render: (width) => drawn.render(Math.max(1, width - 1)).map((line) => ` ${line}`),
    invalidate: () => drawn.invalidate(),
  };
}
