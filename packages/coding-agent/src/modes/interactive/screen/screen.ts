import { Container, Editor, Spacer, type TUI } from "@tau/tui";
import type { AgentSession } from "../../../core/session/agent-session.ts";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { editorTheme, markdownTheme } from "../theme/component-themes.ts";
import { StatusLine } from "./status-line.ts";
import { sessionSegments } from "./status-segments.ts";
import { Transcript } from "./transcript.ts";
import { WorkingLine } from "./working-line.ts";

export interface ScreenParts {
  readonly tui: TUI;
  readonly theme: Theme;
  readonly session: AgentSession;
}

/** The parts of the terminal from top to bottom, and how an event reaches them. Decides nothing about the session. */
export class Screen {
  readonly tui: TUI;
  readonly transcript: Transcript;
  readonly editor: Editor;
  readonly working: WorkingLine;
  readonly status: StatusLine;
  /** Extensions and notices add lines here, between the transcript and the editor. */
  readonly above = new Container();
  private toolsExpanded = false;

  constructor({ tui, theme, session }: ScreenParts) {
    this.tui = tui;
    const cwd = session.sessionManager.getCwd();
    const expanded = () => this.toolsExpanded;
    this.transcript = new Transcript({ tui, theme, markdown: markdownTheme(theme), cwd, expanded });
    this.working = new WorkingLine(tui, () => theme);
    this.editor = new Editor(tui, editorTheme(theme));
    this.editor.borderColor = theme.getThinkingBorderColor(session.thinkingLevel);
    this.status = new StatusLine(
      sessionSegments(() => session),
      () => theme,
    );
    const parts = [this.transcript, new Spacer(1), this.working, this.above, this.editor, this.status];
    for (const part of parts) tui.addChild(part);
    tui.setFocus(this.editor);
  }

  show(event: AgentSessionEvent): void {
    if (event.type === "agent_start") this.working.start();
    if (event.type === "agent_settled") this.working.stop();
    this.transcript.handle(event);
    this.tui.requestRender();
  }

  toggleTools(): void {
    this.toolsExpanded = !this.toolsExpanded;
    this.transcript.invalidate();
    this.tui.requestRender();
  }
}
