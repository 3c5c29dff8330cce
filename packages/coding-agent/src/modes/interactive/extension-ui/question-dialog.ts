import { type Component, type FormAnswer, type FormQuestion, QuestionForm, type TUI } from "@tau/tui";
import type { AskOptions, Question, QuestionAnswer } from "../../../core/extensions/index.ts";
import { defaultAnswer, markedLabels, OTHER_LABEL } from "../../../core/extensions/questions.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { whileBlocked } from "../notify/status-reporter.ts";
import { openOverlay } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import { firstLine } from "../parts/plain-line.ts";
import { questionFormTheme } from "../theme/component-themes.ts";
import type { Dialogs } from "./dialogs.ts";

/** Rows of the frame and three lines of hints, and one line of the conversation above. */
const FRAME_ROWS = 6;

/** Asks all questions in one frame. Resolves to `undefined` if the user or a signal dismisses them. */
export async function askQuestions(
  context: InteractiveContext,
  dialogs: Dialogs,
  questions: readonly Question[],
  { signal, timeout, notify: notice }: AskOptions = {},
): Promise<QuestionAnswer[] | undefined> {
  const [first] = questions;
  if (!first) return [];
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  const clock = new Countdown(timeout, () => tui.requestRender());
  if (notice !== undefined) context.notify(notice);
  const build = (done: (answers?: QuestionAnswer[]) => void) => {
    const form = new QuestionForm(questions.map(toForm), FRAME_ROWS, questionFormTheme(theme));
    clock.onOver = () => done(questions.map(defaultAnswer));
    form.onSubmit = (answers) => done(answers.map((answer, index) => named(answer, questions[index] ?? first)));
    form.onCancel = () => done();
    form.onOther = ({ question }, typed) => {
      void dialogs.editor(question, typed, { signal }).then((text) => {
        form.setOther(text);
        tui.requestRender();
      });
    };
    const title = questions.length === 1 ? "Question" : "Questions";
    const hint = () => [form.hint, ...clock.hint].join(" · ");
    return new Panel({ title, body: new FormBody(form, tui, clock), hint, theme });
  };
  try {
    return await whileBlocked(tui, { kind: "question", message: firstLine(first.question) }, () =>
      openOverlay<QuestionAnswer[]>(tui, build, { signal, keepsConversation: true }),
    );
  } finally {
    clock.stop();
  }
}

/** As high as the terminal currently allows. The first key stops the countdown, because it shows that the user is there. */
class FormBody implements Component {
  private readonly form: QuestionForm;
  private readonly tui: TUI;
  private readonly clock: Countdown;

  constructor(form: QuestionForm, tui: TUI, clock: Countdown) {
    this.form = form;
    this.tui = tui;
    this.clock = clock;
  }

  get page(): number {
    return this.form.index;
  }

  render(width: number): string[] {
    this.form.setMaxRows(Math.max(FRAME_ROWS, this.tui.terminal.rows - FRAME_ROWS));
    return this.form.render(width);
  }

  handleInput(data: string): void {
    this.clock.stop();
    this.form.handleInput(data);
  }

  invalidate(): void {
    this.form.invalidate();
  }
}

/** Counts down the remaining time until it is over or stopped. */
class Countdown {
  onOver: () => void = () => undefined;
  private readonly end: number | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly ticking: NodeJS.Timeout | undefined;
  private isRunning: boolean;

  constructor(timeout: number | undefined, onTick: () => void) {
    this.isRunning = timeout !== undefined;
    if (timeout === undefined) return;
    this.end = performance.now() + timeout;
    this.timer = setTimeout(() => this.onOver(), timeout);
    this.ticking = setInterval(onTick, 1000);
  }

  get hint(): string[] {
    if (!this.isRunning || this.end === undefined) return [];
    return [`${Math.max(0, Math.ceil((this.end - performance.now()) / 1000))} s left`];
  }

  stop(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
  }
}

function toForm(question: Question): FormQuestion {
  const labels = markedLabels(question);
  const { id, options, multi = false, recommended = 0, other = true } = question;
  return {
    id,
    question: question.question,
    options: options.map((option, index) => ({ ...option, label: labels[index] ?? option.label })),
    multi,
    initial: recommended,
    ...(other ? { otherLabel: OTHER_LABEL } : {}),
  };
}

function named({ selected, other }: FormAnswer, { id, options }: Question): QuestionAnswer {
  const labels = selected.flatMap((index) => options[index]?.label ?? []);
  return { id, selected: labels, ...(other === undefined ? {} : { other }) };
}
