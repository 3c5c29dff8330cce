import type { ExtensionAPI, ExtensionContext, TerminalProcess } from "@tau/coding-agent";
import { TerminalEmulator } from "./emulator.ts";
import { TerminalView } from "./view.ts";

export interface TerminalRun {
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Programs redraw, so this is not the size of the result but a stop for one that floods. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

type Ending = "exit" | "timeout" | "abort" | "limit" | "escape";

/** Runs a command while the user sees it and types into it. Resolves to the text that the model reads. */
export async function runInTerminal(
  pi: ExtensionAPI,
  { cwd, ui }: ExtensionContext,
  { command, timeout, signal }: TerminalRun,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const emulator = new TerminalEmulator();
  let wasEscaped = false;
  const exitCode = await ui.custom<{ ended: Ending; exitCode: number }>(
    async (tui, theme, _keys, done) => {
      const view = new TerminalView({ command, emulator, theme, rows: () => tui.terminal.rows });
      const running = await start(pi, { command, cwd, timeout, signal, ...view.size(tui.terminal.columns) });
      view.connect(running, () => {
        wasEscaped = true;
        void running.kill();
      });
      void show(running, emulator, () => tui.requestRender()).then((outcome) => {
        done(wasEscaped ? { ...outcome, ended: "escape" } : outcome);
      });
      return view;
    },
    { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", anchor: "bottom-center" } },
  );
  const output = emulator.text();
  emulator.dispose();
  return describeOutcome(output, exitCode, timeout);
}

async function start(
  pi: ExtensionAPI,
  run: TerminalRun & { readonly cwd: string; readonly columns: number; readonly rows: number },
): Promise<TerminalProcess> {
  const { command, cwd, timeout, signal, columns, rows } = run;
  const isConfined = (await pi.permissions.getMode()) !== "yolo" && (await pi.processes.hasSandbox());
  return await pi.processes.startTerminal("bash", ["-c", command], {
    ...{ cwd, columns, rows, purpose: "model", sandbox: isConfined, maxOutputBytes: MAX_OUTPUT_BYTES },
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(signal ? { signal } : {}),
  });
}

/** Feeds the emulator until the program has ended and all it drew is there. */
async function show(running: TerminalProcess, emulator: TerminalEmulator, draw: () => void) {
  emulator.onReply((text) => running.write(text));
  for await (const chunk of running.output) {
    await emulator.write(chunk as Buffer);
    draw();
  }
  return await running.exited;
}

function describeOutcome(
  output: string,
  { ended, exitCode }: { readonly ended: Ending; readonly exitCode: number },
  timeout: number | undefined,
) {
  const endings: Record<Ending, string | undefined> = {
    exit: exitCode === 0 ? undefined : `Command exited with code ${exitCode}`,
    timeout: `Command timed out after ${timeout} seconds`,
    abort: "Command aborted",
    limit: "Command ended: it drew more than 256 MB",
    escape: "The user ended the command with Escape.",
  };
  const ending = endings[ended];
  if (ending === undefined) return { text: output || "(no output)", isError: false };
  return { text: output ? `${output}\n\n${ending}` : ending, isError: true };
}
