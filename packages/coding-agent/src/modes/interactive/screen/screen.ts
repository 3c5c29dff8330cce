import type { AgentMessage } from "@tau/agent";
import { type Component, Editor, isViewportTUI, Markdown, type ScrollView, Spacer, type TUI } from "@tau/tui";
import type { ReadonlyFooterDataProvider } from "../../../core/extensions/index.ts";
import type { Session } from "../../../core/session/session.ts";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { InputPrefixes } from "../editing/input-prefixes.ts";
import { coverWhileAsking, roomForQuestion } from "../overlays/open-overlay.ts";
import { groupDigits } from "../parts/group-digits.ts";
import type { LinearParts } from "../plain/linear-tui.ts";
import { type Look, THINKING_LABEL, USUAL_LOOK } from "../renderers/view-context.ts";
import { BackgroundJobs } from "../status/background-jobs.ts";
import { GitStatus } from "../status/git-status.ts";
import { sessionSegments } from "../status/segments.ts";
import { SessionFigures } from "../status/session-figures.ts";
import { StatusLine } from "../status/status-line.ts";
import { editorTheme, markdownTheme } from "../theme/component-themes.ts";
import { DefinitionList, type Definitions } from "./definition-list.ts";
import { Draft } from "./draft.ts";
import { EditorSlot } from "./editor-slot.ts";
import { type EntriesBetween, withEntries } from "./entries-between.ts";
import { FramePace } from "./frame-pace.ts";
import { fullscreenLayout } from "./fullscreen-layout.ts";
import { Greeting } from "./greeting.ts";
import { HintLine } from "./hint-line.ts";
import { QueueView } from "./queue-view.ts";
import { recentMessages } from "./recent-messages.ts";
import { ScreenViewContext } from "./screen-view-context.ts";
import { Transcript } from "./transcript.ts";
import { WidgetArea } from "./widget-area.ts";
import { WorkingLine } from "./working-line.ts";

export interface ScreenParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly session: () => Session;
  readonly thinking?: "shown" | "hidden";
  readonly look?: () => Look;
  readonly providerCount?: () => number;
  /** Returns the permission mode. Empty if nothing is asked. */
  readonly permissions?: () => string;
  /** Receives the parts, for a screen that is not drawn from top to bottom. */
  readonly onLayout?: (parts: LinearParts) => void;
  readonly editor?: EditorLook;
}

interface EditorLook {
  readonly mode: "plain" | "vim";
  readonly paddingX: number;
  readonly autocompleteMaxVisible: number;
}

type EventHandlers = {
  readonly [TType in AgentSessionEvent["type"]]?: (event: Extract<AgentSessionEvent, { type: TType }>) => void;
};

/** How many screens of an earlier conversation are laid out when it is opened. */
const SCROLLBACK_HISTORY = 4;
const FULLSCREEN_HISTORY = 100;

/** Frequent events, which do not need a frame each. */
const STREAMED: ReadonlySet<AgentSessionEvent["type"]> = new Set([
  "message_update",
  "tool_execution_update",
  "bash_execution_update",
]);

/** The parts of the terminal from top to bottom, and how events reach them. Decides nothing about the session. */
export class Screen {
  readonly tui: TUI;
  readonly transcript: Transcript;
  readonly editor: EditorSlot;
  readonly draft: Draft;
  readonly working: WorkingLine;
  readonly status: StatusLine;
  /** Areas in which extensions add lines: at the top, above and below the editor, and in the footer. */
  readonly header = new WidgetArea();
  readonly above = new WidgetArea();
  readonly below = new WidgetArea(() => this.thirdOfRows());
  readonly footer = new WidgetArea(() => this.thirdOfRows());
  /** Line prefixes that extensions handle. */
  readonly prefixes = new InputPrefixes();
  private readonly view: ScreenViewContext;
  private readonly figures = new SessionFigures(() => this.tui.requestRender());
  private readonly git: GitStatus;
  private readonly jobs: BackgroundJobs;
  private readonly streamPace: FramePace;
  private readonly queue: QueueView;
  private readonly hints: HintLine;
  private readonly gap = new Spacer(1);
  private readonly parts: ScreenParts;
  private readonly handlers: EventHandlers = {
    agent_start: () => this.working.start(),
    agent_settled: () => {
      if (!this.cancel) this.working.stop();
      this.refreshGit();
      this.refreshJobs();
    },
    message_end: ({ message }) => this.figures.add(message, this.parts.session()),
    // What agents and requests outside the conversation have used.
    entry_appended: ({ entry }) => {
      if (entry.type !== "usage") return;
      this.figures.spend(entry.usage);
      this.figures.describe(this.parts.session());
    },
    queue_update: ({ steering, followUp }) => this.queue.update(steering, followUp),
    thinking_level_changed: () => this.modelChanged(),
    retry_fallback_applied: () => this.modelChanged(),
    session_info_changed: () => this.figures.describe(this.parts.session()),
    compaction_start: () => this.working.start("Compacting"),
    auto_retry_start: ({ attempt, maxAttempts, delayMs }) =>
      this.working.countDown(`Trying again (${attempt} of ${maxAttempts})`, delayMs),
    summarization_retry_scheduled: ({ attempt, maxAttempts, delayMs }) =>
      this.working.countDown(`Asking for the summary again (${attempt} of ${maxAttempts})`, delayMs),
    summarization_retry_attempt_start: ({ source }) =>
      this.working.start(source === "compaction" ? "Compacting" : "Summarizing the branch"),
    compaction_end: ({ result }) => {
      this.showRun();
      if (result?.usage) this.figures.spend(result.usage);
      this.figures.describe(this.parts.session());
    },
  };
  private cancel: (() => void) | undefined;
  /** The scrolling conversation in fullscreen mode. */
  private conversation: ScrollView | undefined;

  constructor(parts: ScreenParts) {
    const { tui, theme, session } = parts;
    this.parts = parts;
    this.tui = tui;
    const look = parts.look ?? (() => USUAL_LOOK);
    this.view = new ScreenViewContext({ tui, theme, session, look, repaint: () => this.repaint() });
    this.view.thinking = parts.thinking ?? "shown";
    this.transcript = new Transcript(this.view);
    this.streamPace = new FramePace(() => tui.requestRender());
    // The indicator advances with the frames of the streaming text, not between them.
    this.working = new WorkingLine(this.streamPace, theme);
    this.queue = new QueueView(theme);
    this.hints = new HintLine(tui, theme);
    const editor = new Editor(tui, editorTheme(theme), parts.editor);
    editor.borderLabel = () => this.prefixes.find(editor.getText().trimStart())?.label;
    this.editor = new EditorSlot(tui, editor);
    if (parts.editor?.mode === "vim") void this.setEditorMode("vim");
    this.editor.status = this.working;
    this.working.isShownElsewhere = () => this.editor.showsStatus;
    this.editor.onFailure = (problem) => {
      this.transcript.note(`The editor of an extension failed: ${problem}`, "error");
      tui.requestRender();
    };
    this.draft = new Draft(tui, this.editor);
    const { figures } = this;
    this.git = new GitStatus(() => tui.requestRender());
    this.jobs = new BackgroundJobs({ onChange: () => tui.requestRender() });
    this.status = new StatusLine(
      sessionSegments({
        session,
        figures,
        git: () => this.git.text,
        jobs: () => this.jobs.count,
        images: () => this.draft.imageCount,
        permissions: parts.permissions ?? (() => ""),
        editorMode: () => this.editor.modeLabel,
      }),
      theme,
    );
    this.setFooter(undefined);
    const { upper, lower } = this.layout();
    for (const part of [...upper, ...lower]) tui.addChild(part);
    tui.setGap?.(this.gap, 1, [this.working, this.queue]);
    if (isViewportTUI(tui)) {
      const { root, conversation } = fullscreenLayout(upper, lower, { scrollbar: look().scrollbar, theme });
      this.conversation = conversation;
      tui.setLayoutRoot(root);
    }
    const notices = [this.queue, this.hints, this.above.spoken];
    parts.onLayout?.({ flow: this.transcript, notices, prompt: this.editor });
    tui.setFocus(this.editor);
    coverWhileAsking(tui, () => this.lowerRows());
    this.colorBorder();
    // For an existing conversation, `showSession` does this.
    if (!session().hasMessages) figures.describe(session());
  }

  greet(text: string): void {
    this.transcript.append(new Greeting(text, this.parts.theme, () => this.header.has("header")));
  }

  /** Shows the current session, replacing the transcript. */
  showSession(): void {
    const { session } = this.parts;
    this.transcript.clear();
    const { columns, rows } = this.tui.terminal;
    const screens = this.tui.mode === "fullscreen" ? FULLSCREEN_HISTORY : SCROLLBACK_HISTORY;
    const { source, between } = this.readConversation();
    const { shown, hidden } = recentMessages(source, columns * rows * screens);
    if (hidden > 0)
      this.transcript.note(`${groupDigits(hidden)} earlier messages: /tree goes there, /export writes them`);
    this.transcript.load(shown, between);
    if (session().isIdle && !session().log.getReadOnlyReason()) this.endUnfinished(shown.at(-1));
    this.queue.update([], []);
    this.working.stop();
    this.figures.recount(session());
    this.colorBorder();
  }

  show(event: AgentSessionEvent): void {
    const handler = this.handlers[event.type] as ((event: AgentSessionEvent) => void) | undefined;
    handler?.(event);
    this.transcript.handle(event);
    if (STREAMED.has(event.type)) this.streamPace.requestRender();
    else this.tui.requestRender();
  }

  /** Scrolls to the end, so that the user sees the effect of what they sent. */
  showEnd(): void {
    this.conversation?.scrollToEnd();
  }

  /** Updates the git status. Called after a run, and never before the first frame. */
  refreshGit(): void {
    void this.git.refresh(this.parts.session().log.getCwd());
  }

  refreshJobs(): void {
    this.jobs.refresh();
  }

  stop(): void {
    this.jobs.stop();
    this.working.stop();
    this.streamPace.stop();
    this.git.stop();
  }

  /** Shows messages that wait for a session. */
  showWaiting(texts: readonly string[]): void {
    this.queue.showWaiting(texts);
    this.tui.requestRender();
  }

  showDefinitions(...groups: Definitions[]): void {
    this.transcript.append(new DefinitionList(groups, this.parts.theme));
    this.tui.requestRender();
  }

  /** Shows a text from a file. Joins lines that were wrapped in the file. */
  showMarkdown(text: string): void {
    const theme = markdownTheme(this.parts.theme);
    this.transcript.append(new Markdown(text, 1, 0, theme, undefined, { joinLines: true }));
    this.tui.requestRender();
  }

  /** Shows a short message below the editor that disappears automatically. */
  hint(text: string): void {
    this.hints.show(text);
  }

  modelChanged(): void {
    this.figures.describe(this.parts.session());
    this.colorBorder();
  }

  /** Applies a changed setting of the screen at once. */
  settingChanged(path: string, value: unknown): void {
    if (path === "hideThinkingBlock" && (value === true) !== (this.view.thinking === "hidden")) this.toggleThinking();
    if (path === "editorMode") void this.setEditorMode(value === "vim" ? "vim" : "plain");
    if (path === "editorPaddingX") this.editor.setPaddingX(Number(value ?? 0));
    if (path === "autocompleteMaxVisible") this.editor.setAutocompleteMaxVisible(Number(value ?? 5));
    if (path === "fullscreenCopyOnSelect" && isViewportTUI(this.tui)) this.tui.setCopyOnSelect(value !== false);
    if (path === "showHardwareCursor") this.tui.setShowHardwareCursor(value === true);
    this.repaint();
  }

  /** Switches the editor. While the vim editor loads, typed text goes to the plain editor and is then moved. */
  private async setEditorMode(mode: "plain" | "vim"): Promise<void> {
    const { tui, theme, editor: look } = this.parts;
    const Chosen = mode === "vim" ? (await import("../editing/vim-editor.ts")).VimEditor : Editor;
    this.editor.setOwn(new Chosen(tui, editorTheme(theme), look));
    tui.requestRender();
  }

  get areToolsExpanded(): boolean {
    return this.view.expanded;
  }

  /** Replaces the footer. `undefined` restores the status line. */
  setFooter(footer: Component | undefined): void {
    this.footer.set("footer", footer ?? this.status);
    this.tui.requestRender();
  }

  footerData(): ReadonlyFooterDataProvider {
    const { git, status } = this;
    return {
      getGitBranch: () => git.branch,
      getExtensionStatuses: () => status.extensions,
      getAvailableProviderCount: this.parts.providerCount ?? (() => 0),
      onBranchChange: (callback) => git.onBranchChange(callback),
    };
  }

  /** Removes everything that extensions have added. */
  reset(): void {
    for (const area of [this.header, this.above, this.below]) area.removeAll();
    this.status.clearExtensions();
    this.working.setMessage(undefined);
    this.working.setIndicator(undefined);
    this.working.setVisible(true);
    this.setThinkingLabel();
    this.setFooter(undefined);
  }

  setThinkingLabel(label: string = THINKING_LABEL): void {
    this.view.thinkingLabel = label;
    this.repaint();
  }

  toggleTools(): void {
    this.view.expanded = !this.view.expanded;
    this.repaint();
  }

  toggleThinking(): "shown" | "hidden" {
    this.view.thinking = this.view.thinking === "shown" ? "hidden" : "shown";
    this.repaint();
    return this.view.thinking;
  }

  /** Shows work of the screen, such as writing a summary, that Escape can stop. */
  async during<T>(message: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.cancel = () => controller.abort();
    this.working.start(message);
    try {
      return await work(controller.signal);
    } finally {
      this.cancel = undefined;
      this.showRun();
    }
  }

  get hasWork(): boolean {
    return this.cancel !== undefined;
  }

  cancelWork(): void {
    this.cancel?.();
  }

  suspend(): void {
    const { tui } = this;
    if ("suspend" in tui && typeof tui.suspend === "function") tui.suspend();
  }

  /** Returns the rows of the editor and of everything below it. */
  private lowerRows(): number {
    const { columns } = this.tui.terminal;
    const parts = [this.editor, this.below, this.hints, this.footer];
    return parts.reduce((sum, part) => sum + part.render(columns).length, 0);
  }

  /** Returns the source of the conversation, with the entries that extensions draw. */
  private readConversation(): { source: Pick<Session, "recentMessages">; between?: EntriesBetween } {
    const session = this.parts.session();
    const { extensions } = session;
    if (!extensions?.drawsEntries()) return { source: session };
    return withEntries(session.log, (type) => extensions.drawsEntry(type));
  }

  private endUnfinished(last: AgentMessage | undefined): void {
    this.transcript.endUnfinished();
    if (last?.role === "user")
      this.transcript.note("Not answered: Tau ended before the answer came. Type a message to continue.", "warning");
  }

  private colorBorder(): void {
    const { theme, session } = this.parts;
    this.editor.borderColor = (text) => {
      const typed = this.editor.getText().trimStart();
      const { color } = this.prefixes.find(typed) ?? {};
      if (color) return theme().fg(color, text);
      const isBash = typed.startsWith("!") || this.prefixes.find(typed) !== undefined;
      const paint = isBash ? theme().getBashModeBorderColor() : theme().getThinkingBorderColor(session().thinkingLevel);
      return paint(text);
    };
    this.editor.invalidate();
    this.tui.requestRender();
  }

  private showRun(): void {
    if (this.parts.session().isIdle) this.working.stop();
    else this.working.start();
  }

  private thirdOfRows(): number {
    return Math.max(1, Math.floor(this.tui.terminal.rows / 3));
  }

  /** Redraws the conversation with the current renderers. */
  repaint(): void {
    this.transcript.invalidate();
    this.tui.requestRender();
  }

  private layout() {
    const { header, transcript, working, queue, above, editor, below, hints, footer } = this;
    const room = roomForQuestion(this.tui);
    return {
      upper: [header, transcript, this.gap],
      lower: [working, queue, above, editor, below, hints, footer, room],
    };
  }
}
