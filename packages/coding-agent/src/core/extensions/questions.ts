import type { ExtensionUIDialogOptions, Question, QuestionAnswer } from "./contract/index.ts";

export const OTHER_LABEL = "Other (type your own)";
export const DONE_LABEL = "Done selecting";
const RECOMMENDED_MARK = " (Recommended)";

/** The labels as they are shown. An index that does not exist marks none. */
export function markedLabels({ options, recommended }: Question): string[] {
  return options.map(({ label }, index) => (index === recommended ? label + RECOMMENDED_MARK : label));
}

/** What counts where the user did nothing in time: the recommended option, else the first. */
export function defaultAnswer({ id, options, recommended = 0 }: Question): QuestionAnswer {
  const option = options[recommended] ?? options[0];
  return { id, selected: option ? [option.label] : [], timedOut: true };
}

/** Whether a dialog that began then ended because its time was over. */
export function isTimeOver(begun: number, { timeout, signal }: ExtensionUIDialogOptions = {}): boolean {
  // Timers may fire a moment early.
  return timeout !== undefined && !signal?.aborted && performance.now() - begun >= timeout - 5;
}
