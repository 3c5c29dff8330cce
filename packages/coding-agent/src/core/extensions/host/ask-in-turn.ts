import type { ExtensionUIContext, ExtensionUIDialogOptions, Question, QuestionAnswer } from "../contract/index.ts";
import { DONE_LABEL, defaultAnswer, isTimeOver, markedLabels, OTHER_LABEL } from "../questions.ts";

type Dialogs = Pick<ExtensionUIContext, "select" | "editor">;

/** Asks the questions one dialog at a time, for user interfaces that cannot show several together. Dismissing one dialog dismisses all. */
export async function askInTurn(
  ui: Dialogs,
  questions: readonly Question[],
  opts: ExtensionUIDialogOptions = {},
): Promise<QuestionAnswer[] | undefined> {
  const answers: QuestionAnswer[] = [];
  for (const question of questions) {
    const answer = await (question.multi ? askForSeveral(ui, question, opts) : askForOne(ui, question, opts));
    if (!answer) return undefined;
    answers.push(answer);
  }
  return answers;
}

async function askForOne(
  ui: Dialogs,
  question: Question,
  opts: ExtensionUIDialogOptions,
): Promise<QuestionAnswer | undefined> {
  const { id } = question;
  const labels = markedLabels(question);
  const begun = performance.now();
  const chosen = await ui.select(question.question, [...labels, ...otherLabel(question)], opts);
  if (chosen === undefined) return isTimeOver(begun, opts) ? defaultAnswer(question) : undefined;
  const option = question.options[labels.indexOf(chosen)];
  if (option) return { id, selected: [option.label] };
  const typed = await ui.editor(question.question);
  return typed === undefined ? undefined : { id, selected: [], other: typed };
}

/** Lets the user check and uncheck options until they choose "done". The time limit ends at the first choice. */
async function askForSeveral(
  ui: Dialogs,
  question: Question,
  opts: ExtensionUIDialogOptions,
): Promise<QuestionAnswer | undefined> {
  const chosen = new Set<string>();
  let typed: string | undefined;
  let limits = opts;
  for (;;) {
    const boxes = checkboxes(question, chosen);
    const begun = performance.now();
    const picked = await ui.select(question.question, [...boxes, ...otherLabel(question, typed), DONE_LABEL], limits);
    if (picked === undefined) return isTimeOver(begun, limits) ? defaultAnswer(question) : undefined;
    if (picked === DONE_LABEL) return answerOf(question, chosen, typed);
    const option = question.options[boxes.indexOf(picked)];
    if (option) toggle(chosen, option.label);
    else typed = (await ui.editor(question.question, typed)) ?? typed;
    limits = opts.signal ? { signal: opts.signal } : {};
  }
}

function checkboxes(question: Question, chosen: ReadonlySet<string>): string[] {
  const labels = markedLabels(question);
  return question.options.map(({ label }, index) => `[${chosen.has(label) ? "x" : " "}] ${labels[index]}`);
}

function otherLabel({ other = true }: Question, typed?: string): string[] {
  if (!other) return [];
  return [typed === undefined ? OTHER_LABEL : `${OTHER_LABEL}: ${typed}`];
}

function answerOf({ id }: Question, chosen: ReadonlySet<string>, typed: string | undefined): QuestionAnswer {
  return { id, selected: [...chosen], ...(typed === undefined ? {} : { other: typed }) };
}

function toggle(chosen: Set<string>, label: string): void {
  if (!chosen.delete(label)) chosen.add(label);
}
