import { execFile } from "node:child_process";

/** The branch of a folder, and whether anything in it is not committed. Read beside the drawing, never before the first. */
export class GitStatus {
  text = "";
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
      this.set(error ? "" : describe(output));
    }).unref();
  }

  stop(): void {
    this.running?.abort();
  }

  private set(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.onChange();
  }
}

function describe(output: string): string {
  const [head = "", ...changes] = output.trimEnd().split("\n");
  const branch = /^## (?:No commits yet on )?(.+?)(?:\.\.\.| \[|$)/.exec(head)?.[1] ?? "";
  return branch === "" ? "" : `${branch}${changes.length > 0 ? "*" : ""}`;
}
