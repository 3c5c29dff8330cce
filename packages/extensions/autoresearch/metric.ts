import type { ExtensionAPI } from "@tau/coding-agent";
import type { ResearchOrder } from "./research-state.ts";

/** More output says nothing more about the figure. */
const MOST_BYTES = 32 * 1024 * 1024;
const TAIL = 600;

export type Figure = { readonly value: number } | { readonly problem: string };

type Ports = Pick<ExtensionAPI, "processes" | "permissions">;

export interface MetricPlace {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs the command as often as it is asked for. Resolves to the median of the figures, or to the first problem. */
export async function measure(
  pi: Ports,
  { command, name, runs }: Pick<ResearchOrder, "command" | "name" | "runs">,
  place: MetricPlace,
): Promise<Figure> {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) {
    const output = await runCommand(pi, command, place);
    if ("problem" in output) return output;
    const value = readFigure(output.stdout, name) ?? readFigure(output.stderr, name);
    if (value === undefined)
      return { problem: `${command} printed no number${name ? ` after "${name}"` : ""}: ${tail(output.stdout)}` };
    values.push(value);
  }
  const sorted = values.toSorted((a, b) => a - b);
  return { value: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN };
}

/** Resolves to the problem if the check fails. */
export async function runCheck(pi: Ports, command: string, place: MetricPlace): Promise<string | undefined> {
  const output = await runCommand(pi, command, place);
  return "problem" in output ? output.problem : undefined;
}

/** Returns the last number of an output, or the last one that follows a name. Numbers within words do not count. */
export function readFigure(output: string, name?: string): number | undefined {
  const number = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`;
  const before = name === undefined ? String.raw`(?<![\w.])` : String.raw`(?<!\w)${escapeName(name)}["']?\s*[:=]?\s*`;
  const found = [...output.matchAll(new RegExp(`${before}(${number})`, "g"))].at(-1)?.[1];
  const value = found === undefined ? Number.NaN : Number(found);
  return Number.isFinite(value) ? value : undefined;
}

function escapeName(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Runs a command in the sandbox of the model's commands, where there is one: it may run what an agent has written. */
async function runCommand({ processes, permissions }: Ports, command: string, { cwd, timeoutMs, signal }: MetricPlace) {
  const isConfined = (await permissions.getMode()) !== "yolo" && (await processes.hasSandbox());
  const { exitCode, stdout, stderr, ended } = await processes.run("sh", ["-c", command], {
    ...{ cwd, timeoutMs, signal, purpose: "model", maxBytes: MOST_BYTES },
    sandbox: isConfined && { folder: cwd },
  });
  const text = { stdout: stdout.toString("utf8"), stderr: stderr.toString("utf8") };
  if (ended === "exit" && exitCode === 0) return text;
  const how = {
    exit: `ended with ${exitCode}`,
    timeout: `did not end within ${Math.round(timeoutMs / 1000)} s`,
    limit: "printed too much",
  } as const;
  const said = how[ended as keyof typeof how] ?? "was stopped";
  return { problem: `${command} ${said}: ${tail(`${text.stdout}${text.stderr}`)}` };
}

function tail(text: string): string {
  return text.trimEnd().slice(-TAIL) || "(no output)";
}
