import { convertToLlm, generateHandoff } from "@tau/agent";
import { retryPolicy } from "../../../core/settings/index.ts";
import type { SlashCommand } from "./command.ts";

export const HANDED_OVER = "New session started with handoff context";

export const handoffCommand: SlashCommand = {
  name: "handoff",
  givesWay: true,
  description: "Continue in a new session that starts with a summary of this one",
  argumentHint: "[focus]",
  replacesSession: true,
  run: async ({ session, services, screen, runtime, say }, argument) => {
    const { agent, model } = session;
    const { systemPrompt, messages, tools } = agent.state;
    const document = await screen.during("Writing the handoff", (signal) =>
      generateHandoff({
        context: { systemPrompt, messages: convertToLlm(messages), tools },
        focus: argument.trim() || undefined,
        model,
        signal,
        streamFn: agent.streamFunction,
        retry: retryPolicy(services.settings),
      }),
    );
    if (document === undefined) return say("The model wrote nothing to hand over.", "warning");
    const { cancelled } = await runtime.handOff(document);
    if (!cancelled) say(HANDED_OVER);
  },
};
