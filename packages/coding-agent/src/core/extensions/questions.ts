import type { ExtensionUIDialogOptions, Question, QuestionAnswer } from "./contract/index.ts";

export const OTHER_LABEL = "Other (type your own)";
export const DONE_LABEL = "Done selecting";
const RECOMMENDED_MARK = " (Recommended)";

/** Returns the labels with the recommended option marked. An index out of range marks none. */
export function markedLabels({ options, recommended }: Question): string[] {
  return options.map(({ label }, index) => (index === recommended ? label + RECOMMENDED_MARK : label));
}

/** Returns the answer for a user who did nothing in time: the recommended option, otherwise the first. */
export function defaultAnswer({ id, options, recommended = 0 }: Question): QuestionAnswer {
  const option = options[recommended] ?? options[0];
  return { id, selected: option ? [option.label] : [], timedOut: true };
}

/** Whether a dialog that was opened at `begun` ended because its time ran out. */
export function isTimeOver(begun: number, { timeout, signal }: ExtensionUIDialogOptions = {}): boolean {
  // Timers may fire a moment early.
  return timeout !== undefined && !signal?.aborted && performance.now() - begun >= timeout - 5;
}
