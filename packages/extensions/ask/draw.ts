import type { AgentToolResult, Question, Theme } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import { type AnsweredQuestion, type AskDetails, shortAnswer } from "./answer.ts";

/** Draws the questions of a call, also while the call is still streaming. */
export function drawQuestions({ questions }: { questions?: readonly Question[] }, theme: Theme): Component {
  const asked = Array.isArray(questions) ? questions : [];
  const texts = asked.flatMap((question) => (typeof question?.question === "string" ? [question.question] : []));
  const title = theme.fg("toolTitle", theme.bold("ask"));
  const [first = "", ...rest] = texts.map(neutralizeLine);
  return new Text(
    [`${title} ${theme.fg("accent", first)}`, ...rest.map((text) => theme.fg("accent", text))].join("\n"),
    0,
    0,
  );
}

/** Draws the user's answers or, if there are none, the reason. */
export function drawAnswers(
  details: AskDetails | undefined,
  content: AgentToolResult["content"],
  theme: Theme,
): Component {
  if (!details) {
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    return new Text(theme.fg("error", neutralize(text)), 0, 0);
  }
  const results: readonly (AnsweredQuestion & { readonly id?: string })[] =
    "results" in details ? details.results : [details];
  return new Text(results.map((result) => answerLine(result, theme)).join("\n"), 0, 0);
}

function answerLine(result: AnsweredQuestion & { readonly id?: string }, theme: Theme): string {
  const name = result.id === undefined ? "" : theme.fg("muted", `${neutralizeLine(result.id)}: `);
  const note = result.timedOut ? theme.fg("dim", " (by default: no answer in time)") : "";
  return `${theme.fg("success", "✓")} ${name}${neutralizeLine(shortAnswer(result))}${note}`;
}
