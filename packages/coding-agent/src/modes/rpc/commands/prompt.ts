import type { ImageContent } from "@tau/ai";
import type { PromptDisposition, PromptOptions } from "../../../core/session/prompt-intake.ts";
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
  async run({ message, ...options }, context) {
    await context.session.abort();
    return await acceptPrompt(message, options, context);
  },
});

/** Resolves once it is known what becomes of the prompt. What goes wrong later is told by events alone. */
async function acceptPrompt(
  message: string,
  options: PromptOptions,
  { session, reportLate }: RpcContext,
): Promise<{ disposition: PromptDisposition }> {
  return await new Promise((resolve, reject) => {
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
