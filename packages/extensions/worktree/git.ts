import { devNull } from "node:os";
import type { ExtensionProcesses } from "@tau/coding-agent";

/** A failed git command, with git's own message. */
export class GitError extends Error {
  constructor(args: readonly string[], stderr: string) {
    const said = stderr.trim().replace(/^(?:fatal|error): /, "");
    super(`git ${args[0]} failed${said ? `: ${said}` : "."}`);
    this.name = "GitError";
  }
}

export interface GitOptions {
  /** An index file other than the repository's. */
  readonly index?: string;
  readonly input?: string;
  /** Exit codes that are not failures. Default: 0. */
  readonly codes?: readonly number[];
  /** Further configuration, as `name=value`. */
  readonly config?: readonly string[];
}

/** The configuration for every command: no hooks and no file monitor of the repository are started. */
const CONFIG = [`core.hooksPath=${devNull}`, "core.fsmonitor=false"];
const IDENTITY = ["user.name=Tau", "user.email=tau@localhost"];

/** Runs git in one folder. */
export class Git {
  readonly cwd: string;
  private readonly processes: ExtensionProcesses;
  /** A repository that is not found from the folder itself; the folder is its work tree. */
  private readonly repository: string | undefined;

  constructor(processes: ExtensionProcesses, cwd: string, repository?: string) {
    this.processes = processes;
    this.cwd = cwd;
    this.repository = repository;
  }

  /** Returns git for the files of another folder, with the objects of a repository. */
  apart(folder: string, repository: string): Git {
    return new Git(this.processes, folder, repository);
  }

  in(folder: string): Git {
    return new Git(this.processes, folder);
  }

  /** Resolves to the output without the final line break. Rejects if the command fails. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const config = [...CONFIG, ...(options.config ?? [])].flatMap((value) => ["-c", value]);
    const place = this.repository === undefined ? [] : [`--git-dir=${this.repository}`, `--work-tree=${this.cwd}`];
    const running = await this.processes.start("git", [...place, ...config, ...args], {
      cwd: this.cwd,
      env: {
        ...unset,
        ...{ LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
        ...(options.index === undefined ? {} : { GIT_INDEX_FILE: options.index }),
      },
    });
    // A command that fails early closes its input; its exit code tells.
    running.stdin.on("error", () => undefined);
    running.stdin.end(options.input ?? "");
    const [stdout, stderr, { exitCode }] = await Promise.all([
      read(running.stdout),
      read(running.stderr),
      running.exited,
    ]);
    if (!(options.codes ?? [0]).includes(exitCode)) throw new GitError(args, stderr);
    return stdout.replace(/\n$/, "");
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

  /** Resolves to the parts of an output that NUL characters end. */
  async words(args: readonly string[], options: GitOptions = {}): Promise<string[]> {
    return (await this.text(args, options)).split("\0").filter((word) => word !== "");
  }

  /** Resolves to the current commit and its tree; to nothing if there is none yet. */
  async head(): Promise<readonly [commit?: string, tree?: string]> {
    const [commit, tree] = (await this.maybe(["rev-parse", "HEAD^{commit}", "HEAD^{tree}"]))?.split("\n") ?? [];
    return commit === undefined || tree === undefined ? [] : [commit, tree];
  }

  /** Creates a commit that no branch refers to. Uses the user's identity only if asked to. */
  async commit(tree: string, message: string, { parents = [] as readonly string[], asUser = false } = {}) {
    const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", message];
    const own = asUser ? await this.maybe(args) : undefined;
    return own ?? (await this.text(args, { config: IDENTITY }));
  }
}

/** Variables that a hook or an editor may have set, and that would lead git to another repository. */
const unset = {
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_OBJECT_DIRECTORY: undefined,
  GIT_NAMESPACE: undefined,
  GIT_PREFIX: undefined,
};

async function read(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
