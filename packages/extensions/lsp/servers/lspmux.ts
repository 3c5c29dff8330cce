import { basename } from "node:path";
import { type ExtensionProcesses, findProjectProgram } from "@tau/coding-agent";
import type { FoundServer } from "./find-servers.ts";

/** Programs that are started through lspmux. It drops requests of a server, which others depend on. */
const SUPPORTED: readonly string[] = ["rust-analyzer"];
const STATUS_MS = 2000;

/** `off`: by the setting. `running`: a server that is started now is shared with other programs through lspmux. */
export type LspmuxState = "off" | "not installed" | "not running" | "running";

export interface Lspmux {
  readonly state: LspmuxState;
  /** The path of its program. */
  readonly program?: string;
}

/** Returns whether a server may be shared. One with its own environment or in the sandbox may not: lspmux would start it without these. */
export function canShare({ spec, program }: FoundServer): boolean {
  const isPlain = !spec.sandbox && Object.keys(spec.env ?? {}).length === 0 && (spec.args ?? []).length === 0;
  return isPlain && SUPPORTED.includes(basename(program).replace(/\.exe$/i, ""));
}

/** Looks for lspmux on PATH, never in the project, and asks whether its server runs. Starts none. */
export async function findLspmux(root: string, processes: ExtensionProcesses): Promise<Lspmux> {
  const program = await findProjectProgram("lspmux", root, { cwd: root, isTrusted: false });
  if (program === undefined) return { state: "not installed" };
  try {
    const { exitCode } = await processes.run(program, ["status"], { cwd: root, timeoutMs: STATUS_MS });
    return { program, state: exitCode === 0 ? "running" : "not running" };
  } catch {
    // A file that cannot be executed is no help, and the server can be started without it.
    return { program, state: "not running" };
  }
}

/** Returns the arguments that make lspmux act as the server. */
export function lspmuxArgs({ program }: FoundServer): string[] {
  return ["client", "--server-path", program];
}
