import type { DebugProtocol } from "@vscode/debugprotocol";
import { BreakpointSet, type KnownBreakpoint } from "./breakpoints.ts";

type Send = <T>(command: string, args: object) => Promise<T>;
interface Answered {
  readonly breakpoints?: readonly DebugProtocol.Breakpoint[];
}

/** All breakpoints of a session. */
export class Breakpoints {
  readonly functions: BreakpointSet<DebugProtocol.FunctionBreakpoint>;
  readonly instructions: BreakpointSet<DebugProtocol.InstructionBreakpoint>;
  readonly data: BreakpointSet<DebugProtocol.DataBreakpoint>;
  private readonly sources = new Map<string, BreakpointSet<DebugProtocol.SourceBreakpoint>>();
  private readonly send: (command: string, args: object) => Promise<readonly DebugProtocol.Breakpoint[]>;
  /** The kinds of exceptions at which the program stops. */
  exceptions: readonly string[] = [];

  constructor(send: Send) {
    this.send = async (command, args) => (await send<Answered | undefined>(command, args))?.breakpoints ?? [];
    this.functions = new BreakpointSet(
      ({ name }) => name,
      (breakpoints) => this.send("setFunctionBreakpoints", { breakpoints }),
    );
    this.instructions = new BreakpointSet(
      ({ instructionReference, offset }) => instructionKey(instructionReference, offset),
      (breakpoints) => this.send("setInstructionBreakpoints", { breakpoints }),
    );
    this.data = new BreakpointSet(
      ({ dataId }) => dataId,
      (breakpoints) => this.send("setDataBreakpoints", { breakpoints }),
    );
  }

  ofFile(path: string): BreakpointSet<DebugProtocol.SourceBreakpoint> {
    const known = this.sources.get(path);
    if (known) return known;
    const source = { path, name: path.split(/[/\\]/).at(-1) };
    const set = new BreakpointSet<DebugProtocol.SourceBreakpoint>(
      ({ line }) => String(line),
      (breakpoints) => this.send("setBreakpoints", { source, breakpoints, lines: breakpoints.map(({ line }) => line) }),
    );
    this.sources.set(path, set);
    return set;
  }

  files(): readonly (readonly [
    path: string,
    breakpoints: readonly KnownBreakpoint<DebugProtocol.SourceBreakpoint>[],
  ])[] {
    return [...this.sources].map(([path, set]) => [path, set.list()] as const).filter(([, list]) => list.length > 0);
  }

  async setExceptions(filters: readonly string[]): Promise<void> {
    await this.send("setExceptionBreakpoints", { filters });
    this.exceptions = filters;
  }

  update(changed: DebugProtocol.Breakpoint): void {
    for (const set of [...this.sources.values(), this.functions, this.instructions, this.data]) set.update(changed);
  }
}

export function instructionKey(reference: string, offset = 0): string {
  return offset === 0 ? reference : `${reference}${offset < 0 ? "" : "+"}${offset}`;
}
