import { statSync } from "node:fs";
import { type AgentMessage, hasUsage } from "@tau/agent";
import type { Usage } from "@tau/ai";
import { contextUsage } from "../../../core/session/log/session-stats.ts";
import { readSpent, type Spent, spentIn } from "../../../core/session/log/spent.ts";
import type { Session } from "../../../core/session/session.ts";
import { plainLine } from "../parts/plain-line.ts";

/** Smaller files are counted before the first frame. */
const SMALL_FILE = 1 << 20;
const AFTER_FIRST_FRAMES_MS = 150;

/** Tokens and cost of a session as texts. Counted completely once (in the background for a long session), then message by message. */
export class SessionFigures {
  name = "";
  tokens = "";
  cost = "";
  context = "";
  shortContext = "";
  /** The model that answered last since the current one was chosen. */
  answerer: { readonly provider: string; readonly model: string } | undefined;
  private chosen: string | undefined;
  private input = 0;
  private output = 0;
  private spent = 0;
  private counting: NodeJS.Timeout | undefined;
  private readonly onCounted: () => void;

  constructor(onCounted: () => void = () => undefined) {
    this.onCounted = onCounted;
  }

  /** Counts again for another session or branch. */
  recount(session: Session): void {
    this.input = 0;
    this.output = 0;
    this.spent = 0;
    this.answerer = undefined;
    this.chosen = undefined;
    this.countSpent(session);
    const { messages } = session.recentMessages((recent) => recent.some(hasUsage));
    const answer = messages.findLast(hasUsage);
    if (answer) this.answerer = answer;
    this.describe(session, contextUsage(messages, session.model));
  }

  add(message: AgentMessage, session: Session): void {
    if (message.role !== "assistant") return;
    if (message.stopReason !== "error" && message.stopReason !== "aborted") this.answerer = message;
    this.spend(message.usage);
    this.describe(session);
  }

  spend({ input, output, cacheRead, cacheWrite, cost }: Usage): void {
    this.input += input + cacheRead + cacheWrite;
    this.output += output;
    this.spent += cost.total;
  }

  /** Updates the texts when the name, the model or the use of its context window has changed. */
  describe(session: Session, usage = session.contextUsage(session.model)): void {
    const { model } = session;
    const chosen = `${model.provider}/${model.id}`;
    if (this.chosen !== undefined && this.chosen !== chosen) this.answerer = undefined;
    this.chosen = chosen;
    this.name = plainLine(session.log.getSessionName() ?? "");
    this.describeSpent();
    this.shortContext = usage?.tokens ? `${Math.round(usage.percent ?? 0)} %` : "";
    this.context = usage?.tokens ? `${Math.round(usage.percent ?? 0)} % of ${formatCount(usage.contextWindow)}` : "";
  }

  private describeSpent(): void {
    this.tokens = this.output > 0 ? `↑${formatCount(this.input)} ↓${formatCount(this.output)}` : "";
    this.cost = this.spent > 0 ? formatCost(this.spent) : "";
  }

  /** Counts the existing entries. Later messages are counted as they come. */
  private countSpent({ log }: Session): void {
    clearTimeout(this.counting);
    const path = log.getSessionFile();
    const size = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
    if (path === undefined || size === undefined || size < SMALL_FILE) {
      this.take(spentIn(log));
      return;
    }
    const counting = setTimeout(() => {
      const isStillMeant = () => this.counting === counting;
      // If the file cannot be read any more, only messages from now on are counted.
      readSpent(path, size).then(
        (spent) => {
          if (isStillMeant()) this.counted(spent);
        },
        () => undefined,
      );
    }, AFTER_FIRST_FRAMES_MS);
    this.counting = counting.unref();
  }

  private counted(spent: Spent): void {
    this.take(spent);
    this.describeSpent();
    this.onCounted();
  }

  private take({ tokens, cost }: Spent): void {
    this.input += tokens.total - tokens.output;
    this.output += tokens.output;
    this.spent += cost;
  }
}

function formatCost(dollars: number): string {
  if (dollars < 0.001) return "<$0.001";
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}

export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${Number((count / 1000).toFixed(count < 10_000 ? 1 : 0))}k`;
  return `${Number((count / 1_000_000).toFixed(1))}M`;
}
