import type { ExtensionAPI, ExtensionToolContext, Question } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { type AskDetails, answeredQuestion, answerText } from "./answer.ts";
import { drawAnswers, drawQuestions } from "./draw.ts";
import { askSettings } from "./settings.ts";
import { ask } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...ask,
    parameters: ask.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      // The arguments were already validated against the schema.
      const { questions } = params as { questions: readonly Question[] };
      if (questions.length === 0) return errorResult("Ask at least one question.");
      const details = await askUser(pi, questions, signal, ctx);
      return { content: [{ type: "text", text: answerText(details) }], details };
    },
    renderCall: (args, theme) => drawQuestions(args as { questions?: readonly Question[] }, theme),
    renderResult: ({ content, details }, _options, theme, { isError }) =>
      drawAnswers(isError ? undefined : (details as AskDetails | undefined), content, theme),
  });
}

async function askUser(
  pi: ExtensionAPI,
  questions: readonly Question[],
  signal: AbortSignal | undefined,
  ctx: ExtensionToolContext,
): Promise<AskDetails> {
  if (!ctx.hasUI) throw new Error("Ask tool requires interactive mode");
  const { timeout, notify } = askSettings(pi.getSettings());
  const answers = await ctx.ui.ask(questions, {
    ...(signal ? { signal } : {}),
    ...(timeout > 0 ? { timeout: timeout * 1000 } : {}),
    ...(notify ? { notify: "Waiting for input" } : {}),
  });
  if (signal?.aborted) throw new Error("Ask input was cancelled");
  if (!answers) {
    // The user wants to say something else, so the run stops instead of continuing.
    ctx.abort();
    throw new Error("Ask tool was cancelled by the user");
  }
  const results = questions.flatMap((question, index) => {
    const answer = answers[index];
    return answer ? [{ id: question.id, ...answeredQuestion(question, answer) }] : [];
  });
  const [first] = results;
  if (results.length !== 1 || !first) return { results };
  const { id: _, ...single } = first;
  return single;
}

function errorResult(text: string) {
  return { content: [{ type: "text" as const, text }], details: undefined, isError: true };
}
