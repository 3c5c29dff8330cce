import { localProcesses, type ProcessPort } from "../../../core/process/index.ts";
import { gitBranch } from "./git-branch.ts";

const PATIENCE_MS = 5000;
/** Any output means that something is not committed; more of it tells nothing new. */
const ARGUMENTS = ["-c", "core.fsmonitor=false", "status", "--porcelain", "--untracked-files=normal"];

/** The branch of a folder, and whether anything in it is not committed. Read beside the drawing, never before the first. */
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

  /** Asks anew; what was asked before is dropped. */
  async refresh(folder: string): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const { signal } = running;
    const branch = await gitBranch(folder);
    if (signal.aborted) return;
    this.setBranch(branch ?? null);
    if (branch === undefined) return this.set("");
    const wasDirty = this.text === `${branch}*`;
    this.set(wasDirty ? this.text : branch);
    const isDirty = await this.isDirty(folder, signal);
    if (!signal.aborted) this.set(isDirty ? `${branch}*` : branch);
  }

  onBranchChange(listener: () => void): () => void {
    this.branchListeners.add(listener);
    return () => this.branchListeners.delete(listener);
  }

  stop(): void {
    this.running?.abort();
  }

  /** No git, or a repository too large to wait for: then the branch alone is shown. */
  private async isDirty(folder: string, signal: AbortSignal): Promise<boolean> {
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
        cwd: folder,
        env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
        onData,
        onErrorData: () => undefined,
        startsNoOthers: true,
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

  /** One that throws, as an extension's may, does not hear of another. */
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
