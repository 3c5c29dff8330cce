import { betterWord, figureText, type Research } from "./research-state.ts";

export const DESCRIPTION =
  "Improves a measured figure by experiments. Agents try one change after the other, each on a branch; a command measures it, and only improvements are kept. The user's files stay as they are; the result is a branch. op start needs goal and command (prints the figure); check is a command that must succeed, such as the tests. Runs in the background.";

export const SYSTEM_PROMPT = `You improve a figure that a command measures, by one experiment: one idea, carried out completely.

- Look at what was tried before, and do not repeat what was dropped.
- Find out what dominates the figure before you change anything. Prefer a simple change with a clear reason.
- Change the real thing: never the command that measures, its inputs, the tests, or what it counts.
- Do not commit, and do not switch branches: that is done for you. You may run the command to look.

When the change is complete, call the tool finish_attempt with one sentence on what you changed and why, and with notes for those who come after you.`;

const SHOWN_ATTEMPTS = 30;

/** Returns the prompt for the next attempt. */
export function attemptPrompt(research: Research): string {
  const { goal, command, check, baseline, best, attempts } = research;
  const earlier = attempts.filter(({ status }) => status !== "running").slice(-SHOWN_ATTEMPTS);
  const lines = earlier.map(({ number, status, value, text = "", reason, notes }) =>
    [
      `- ${number}: ${status}${value === undefined ? "" : `, ${figureText(value)}`}. ${text}${reason ? ` (${reason})` : ""}`,
      ...(notes ? [`  Notes: ${notes}`] : []),
    ].join("\n"),
  );
  return [
    `Goal: ${goal}`,
    `The figure is measured with: ${command}`,
    ...(check === undefined ? [] : [`This must succeed: ${check}`]),
    `It was ${figureText(baseline ?? 0)} at the start. The best so far, from which you start, is ${figureText(best?.value ?? 0)}; ${betterWord(research)} is better.`,
    lines.length > 0 ? `Attempts so far:\n${lines.join("\n")}` : "This is the first attempt.",
  ].join("\n\n");
}
