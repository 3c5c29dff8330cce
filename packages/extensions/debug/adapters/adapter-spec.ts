/** The program to debug, as an adapter's launch request names it. */
export interface LaunchTarget {
  /** Absolute. */
  readonly program: string;
  readonly isFolder: boolean;
  /** Whether the program is machine code. */
  readonly isBinary: boolean;
  /** The adapter's own program. */
  readonly adapterProgram: string;
  /** A path outside of the project for what the adapter builds. */
  readonly buildPath: string;
}

export interface AttachTarget {
  readonly pid?: number | undefined;
  readonly port?: number | undefined;
  readonly host: string;
}

/** A test whether a program that was found can serve: it is run once with these arguments. */
export interface AdapterProbe {
  readonly args: readonly string[];
  accepts(output: string): boolean;
}

/** A debug adapter: how it is recognised, started and asked to launch or attach. */
export interface AdapterSpec {
  readonly name: string;
  /** For the table in the manual. */
  readonly languages: string;
  /** Programs by name, looked for in the project and on PATH, or paths. The first one that is found and passes the probe is used. */
  readonly commands: readonly string[];
  readonly args?: readonly string[];
  /**
   * `stdio`, the default: messages go through the standard streams. `connect`: the adapter listens on the port that replaces `{port}` in its
   * arguments. `accept`: it connects to the address that replaces `{address}`.
   */
  readonly transport?: "stdio" | "connect" | "accept";
  readonly probe?: AdapterProbe;
  /** Extensions of programs, with their dot. */
  readonly fileTypes: readonly string[];
  /** Names of interpreters in the first line of a script. */
  readonly interpreters?: readonly string[];
  /** Files that mark a project of the language; `*.ext` matches by ending. */
  readonly rootMarkers: readonly string[];
  /** `any`: debugs machine code of any language. `own`: only that of a project with a root marker. */
  readonly binaries?: "any" | "own";
  /** What the program prints arrives on the adapter's standard error, not in events. */
  readonly printsOutput?: boolean;
  /** `direct`: the program to attach to listens for messages of the protocol itself. `adapter`: the adapter attaches to its port. */
  readonly attachesToPort?: "direct" | "adapter";
  readonly attachesToPid?: boolean;
  /** Attaches only if it is named, because it may be for anything. */
  readonly attachesByName?: boolean;
  /** Whether real programs are debugged with it in the tests. */
  readonly isTested?: boolean;
  /** How to install it, as the rest of "To install it: …". */
  readonly install: string;
  /** Fields of the launch request, besides program, args, cwd and stopOnEntry. */
  launch?(target: LaunchTarget): object;
  attach?(target: AttachTarget): object;
}
