import type { ChildState, ExtensionAPI, ExtensionContext, ProgressRow } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import { doingText, spentText } from "./task-view.ts";

/** More rows would leave no room for the conversation. */
const MOST_ROWS = 4;
const MOST_IN_SMALL = 2;
const SMALL_TERMINAL = 20;

/** Shows one row above the editor for each running agent. RPC clients receive the events of children instead. */
export class AgentRows {
  private readonly pi: ExtensionAPI;
  private readonly isOwn: (id: string) => boolean;
  private readonly rows = new Map<string, ProgressRow>();
  private readonly waiting = new Map<string, ChildState>();
  private rest: ProgressRow | undefined;
  private stop: (() => void) | undefined;

  constructor(pi: ExtensionAPI, isOwn: (id: string) => boolean) {
    this.pi = pi;
    this.isOwn = isOwn;
  }

  /** Starts to show rows. */
  watch({ ui, mode }: ExtensionContext): void {
    if (mode !== "tui") return;
    this.stop ??= this.pi.children.subscribe(({ type, child }) => {
      if (!this.isOwn(child.id)) return;
      if (type === "child_end" || child.status !== "running") this.remove(child.id, ui);
      else this.show(child, ui);
    });
  }

  close(): void {
    this.stop?.();
    for (const row of [...this.rows.values(), ...(this.rest ? [this.rest] : [])]) row.done();
    this.rows.clear();
    this.waiting.clear();
    this.rest = undefined;
    this.stop = undefined;
  }

  private show(child: ChildState, ui: ExtensionContext["ui"]): void {
    const row = this.rows.get(child.id);
    if (row) row.update({ text: rowText(child) });
    else if (this.rows.size < mostRows()) {
      // The row that counts the others stays the last one.
      this.rest?.done();
      this.rest = undefined;
      this.rows.set(child.id, ui.progress(rowText(child), { elapsed: child.usage.seconds * 1000 }));
    } else this.waiting.set(child.id, child);
    this.showRest(ui);
  }

  private remove(id: string, ui: ExtensionContext["ui"]): void {
    this.rows.get(id)?.done();
    const wasShown = this.rows.delete(id);
    this.waiting.delete(id);
    const [next] = this.waiting.values();
    if (wasShown && next) {
      this.waiting.delete(next.id);
      this.show(next, ui);
    }
    this.showRest(ui);
  }

  private showRest(ui: ExtensionContext["ui"]): void {
    const { size } = this.waiting;
    const text = `${size} more ${size === 1 ? "agent" : "agents"} at work; /agents shows them`;
    if (size === 0) {
      this.rest?.done();
      this.rest = undefined;
    } else if (this.rest) this.rest.update({ text });
    else this.rest = ui.progress(text, { elapsed: false });
  }
}

function mostRows(): number {
  return (process.stdout.rows ?? SMALL_TERMINAL) < SMALL_TERMINAL ? MOST_IN_SMALL : MOST_ROWS;
}

function rowText(child: ChildState): string {
  const { tokens, cost } = child.usage;
  const spent = spentText({ tokens, cost });
  return [neutralizeLine(child.id), doingText(child), ...(spent ? [spent] : [])].join(" · ");
}
