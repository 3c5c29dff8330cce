import type { Question, QuestionAnswer } from "@tau/coding-agent";

/** One question and its answer as kept in the session, for the screen and for programs that read the session. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly options: readonly string[];
  readonly multi: boolean;
  readonly selectedOptions: readonly string[];
  readonly customInput?: string;
  readonly timedOut?: true;
}

/** A single question is stored directly; several are stored with their ids. */
export type AskDetails =
  | AnsweredQuestion
  | { readonly results: readonly (AnsweredQuestion & { readonly id: string })[] };

export function answeredQuestion(
  { question, options, multi = false }: Question,
  { selected, other, timedOut }: QuestionAnswer,
): AnsweredQuestion {
  return {
    question,
    options: options.map(({ label }) => label),
    multi,
    selectedOptions: selected,
    ...(other === undefined ? {} : { customInput: other }),
    ...(timedOut ? { timedOut } : {}),
  };
}

/** Returns the result text for the model. */
export function answerText(details: AskDetails): string {
  if (!("results" in details)) return [...singleAnswer(details), ...timeNote([details])].join("\n");
  const lines = details.results.map((result) => `${result.id}: ${shortAnswer(result)}`);
  return ["User answers:", ...lines, ...timeNote(details.results)].join("\n");
}

/** Returns `a, b` or `"typed"`. */
export function shortAnswer({ selectedOptions, customInput }: AnsweredQuestion): string {
  const parts = [...selectedOptions, ...(customInput === undefined ? [] : [JSON.stringify(customInput)])];
  return parts.length === 0 ? "(none)" : parts.join(", ");
}

function singleAnswer({ selectedOptions, customInput }: AnsweredQuestion): string[] {
  const selected =
    selectedOptions.length > 0 || customInput === undefined
      ? [`User selected: ${selectedOptions.join(", ") || "(none)"}`]
      : [];
  return [...selected, ...(customInput === undefined ? [] : [`User provided custom input: ${customInput}`])];
}

/** Tells the model which answers are defaults, so that it can ask again later. */
function timeNote(answers: readonly AnsweredQuestion[]): string[] {
  return answers.some(({ timedOut }) => timedOut) ? ["(The user did not answer in time: taken by default.)"] : [];
}
