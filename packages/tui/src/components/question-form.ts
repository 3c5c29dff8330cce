import { decodePrintableKey, getKeybindings, matchesKey } from "../keys/index.ts";
import { neutralize, neutralizeLine, truncateToWidth, wrapTextWithAnsi } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { Tabs, type TabsTheme } from "./tabs.ts";

export interface FormQuestion {
  readonly id: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  /** Whether the user may choose several options. */
  readonly multi?: boolean;
  /** The index of the option where the cursor starts. */
  readonly initial?: number;
  /** The label of the row that lets the user type an answer; absent if typing is not allowed. */
  readonly otherLabel?: string;
}

export interface FormAnswer {
  /** Indices in the order in which the user chose them. */
  readonly selected: readonly number[];
  readonly other?: string;
}

export interface QuestionFormTheme {
  question: (text: string) => string;
  selected: (text: string) => string;
  description: (text: string) => string;
  checked: (text: string) => string;
  scrollInfo: (text: string) => string;
  tabs: TabsTheme;
}

interface State {
  cursor: number;
  selected: number[];
  other?: string;
  /** Whether the user moved past the question. With `multi`, choosing no option is also an answer. */
  isPassed: boolean;
}

interface Row {
  readonly kind: "option" | "other" | "done";
  readonly label: string;
  readonly description?: string | undefined;
}

const MARK = "→ ";
const NO_MARK = "  ";
const LEAST_ANSWERS = 3;
const DONE_LABEL = "Done selecting";

/**
 * Shows questions with options, one at a time; the user can move back and forth. Enter chooses an option and moves to the next
 * question. With `multi`, space and Enter check an option and the last row finishes. Submits when every question has an answer.
 */
export class QuestionForm extends CachedComponent {
  onSubmit?: (answers: FormAnswer[]) => void;
  onCancel?: () => void;
  /** Called when the user wants to type an answer. The application then calls `setOther` with the text, or undefined. */
  onOther?: (question: FormQuestion, typed: string | undefined) => void;
  private readonly questions: readonly FormQuestion[];
  private readonly theme: QuestionFormTheme;
  private readonly states: State[];
  private maxRows: number;
  private at = 0;

  /** `maxRows` is the height of the whole form. */
  constructor(questions: readonly FormQuestion[], maxRows: number, theme: QuestionFormTheme) {
    super();
    this.questions = questions;
    this.theme = theme;
    this.maxRows = maxRows;
    this.states = questions.map(({ initial = 0, options }) => ({
      cursor: options[initial] ? initial : 0,
      selected: [],
      isPassed: false,
    }));
  }

  /** The index of the shown question. */
  get index(): number {
    return this.at;
  }

  setMaxRows(rows: number): void {
    if (rows === this.maxRows) return;
    this.maxRows = rows;
    this.changed();
  }

  /** Describes the keys for the shown question. */
  get hint(): string {
    const { question } = this;
    const choose = question?.multi ? "space check" : "enter choose";
    return [choose, ...(this.questions.length > 1 ? ["←→ question"] : []), "esc cancel"].join(" · ");
  }

  /** Sets the typed answer of the shown question; `undefined` leaves it unchanged. */
  setOther(text: string | undefined): void {
    const { state, question } = this;
    if (text === undefined || !state || !question) return;
    this.changed();
    if (text.trim() === "") delete state.other;
    else state.other = text;
    if (question.multi || state.other === undefined) return;
    state.selected = [];
    this.advance();
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    this.changed();
    if (keys.matches(data, "tui.select.cancel")) this.onCancel?.();
    else if (keys.matches(data, "tui.select.up")) this.move(-1);
    else if (keys.matches(data, "tui.select.down")) this.move(1);
    else if (keys.matches(data, "tui.select.confirm") || matchesKey(data, "space")) this.choose();
    else if (matchesKey(data, "right") || keys.matches(data, "tui.input.tab")) this.turn(1);
    else if (matchesKey(data, "left") || matchesKey(data, "shift+tab")) this.turn(-1);
    else this.type(data);
  }

  /** Typing begins an answer of the user's own, so that it is not lost. */
  private type(data: string): void {
    const { question, state } = this;
    const typed = decodePrintableKey(data) ?? (/^[^\x00-\x1f\x7f]+$/.test(data) ? data : undefined);
    if (typed === undefined || !state || question?.otherLabel === undefined) return;
    state.cursor = question.options.length;
    this.onOther?.(question, (state.other ?? "") + typed);
  }

  protected draw(width: number): string[] {
    const { question, state } = this;
    if (!question || !state) return [];
    const tabs = this.questions.length > 1 ? this.drawTabs(width) : [];
    const asked = wrapTextWithAnsi(neutralize(question.question), width).map(this.theme.question);
    const rows = this.rows.map((row, index) => this.drawRow(row, index, width));
    // A question that is longer than the form leaves room for its answers.
    const space = Math.max(1, this.maxRows - tabs.length - Math.min(LEAST_ANSWERS, rows.flat().length));
    const shown = asked.length <= space ? asked : [...asked.slice(0, space - 1), this.theme.scrollInfo("…")];
    const room = Math.max(LEAST_ANSWERS, this.maxRows - tabs.length - shown.length);
    return [...tabs, ...shown, ...this.visible(rows, state.cursor, room, width)];
  }

  private get question(): FormQuestion | undefined {
    return this.questions[this.at];
  }

  private get state(): State | undefined {
    return this.states[this.at];
  }

  private get isLast(): boolean {
    return this.at === this.questions.length - 1;
  }

  private get rows(): Row[] {
    const { question, state, isLast } = this;
    if (!question) return [];
    const typed = state?.other === undefined ? "" : `: ${neutralizeLine(state.other)}`;
    const options = question.options.map(
      ({ label, description }): Row => ({ kind: "option", label: neutralizeLine(label), description }),
    );
    const { otherLabel, multi } = question;
    return [
      ...options,
      ...(otherLabel === undefined ? [] : [{ kind: "other" as const, label: otherLabel + typed }]),
      ...(multi && isLast ? [{ kind: "done" as const, label: DONE_LABEL }] : []),
    ];
  }

  private drawTabs(width: number): string[] {
    const labels = this.questions.map(({ id }, index) => ({
      id: String(index),
      label: `${this.isAnswered(index) ? "✓ " : ""}${neutralizeLine(id)}`,
    }));
    const tabs = new Tabs(labels, this.theme.tabs);
    tabs.setActiveTab(String(this.at));
    return tabs.render(width);
  }

  private drawRow({ kind, label, description }: Row, index: number, width: number): string[] {
    const { state, question, theme } = this;
    const isSelected = state?.cursor === index;
    const isChecked = kind === "other" ? state?.other !== undefined : (state?.selected.includes(index) ?? false);
    const box = kind === "done" ? "" : question?.multi ? `[${isChecked ? "x" : " "}] ` : "";
    const tick = isChecked && !question?.multi ? " ✓" : "";
    const lines = wrapTextWithAnsi(label + tick, Math.max(1, width - MARK.length - box.length));
    const indent = " ".repeat(MARK.length + box.length);
    const style = isSelected ? theme.selected : isChecked ? theme.checked : (text: string) => text;
    const head = style((isSelected ? MARK : NO_MARK) + box);
    const body = lines.map((line, row) => (row === 0 ? head : indent) + style(line));
    const more = description ? wrapTextWithAnsi(neutralize(description), Math.max(1, width - indent.length)) : [];
    return [...body, ...more.map((line) => indent + theme.description(line))].map((line) =>
      truncateToWidth(line, width, ""),
    );
  }

  /** Returns as many lines as fit, including those of the selected row. */
  private visible(rows: readonly string[][], cursor: number, room: number, width: number): string[] {
    const lines = rows.flat();
    if (lines.length <= room) return lines;
    const shown = room - 1;
    const before = rows.slice(0, cursor).reduce((sum, row) => sum + row.length, 0);
    const middle = before - Math.floor((shown - (rows[cursor]?.length ?? 1)) / 2);
    const start = Math.max(0, Math.min(middle, before, lines.length - shown));
    const position = truncateToWidth(`  (${cursor + 1}/${rows.length})`, width, "");
    return [...lines.slice(start, start + shown), this.theme.scrollInfo(position)];
  }

  private move(delta: -1 | 1): void {
    const { state, rows } = this;
    if (state && rows.length > 0) state.cursor = (state.cursor + delta + rows.length) % rows.length;
  }

  private choose(): void {
    const { state, question, rows } = this;
    const row = state && rows[state.cursor];
    if (!state || !question || !row) return;
    if (row.kind === "done") this.advance();
    else if (row.kind === "other") this.onOther?.(question, state.other);
    else if (question.multi) toggle(state, state.cursor);
    else {
      state.selected = [state.cursor];
      delete state.other;
      this.advance();
    }
  }

  private turn(delta: -1 | 1): void {
    if (this.state) this.state.isPassed = true;
    this.at = Math.max(0, Math.min(this.questions.length - 1, this.at + delta));
  }

  /** Moves to the next question, after the last one to the first without an answer. Submits if all have one. */
  private advance(): void {
    if (this.state) this.state.isPassed = true;
    const open = this.isLast ? this.questions.findIndex((_, index) => !this.isAnswered(index)) : this.at + 1;
    if (open >= 0) this.at = open;
    else this.onSubmit?.(this.states.map(answerOf));
  }

  private isAnswered(index: number): boolean {
    const state = this.states[index];
    if (!state) return false;
    const isMulti = this.questions[index]?.multi ?? false;
    return state.selected.length > 0 || state.other !== undefined || (isMulti && state.isPassed);
  }
}

function toggle(state: State, option: number): void {
  const at = state.selected.indexOf(option);
  if (at >= 0) state.selected.splice(at, 1);
  else state.selected.push(option);
}

function answerOf({ selected, other }: State): FormAnswer {
  return { selected: [...selected], ...(other === undefined ? {} : { other }) };
}
