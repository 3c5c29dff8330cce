import type { Component } from "@tau/tui";
import type { ReadonlyFooterDataProvider } from "../../core/extensions/contract/index.ts";
import { contextUsage } from "../../core/session/log/session-stats.ts";
import type { Session } from "../../core/session/session.ts";
import { currentTheme } from "../../modes/interactive/parts/current-theme.ts";

/** Shows the model, how full its context window is, and the status of extensions on one line. */
export class FooterComponent implements Component {
  private session: Session;
  private readonly facts: ReadonlyFooterDataProvider;

  constructor(session: Session, footerData: ReadonlyFooterDataProvider) {
    this.session = session;
    this.facts = footerData;
  }

  setSession(session: Session): void {
    this.session = session;
  }

  setAutoCompactEnabled(_enabled: boolean): void {
    // Not shown: the fill of the context window says enough.
  }

  invalidate(): void {
    // There is no cache.
  }

  dispose(): void {
    // There is nothing to stop.
  }

  render(width: number): string[] {
    const { model, messages, thinkingLevel } = this.session;
    const percent = contextUsage(messages, model)?.percent;
    const parts = [
      this.facts.getGitBranch() ?? "",
      `${model.provider}/${model.id} ${thinkingLevel}`,
      percent == null ? "" : `${percent.toFixed(0)}%`,
      ...this.facts.getExtensionStatuses().values(),
    ];
    return [currentTheme().fg("dim", parts.filter(Boolean).join(" · ").slice(0, width))];
  }
}
