import type { ExtensionAPI, FoldedState, ServiceKey, Worktree, Worktrees } from "@tau/coding-agent";
import { Branches } from "./branches.ts";
import { measure, runCheck } from "./metric.ts";
import {
  type Attempt,
  figureText,
  isBetter,
  type Research,
  type ResearchChange,
  type ResearchOrder,
  reportText,
  stopReason,
} from "./research-state.ts";
import { runAttempt } from "./run-attempt.ts";

export type ResearchLog = FoldedState<Research | undefined, ResearchChange>;

export interface ResearchRun {
  readonly cwd: string;
  readonly metricSeconds: number;
  readonly signal: AbortSignal;
  onProgress(text: string): void;
}

const SERVICE = "worktrees" as ServiceKey<Worktrees>;

/** Checks that experiments can begin here, and records their start. */
export async function prepareResearch(
  pi: ExtensionAPI,
  log: ResearchLog,
  order: ResearchOrder,
  cwd: string,
): Promise<{ readonly note?: string }> {
  const branches = new Branches(pi.processes, cwd);
  const start = await branches.head();
  if (!pi.services.has(SERVICE)) throw new Error("The battery worktree is off. tau config enable worktree");
  const branch = await branches.freeName(order.goal);
  log.append({ research: { ...order, branch, startedAt: Date.now(), attempts: [] } });
  const isDirty = await branches.hasUncommitted();
  return isDirty
    ? { note: `Your uncommitted changes are not part of the experiments, which start from ${start.slice(0, 10)}.` }
    : {};
}

/** Makes one attempt after the other until a limit is reached. Continues what a crash has cut off. Resolves to the report. */
export async function runResearch(pi: ExtensionAPI, log: ResearchLog, run: ResearchRun): Promise<string> {
  const worktree = await (await pi.services.use(SERVICE)).create({
    ...{ cwd: run.cwd, name: "autoresearch", signal: run.signal },
  });
  try {
    const bench = new Bench(pi, log, run, worktree);
    await bench.open();
    for (;;) {
      const reason = stopReason(bench.research, Date.now());
      if (reason !== undefined) return bench.end(reason);
      run.signal.throwIfAborted();
      await bench.attempt();
    }
  } catch (error) {
    if (!run.signal.aborted) log.append({ set: { ended: error instanceof Error ? error.message : String(error) } });
    throw error;
  } finally {
    await new Branches(pi.processes, worktree.cwd).leave();
    await worktree.remove();
  }
}

/** The place where attempts are made and measured: one worktree for all of them. */
class Bench {
  private readonly pi: ExtensionAPI;
  private readonly log: ResearchLog;
  private readonly run: ResearchRun;
  private readonly worktree: Worktree;
  private readonly branches: Branches;

  constructor(pi: ExtensionAPI, log: ResearchLog, run: ResearchRun, worktree: Worktree) {
    this.pi = pi;
    this.log = log;
    this.run = run;
    this.worktree = worktree;
    this.branches = new Branches(pi.processes, worktree.cwd);
  }

  get research(): Research {
    const research = this.log.get();
    if (!research) throw new Error("There are no experiments.");
    return research;
  }

  /** Measures the start, or brings the branches to where the log says they are. */
  async open(): Promise<void> {
    const { attempts, best, branch } = this.research;
    for (const attempt of attempts.filter(({ status }) => status === "running")) {
      await this.branches.drop(attempt.branch);
      this.log.append({ attempt: { ...attempt, status: "interrupted", reason: "Tau ended meanwhile." } });
    }
    this.log.append({ set: { ended: null } });
    if (best) return await this.branches.move(branch, best.commit);
    const commit = await this.branches.in(this.run.cwd).head();
    this.worktree.ownBranch(branch);
    await this.branches.begin(branch, commit);
    this.run.onProgress("measuring the start");
    const figure = await this.measure();
    if ("problem" in figure) {
      await this.branches.drop(branch);
      throw new Error(`The start cannot be measured: ${figure.problem}`);
    }
    this.worktree.ownBranch();
    this.log.append({ set: { baseline: figure.value, best: { commit, value: figure.value } } });
  }

  async attempt(): Promise<void> {
    const { research, run } = this;
    const number = Math.max(0, ...research.attempts.map((attempt) => attempt.number)) + 1;
    const branch = `${research.branch}-try-${number}`;
    const best = research.best?.commit ?? "";
    // Until it is kept, the branch goes with the worktree, whatever ends the experiments.
    this.worktree.ownBranch(branch);
    await this.branches.begin(branch, best);
    const begun: Attempt = { number, branch, status: "running" };
    this.log.append({ attempt: begun });
    run.onProgress(`attempt ${number}, best ${figureText(research.best?.value ?? 0)}`);
    const { cost, failure, ...note } = await runAttempt(this.pi, research, {
      ...{ cwd: this.worktree.cwd, name: `attempt-${number}`, signal: run.signal },
    });
    run.signal.throwIfAborted();
    const commit = await this.branches.commit(best, `${note.text}\n\nAttempt ${number}: ${research.goal}`);
    const made = { ...begun, ...note, cost, ...(commit === undefined ? {} : { commit }) };
    const result = failure === undefined ? await this.judge(commit) : { status: "failed" as const, reason: failure };
    run.signal.throwIfAborted();
    const ended: Attempt = { ...made, ...result };
    if (ended.status === "kept" && commit !== undefined && ended.value !== undefined) {
      this.worktree.ownBranch();
      await this.branches.move(research.branch, commit);
      this.log.append({ attempt: ended });
      this.log.append({ set: { best: { commit, value: ended.value } } });
    } else {
      await this.branches.drop(branch);
      this.log.append({ attempt: ended });
    }
  }

  end(reason: string): string {
    this.log.append({ set: { ended: reason } });
    return reportText(this.research);
  }

  /** Decides by the measured figure alone. */
  private async judge(commit: string | undefined): Promise<Pick<Attempt, "status" | "value" | "reason">> {
    const { research } = this;
    if (commit === undefined) return { status: "empty", reason: "Nothing was changed." };
    if (research.check !== undefined) {
      const problem = await runCheck(this.pi, research.check, this.place());
      if (problem !== undefined) return { status: "broken", reason: problem };
    }
    const figure = await this.measure();
    if ("problem" in figure) return { status: "broken", reason: figure.problem };
    const { value } = figure;
    return { status: isBetter(research, value, research.best?.value ?? Number.NaN) ? "kept" : "dropped", value };
  }

  private async measure() {
    return await measure(this.pi, this.research, this.place());
  }

  private place() {
    return { cwd: this.worktree.cwd, timeoutMs: this.run.metricSeconds * 1000, signal: this.run.signal };
  }
}
