import { execFile } from "node:child_process";

/** The branch of a folder, and whether anything in it is not committed. Read beside the drawing, never before the first. */
export class GitStatus {
  text = "";
  /** `null` outside a repository. */
  branch: string | null = null;
  private readonly branchListeners = new Set<() => void>();
  private readonly onChange: () => void;
  private running: AbortController | undefined;

  constructor(onChange: () => void) {
    this.onChange = onChange;
  }

  /** Asks git anew; what was asked before is dropped. */
  refresh(folder: string): void {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const args = ["-c", "core.fsmonitor=false", "status", "--porcelain=v1", "--branch", "--untracked-files=normal"];
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0" };
    execFile("git", args, { cwd: folder, env, signal: running.signal, timeout: 5000 }, (error, output) => {
      if (running.signal.aborted) return;
      // No repository, no git, or one too large to wait for: then there is nothing to say.
      this.set(error ? undefined : readStatus(output));
    }).unref();
  }

  stop(): void {
    this.running?.abort();
  }

  onBranchChange(listener: () => void): () => void {
    this.branchListeners.add(listener);
    return () => this.branchListeners.delete(listener);
  }

  private set(status: Status | undefined): void {
    const branch = status?.branch ?? null;
    const text = status ? `${status.branch}${status.isDirty ? "*" : ""}` : "";
    const isOther = branch !== this.branch;
    this.branch = branch;
    if (isOther) for (const listener of this.branchListeners) listener();
    if (text === this.text) return;
    this.text = text;
    this.onChange();
  }
}

interface Status {
  readonly branch: string;
  readonly isDirty: boolean;
}

function readStatus(output: string): Status | undefined {
  const [head = "", ...changes] = output.trimEnd().split("\n");
  const name = /^## (?:No commits yet on )?(.+?)(?:\.\.\.| \[|$)/.exec(head)?.[1];
  if (name === undefined) return undefined;
  return { branch: name === "HEAD (no branch)" ? "detached" : name, isDirty: changes.length > 0 };
}
