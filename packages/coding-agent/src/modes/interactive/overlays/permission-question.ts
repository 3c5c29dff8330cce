import {
  type Component,
  getKeybindings,
  matchesKey,
  neutralize,
  parseUnifiedDiff,
  Text,
  type TUI,
  Viewport,
  wrapTextWithAnsi,
} from "@tau/tui";
import type { PermissionQuestion, PermissionReply } from "../../../core/permission/session-permission.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { joinHints, keyHint, keyText } from "../keys/key-text.ts";
import { whileBlocked } from "../notify/status-reporter.ts";
import { firstLine } from "../parts/plain-line.ts";
import { DiffView } from "../renderers/diff/index.ts";
import { Highlighter, languageOfPath } from "../renderers/highlight/index.ts";
import { selectListTheme, viewportTheme } from "../theme/component-themes.ts";
import { askText } from "./ask-text.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";

type Choice = PermissionReply["allow"] | "message";

interface Answer {
  readonly key: string;
  readonly choice: Choice;
  readonly label: string;
}

/** Shows what the model wants to do and why Tau asks, and takes one key. Escape and the end of the run refuse. */
export async function askPermission(
  context: InteractiveContext,
  question: PermissionQuestion,
  signal?: AbortSignal,
): Promise<PermissionReply> {
  const { screen, themes } = context;
  const { request, rules } = question;
  const asker = request.agent === undefined ? "" : `${request.agent}: `;
  const title = `${asker}Permit ${request.tool}?`;
  context.notify(`waits for your permission (${request.tool})`);
  const theme = () => themes.current;
  const isTyping = screen.editor.getText() !== "";
  const chosen = await whileBlocked(screen.tui, { kind: "permission", message: firstLine(title) }, () =>
    openOverlay<Choice>(
      screen.tui,
      (done) => {
        const subject = subjectOf(question, screen.tui, theme);
        const body = new QuestionBody({
          tui: screen.tui,
          theme,
          question,
          subject,
          answers: answersFor(rules),
          isTyping,
          done,
        });
        return new Panel({ title, body, hint: () => body.hint, theme });
      },
      { signal },
    ),
  );
  if (chosen !== "message") return { allow: chosen ?? "no" };
  const message = await askText(context, { title: "What should the model do instead?" });
  return message ? { allow: "no", message } : { allow: "no" };
}

function answersFor(rules: readonly string[]): Answer[] {
  const lasting: Answer[] = [
    { key: "s", choice: "session", label: "Yes, in this session" },
    { key: "a", choice: "always", label: "Yes, always" },
  ];
  return [
    { key: "y", choice: "once", label: "Yes, once" },
    ...(rules.length > 0 ? lasting : []),
    { key: "n", choice: "no", label: "No" },
    { key: "m", choice: "message", label: "No, with a message to the model" },
  ];
}

/** Returns the view of the change, the command, or the arguments of the call. */
function subjectOf({ request, diff }: PermissionQuestion, tui: TUI, theme: () => Theme): Component {
  if (diff === undefined) return new Text(neutralize(request.command ?? argumentsOf(request)), 0, 0);
  const view = new DiffView();
  const highlighter = new Highlighter(theme);
  const language = languageOfPath(request.paths?.[0] ?? "");
  const lines = parseUnifiedDiff(diff);
  const draw = () => {
    view.update({ lines, language, theme: theme(), highlighter, onReady: draw });
    tui.requestRender();
  };
  draw();
  return view;
}

function argumentsOf({ call, paths, host }: PermissionQuestion["request"]): string {
  const args = Object.entries(typeof call?.args === "object" && call.args !== null ? call.args : {});
  if (args.length === 0) return host ?? paths?.join("\n") ?? "";
  return args
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

interface BodyParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly question: PermissionQuestion;
  readonly subject: Component;
  readonly answers: readonly Answer[];
  /** The user was typing when the question appeared. */
  readonly isTyping: boolean;
  readonly done: (choice?: Choice) => void;
}

/** Rows of the frame and the hints, and one line of the conversation above. */
const FRAME_ROWS = 4;
/** Rows for the reason: more is not needed to decide. */
const REASON_ROWS = 2;
/** Rows for the rules, which the user should see in full before they hold. */
const RULE_ROWS = 7;
/** If the user was typing, only keys that refuse count for this long, because other keys may be meant for the prompt. */
const TYPING_MS = 1000;

/** Shows the reason, the subject, the rules that an answer adds, and the answers. */
class QuestionBody implements Component {
  private readonly parts: BodyParts;
  private readonly view: Viewport;
  private readonly opened = performance.now();
  private selected = 0;
  private isLonger = false;

  constructor(parts: BodyParts) {
    this.parts = parts;
    this.view = new Viewport(parts.subject, 1, viewportTheme(parts.theme));
  }

  get hint(): string {
    const no = keyHint("tui.select.cancel", "no");
    if (!this.isLonger) return joinHints(keyHint("tui.select.confirm", "choose"), no);
    return joinHints(no, `${keyText("tui.select.pageUp")}/${keyText("tui.select.pageDown")} scroll`);
  }

  render(width: number): string[] {
    const { tui, theme, question, subject, answers } = this.parts;
    const reason = cut(wrapTextWithAnsi(neutralize(question.reason), width), REASON_ROWS).map((line) =>
      theme().fg("warning", line),
    );
    const added = question.rules.length > 0 ? `s and a add ${neutralize(question.rules.join(", "))}` : "";
    const rules =
      added === "" ? [] : cut(wrapTextWithAnsi(added, width), RULE_ROWS).map((line) => theme().fg("muted", line));
    const room = Math.max(2, tui.terminal.rows - FRAME_ROWS - reason.length - rules.length - answers.length);
    const height = subject.render(width).length;
    this.isLonger = height > room;
    this.view.setHeight(Math.min(height, room));
    const shown = height === 0 ? [] : this.view.render(width);
    return [...reason, ...shown, ...rules, ...answers.map((answer, index) => this.row(answer, index))];
  }

  handleInput(data: string): void {
    const { answers, done } = this.parts;
    const keys = getKeybindings();
    const pressed = answers.find(({ key }) => matchesKey(data, key as "y"));
    if (keys.matches(data, "tui.select.cancel")) done("no");
    else if (keys.matches(data, "tui.select.up")) this.move(-1);
    else if (keys.matches(data, "tui.select.down")) this.move(1);
    else if (this.isStray()) return;
    else if (keys.matches(data, "tui.select.confirm")) done(answers[this.selected]?.choice);
    else if (pressed) done(pressed.choice);
    else this.view.handleInput(data);
  }

  invalidate(): void {
    this.view.invalidate();
  }

  dispose(): void {
    this.view.dispose();
  }

  private isStray(): boolean {
    return this.parts.isTyping && performance.now() - this.opened < TYPING_MS;
  }

  private move(by: number): void {
    const { length } = this.parts.answers;
    this.selected = (this.selected + by + length) % length;
  }

  private row({ key, label }: Answer, index: number): string {
    const style = selectListTheme(this.parts.theme);
    const text = `${key}  ${label}`;
    return index === this.selected ? style.selectedText(`→ ${text}`) : `  ${text}`;
  }
}

function cut(lines: readonly string[], rows: number): string[] {
  if (lines.length <= rows) return [...lines];
  return [...lines.slice(0, rows - 1), `${lines[rows - 1]?.slice(0, -1)}…`];
}
