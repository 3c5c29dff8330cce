import type { ImageContent } from "@tau/ai";
import type { PromptDisposition, PromptOptions } from "../../../core/session/input/prompt-intake.ts";
import { Type } from "../../../core/tools/schema.ts";
import { anything, defineCommand, oneOf, type RpcContext } from "../command.ts";

const images = Type.Optional(
  Type.Array(
    anything<ImageContent>({
      type: "object",
      properties: { type: { const: "image" }, data: { type: "string" }, mimeType: { type: "string" } },
      required: ["type", "data", "mimeType"],
    }),
  ),
);

export const inputParameters = Type.Object({ message: Type.String(), images });

export const prompt = defineCommand({
  name: "prompt",
  summary: "Send a prompt. Answered when it is accepted, before the run",
  parameters: Type.Object({
    message: Type.String(),
    images,
    streamingBehavior: Type.Optional(oneOf(["steer", "followUp"])),
  }),
  run: ({ message, ...options }, context) => acceptPrompt(message, options, context),
});

export const abortAndPrompt = defineCommand({
  name: "abort_and_prompt",
  summary: "Stop the run and send another prompt",
  parameters: inputParameters,
  // Later commands must find the new run, not the gap between the two runs.
  order: "exclusive",
  async run({ message, ...options }, context) {
    // An earlier prompt may still be about to enter the run that is stopped.
    await Promise.allSettled(context.entering);
    await context.session.abort();
    // An extension may start a run at this moment; the prompt is then delivered to that run.
    return await acceptPrompt(message, { ...options, streamingBehavior: "steer" }, context);
  },
});

export interface AcceptedPrompt {
  readonly disposition: PromptDisposition;
}

/** Resolves when the prompt is handled or queued or has started a run. Later failures are only reported by events. */
async function acceptPrompt(message: string, options: PromptOptions, context: RpcContext): Promise<AcceptedPrompt> {
  const accepted = send(message, options, context);
  // A command of an extension may take any time, so no other command waits for it.
  if (message.startsWith("/")) return await accepted;
  context.entering.add(accepted);
  try {
    return await accepted;
  } finally {
    context.entering.delete(accepted);
  }
}

function send(message: string, options: PromptOptions, { session, reportLate }: RpcContext): Promise<AcceptedPrompt> {
  return new Promise((resolve, reject) => {
    let isAccepted = false;
    const preflightResult = (disposition: PromptDisposition) => {
      isAccepted = true;
      resolve({ disposition });
    };
    session
      .prompt(message, { ...options, source: "rpc", preflightResult })
      .catch((error: unknown) => (isAccepted ? reportLate(error) : reject(error)));
  });
}
