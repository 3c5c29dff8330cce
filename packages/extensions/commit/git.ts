import type { ExtensionProcesses } from "@tau/coding-agent";

/** What git refused, in its own words. */
export class GitError extends Error {
  constructor(command: string, stderr: string) {
    const said = stderr.trim().replace(/^(?:fatal|error): /, "");
    super(`git ${command} failed${said ? `: ${said}` : "."}`);
    this.name = "GitError";
  }
}

export interface GitOptions {
  /** Another index than the repository's. */
  readonly index?: string;
  readonly input?: string | Buffer;
}

/** Runs git in one repository. */
export class Git {
  readonly cwd: string;
  private readonly processes: ExtensionProcesses;
  private readonly signal: AbortSignal | undefined;

  constructor(processes: ExtensionProcesses, cwd: string, signal?: AbortSignal) {
    this.processes = processes;
    this.cwd = cwd;
    this.signal = signal;
  }

  in(folder: string): Git {
    return new Git(this.processes, folder, this.signal);
  }

  /** What the command printed, without the line break at its end. Rejects where it fails. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.bytes(args, options)).toString("utf8").replace(/\n$/, "");
  }

  /** `undefined` where the command fails: what it asked for is not there. */
  async maybe(args: readonly string[], options: GitOptions = {}): Promise<string | undefined> {
    try {
      return await this.text(args, options);
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  }

  async bytes(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(args, options)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Whether the command, a test, succeeded. */
  async holds(args: readonly string[], options: GitOptions = {}): Promise<boolean> {
    return (await this.maybe(args, options)) !== undefined;
  }

  /** For output that may be longer than memory. */
  async *stream(args: readonly string[], { index, input }: GitOptions = {}): AsyncGenerator<Buffer, void, undefined> {
    const running = await this.processes.start("git", args, {
      cwd: this.cwd,
      // Messages of git are read by people, and some by this program.
      env: { LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) },
      ...(this.signal ? { signal: this.signal } : {}),
    });
    running.stdin.end(input ?? "");
    const complaint: Buffer[] = [];
    running.stderr.on("data", (chunk: Buffer) => complaint.push(chunk));
    for await (const chunk of running.stdout) yield chunk as Buffer;
    const { exitCode } = await running.exited;
    if (exitCode !== 0) throw new GitError(args[0] ?? "", Buffer.concat(complaint).toString("utf8"));
  }
}
