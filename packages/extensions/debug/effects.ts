import type { ToolEffects } from "@tau/coding-agent";
import type { DebugParams } from "./tool.ts";

/** The program that is being debugged, as far as it matters for permissions. */
export interface DebuggedProgram {
  /** Its command line. */
  readonly command: string;
  /** Whether it runs in the sandbox of the model's commands. */
  readonly isConfined: boolean;
}

/**
 * Returns the effects of a call. Launching a program is a command like any other. Once it runs, looking at it and letting it continue need no
 * further permission. Code and data that the model puts into it can do all that the program can: inside the sandbox they count as the command
 * that was permitted, outside of it each of them asks. Attaching reaches a process outside of the sandbox.
 */
export function effectsOf(params: DebugParams, debugged?: DebuggedProgram): ToolEffects {
  if (params.action === "launch") return launched(params);
  if (params.action === "attach") return { effect: "execute" };
  if (debugged && isIntervention(params))
    return debugged.isConfined
      ? { effect: "execute", command: debugged.command, isConfined: true }
      : { effect: "execute" };
  return { effect: "read", paths: params.file === undefined ? [] : [params.file] };
}

/**
 * Returns the effects of a launch. A name without a folder is first looked for in the working directory, and the adapter's own arguments may
 * name another program.
 */
function launched({ program = "", args, arguments: own }: DebugParams): ToolEffects {
  if (own !== undefined) return { effect: "execute", isConfined: true };
  const file = /[/\\]/.test(program) ? program : `./${program}`;
  return { effect: "execute", command: commandLine({ program: file, ...(args ? { args } : {}) }), isConfined: true };
}

/** Returns a command line for a shell, on which rules for commands apply. */
export function commandLine({ program = "", args = [] }: Pick<DebugParams, "program" | "args">): string {
  return [program, ...args].map(quoted).join(" ");
}

/** Whether the call runs code or changes data that the model has chosen. */
function isIntervention({ action, condition, hit_condition, log_message }: DebugParams): boolean {
  if (action === "evaluate" || action === "write_memory" || action === "custom_request") return true;
  return condition !== undefined || hit_condition !== undefined || log_message !== undefined;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
