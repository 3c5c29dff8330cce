import { removeSession, type SessionInfo, type SessionListProgress } from "@tau/agent/node";
import { Container, type Focusable, getKeybindings, Input, Spacer, Text, type TUI } from "@tau/tui";
import { errorText } from "../../core/error-text.ts";
import { moveToTrash } from "../../core/session/log/move-to-trash.ts";
import { sessionTitle } from "../../core/session/log/session-title.ts";
import { type Choice, ChoiceList } from "../../modes/interactive/overlays/choice-list.ts";
import { SessionListing, type SessionSource } from "../../modes/interactive/overlays/session-listing.ts";
import { lastWords } from "../../modes/interactive/overlays/session-selector.ts";
import { currentTheme } from "../../modes/interactive/parts/current-theme.ts";
import { DynamicBorder } from "../../modes/interactive/parts/dynamic-border.ts";
import { plainLine } from "../../modes/interactive/parts/plain-line.ts";

export type SessionsLoader = (onProgress?: SessionListProgress, signal?: AbortSignal) => Promise<SessionInfo[]>;

export interface SessionSelectorOptions {
  /** Without it, sessions cannot be renamed. */
  readonly renameSession?: (sessionPath: string, currentName: string | undefined) => Promise<void>;
  readonly showRenameHint?: boolean;
}

const ROWS = { terminal: { rows: 24, columns: 80 } } as const;

/** The sessions of this folder or of all, as `/resume` shows them: searched, sorted, renamed and deleted. */
export class SessionSelectorComponent extends Container implements Focusable {
  /** Page keys scroll the list, not the transcript above it. */
  readonly capturesViewportInput = true;
  private readonly listing: SessionListing;
  private readonly list: ChoiceList<SessionInfo>;
  private readonly note = new Text("", 1, 0);
  private readonly onExit: () => void;
  private readonly requestRender: () => void;
  private readonly rename: SessionSelectorOptions["renameSession"];
  private readonly currentPath: string | undefined;
  /** What the next keys are for, instead of the list. */
  private question: { handleInput(data: string): void } | undefined;

  constructor(
    currentSessionsLoader: SessionsLoader,
    allSessionsLoader: SessionsLoader,
    onSelect: (sessionPath: string) => void,
    onCancel: () => void,
    onExit: () => void,
    requestRender: () => void,
    { renameSession }: SessionSelectorOptions = {},
    currentSessionFilePath?: string,
  ) {
    super();
    this.onExit = onExit;
    this.requestRender = requestRender;
    this.rename = renameSession;
    this.currentPath = currentSessionFilePath;
    this.listing = new SessionListing(this.source(currentSessionsLoader, allSessionsLoader));
    this.list = this.createList(
      (path) => this.leave(() => onSelect(path)),
      () => this.leave(onCancel),
    );
    this.listing.onChange = (choices) => {
      this.list.setChoices(choices);
      this.say(this.listing.notice);
    };
    const theme = currentTheme();
    this.addChild(new DynamicBorder());
    this.addChild(new Text(theme.fg("accent", theme.bold("Sessions")), 1, 0));
    this.addChild(new Spacer(1));
    this.addChild(this.list);
    this.addChild(this.note);
    this.addChild(new DynamicBorder());
    this.attempt(() => this.listing.load());
  }

  get focused(): boolean {
    return this.list.focused;
  }

  set focused(focused: boolean) {
    this.list.focused = focused;
  }

  getSessionList(): Focusable & { handleInput(data: string): void; getSelectedSessionPath(): string | undefined } {
    return Object.assign(this.list, { getSelectedSessionPath: () => this.list.selected?.value.path });
  }

  handleInput(data: string): void {
    if (this.question) this.question.handleInput(data);
    else if (!this.list.selected && getKeybindings().matches(data, "app.exit")) this.leave(this.onExit);
    else this.list.handleInput(data);
  }

  private source(folder: SessionsLoader, all: SessionsLoader): SessionSource {
    return { folder, all, attempt: (action) => this.attempt(action) };
  }

  private createList(onSelect: (path: string) => void, onCancel: () => void): ChoiceList<SessionInfo> {
    const { listing } = this;
    const on = (act: (session: SessionInfo) => void) => (choice: Choice<SessionInfo> | undefined) => {
      if (choice) act(choice.value);
    };
    return new ChoiceList<SessionInfo>({
      tui: ROWS as unknown as TUI,
      theme: currentTheme,
      choices: [],
      find: (query) => listing.find(query),
      isCurrent: ({ path }) => path === this.currentPath,
      keyOf: ({ path }) => path,
      placeholder: "search names and texts",
      empty: () => listing.emptiness,
      preview: (session) => (listing.hasPaths ? plainLine(session.path) : lastWords(session)),
      keys: [
        { id: "tui.input.tab", run: () => listing.toggleScope() },
        { id: "app.session.toggleSort", run: () => listing.toggleSort() },
        { id: "app.session.toggleNamedFilter", run: () => listing.toggleNamed() },
        { id: "app.session.togglePath", run: () => listing.togglePaths() },
        { id: "app.session.rename", run: on((session) => this.askName(session)) },
        { id: "app.session.delete", run: on((session) => this.askDelete(session)) },
        {
          id: "app.session.deleteNoninvasive",
          isTaken: () => this.list.query === "",
          run: on((one) => this.askDelete(one)),
        },
      ],
      onChoose: ({ path }) => onSelect(path),
      onCancel,
    });
  }

  private askName({ path, name }: SessionInfo): void {
    const { rename } = this;
    if (!rename) return;
    const input = new Input({ placeholder: "Name of the session" });
    input.setValue(name ?? "");
    const close = () => {
      this.question = undefined;
      this.removeChild(input);
    };
    input.onEscape = close;
    input.onSubmit = (value) => {
      close();
      this.attempt(async () => {
        await rename(path, value.trim() || undefined);
        await this.listing.load();
      });
    };
    this.question = input;
    this.addChild(input);
  }

  private askDelete(session: SessionInfo): void {
    if (session.path === this.currentPath) {
      this.say("This session is open and cannot be deleted.");
      return;
    }
    this.say(`Delete "${plainLine(sessionTitle(session))}"? Enter deletes it, any other key keeps it.`);
    const handleInput = (data: string) => {
      this.question = undefined;
      this.say("");
      if (!getKeybindings().matches(data, "tui.select.confirm")) return;
      this.attempt(async () => {
        await removeSession(session.path, { discard: moveToTrash });
        await this.listing.load();
      });
    };
    this.question = { handleInput };
  }

  private leave(then: () => void): void {
    this.listing.stop();
    then();
  }

  private attempt(action: () => Promise<void>): void {
    action().then(this.requestRender, (error: unknown) => this.say(`The sessions cannot be read: ${errorText(error)}`));
  }

  private say(text: string): void {
    this.note.setText(text === "" ? "" : currentTheme().fg("warning", text));
    this.requestRender();
  }
}
