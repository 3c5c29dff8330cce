import { readVariable } from "../auth/environment.ts";
import type { AssistantContent } from "../contract/messages.ts";
import type { SimpleStreamOptions, StreamFunction } from "../contract/options.ts";
import { fauxAssistantMessage, fauxText, fauxToolCall } from "../faux/faux-message.ts";
import { playMessage } from "../faux/play-message.ts";
import { estimatePromptTokens } from "../models/answer-room.ts";
import { assemble } from "../stream/assemble.ts";
import { nextReply } from "./tour.ts";

/** Sets the speed of the script. If absent, the text comes at once, for scripts and tests; a screen uses about 60. */
const PACE_VARIABLE = "TAU_DEMO_TOKENS_PER_SECOND";

export const stream: StreamFunction<"demo", SimpleStreamOptions> = (model, context, options) =>
  assemble(model, options?.signal, async (assembler) => {
    const reply = nextReply(context);
    const content: AssistantContent[] = [fauxText(reply.text)];
    if (reply.call) content.push(fauxToolCall(reply.call.name, reply.call.arguments, { id: reply.call.id }));
    assembler.reportUsage({
      input: estimatePromptTokens(context),
      output: Math.ceil(JSON.stringify(content).length / 4),
    });
    const tokensPerSecond = Number(readVariable(PACE_VARIABLE, options?.env)) || undefined;
    await playMessage(assembler, fauxAssistantMessage(content), { tokensPerSecond }, options?.signal);
  });

export const streamSimple = stream;
