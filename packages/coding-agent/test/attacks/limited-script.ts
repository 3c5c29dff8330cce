import { startProgram } from "@tau/testkit";

export interface LimitedScript {
  readonly source: string;
  /** No file may become larger: what is more is refused, as on a full disk. */
  readonly kilobytes: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a module of this checkout in a process that may write files up to a size only. */
export async function runLimited({ source, kilobytes, env = {} }: LimitedScript) {
  const limit = `ulimit -c 0; ulimit -f ${kilobytes}; trap '' XFSZ; exec "$@"`;
  const node = [process.execPath, "--conditions=@tau/source", "--input-type=module", "--no-warnings", "-e", source];
  const program = startProgram({
    command: "bash",
    args: ["-c", limit, "limited", ...node],
    cwd: "/",
    env: { ...definedOnly(process.env), ...env },
    stdin: "",
  });
  return await program.exited;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
