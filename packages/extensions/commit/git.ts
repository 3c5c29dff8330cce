import type { ExtensionProcesses } from "@tau/coding-agent";

/** A failed git command, with git's own message. */
export class GitError extends Error {
  constructor(command: string, stderr: string) {
    const said = stderr.trim().replace(/^(?:fatal|error): /, "");
    super(`git ${command} failed${said ? `: ${said}` : "."}`);
    this.name = "GitError";
  }
}

export interface GitOptions {
  /** An index file other than the repository's. */
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

  /** Resolves to the output of the command, without the final line break. Rejects if it fails. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.bytes(args, options)).toString("utf8").replace(/\n$/, "");
  }

  /** Resolves to undefined if the command fails, which means that the requested object does not exist. */
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

  /** Resolves to whether a test command succeeded. */
  async holds(args: readonly string[], options: GitOptions = {}): Promise<boolean> {
    return (await this.maybe(args, options)) !== undefined;
  }

  /** Streams the output, which may be larger than memory. */
  async *stream(args: readonly string[], { index, input }: GitOptions = {}): AsyncGenerator<Buffer, void, undefined> {
    const running = await this.processes.start("git", args, {
      cwd: this.cwd,
      // Some of git's messages are parsed here, so they must be in English.
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
