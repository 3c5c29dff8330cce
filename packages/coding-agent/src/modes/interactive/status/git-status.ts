import { findRepository, type GitRepository } from "../../../core/files/git-repository.ts";
import { localProcesses, type ProcessPort } from "../../../core/process/index.ts";
import { plainLine } from "../parts/plain-line.ts";

const PATIENCE_MS = 5000;
const UNWANTED = ["core.fsmonitor=false", "core.untrackedCache=false", "core.hooksPath=/dev/null"];
/** Any output means uncommitted changes, so the first output is enough. Submodules are ignored, because they have their own configuration. */
const STATUS = ["status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=all", "--no-renames"];
const ARGUMENTS = [...UNWANTED.flatMap((setting) => ["-c", setting]), ...STATUS];

/** The branch of a folder, and whether it has uncommitted changes. Read in the background, never before the first frame. */
export class GitStatus {
  text = "";
  /** `null` outside a repository. */
  branch: string | null = null;
  private readonly branchListeners = new Set<() => void>();
  private readonly onChange: () => void;
  private readonly processes: ProcessPort;
  private running: AbortController | undefined;

  constructor(onChange: () => void, processes: ProcessPort = localProcesses) {
    this.onChange = onChange;
    this.processes = processes;
  }

  /** Reads the status again. Cancels an earlier read. */
  async refresh(folder: string): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const { signal } = running;
    const repository = findRepository(folder);
    const branch = repository && branchOf(repository);
    this.setBranch(branch ?? null);
    if (repository === undefined || branch === undefined) return this.set("");
    const wasDirty = this.text === `${branch}*`;
    this.set(wasDirty ? this.text : branch);
    const isDirty = await this.isDirty(repository, signal);
    if (!signal.aborted) this.set(isDirty ? `${branch}*` : branch);
  }

  onBranchChange(listener: () => void): () => void {
    this.branchListeners.add(listener);
    return () => this.branchListeners.delete(listener);
  }

  stop(): void {
    this.running?.abort();
  }

  /**
   * Resolves to whether there are uncommitted changes. Without git, or if the repository is too large to wait for, resolves to false and only the
   * branch is shown.
   */
  private async isDirty(repository: GitRepository, signal: AbortSignal): Promise<boolean> {
    const { openPrivateGitDir } = await import("./private-git-dir.ts");
    await using git = await openPrivateGitDir(repository).catch(() => undefined);
    if (!git) return false;
    let hasOutput = false;
    const enough = new AbortController();
    const onData = () => {
      hasOutput = true;
      enough.abort();
    };
    const outcome = await this.processes
      .run({
        file: "git",
        args: ARGUMENTS,
        // Git goes to the work tree itself. In this folder, no file of the repository can be mistaken for a program.
        cwd: git.path,
        env: git.env,
        purpose: "tau",
        onData,
        onErrorData: () => undefined,
        keepsGroup: true,
        signal: AbortSignal.any([signal, enough.signal]),
        timeoutMs: PATIENCE_MS,
      })
      .catch(() => undefined);
    return outcome !== undefined && hasOutput;
  }

  private setBranch(branch: string | null): void {
    if (branch === this.branch) return;
    this.branch = branch;
    for (const listener of this.branchListeners) this.tell(listener);
  }

  /** Calls a listener, which may be an extension's. Removes it if it throws. */
  private tell(listener: () => void): void {
    try {
      listener();
    } catch {
      this.branchListeners.delete(listener);
    }
  }

  private set(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.onChange();
  }
}

/** Returns the branch, or the start of the commit hash. */
function branchOf({ head }: GitRepository): string | undefined {
  const branch = /^ref: (?:refs\/heads\/)?(.+)$/m.exec(head)?.[1];
  return branch === undefined ? /^[0-9a-f]{7}/.exec(head)?.[0] : plainLine(branch);
}
