import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { agentMessage } from "../messages.ts";
import { type ScriptedAnswer, scriptedModel, scriptedStream } from "../scripted-stream.ts";
import { sessionEntries } from "../session-entries.ts";

const answer = fc.constantFrom<ScriptedAnswer>(
  { blocks: [{ type: "text", text: "The summary" }], stopReason: "stop" },
  { blocks: [], stopReason: "stop" },
  { blocks: [{ type: "text", text: "cut" }], stopReason: "length" },
  { blocks: [], stopReason: "error", errorMessage: "400 bad request" },
);

export const summarySubjects = [
  subject({
    name: "coding-agent/generate-summary",
    inputs: fc.record({
      messages: fc.array(agentMessage, { maxLength: 3 }),
      answer,
      previous: fc.constantFrom(undefined, "Before"),
    }),
    runs: 60,
    run: async (library, { messages, answer, previous }) => {
      const { stream, requests } = scriptedStream(library, [answer, answer]);
      const args = [messages, scriptedModel, 1000, "key", undefined, undefined, undefined, previous, undefined, stream];
      const text = await settle(() => call(library.codingAgent.generateSummary, args));
      const withUsage = await settle(() => call(library.codingAgent.generateSummaryWithUsage, args));
      return {
        text,
        usage: typeof withUsage === "object" ? Object.keys(withUsage as object) : withUsage,
        requests: requests.length,
      };
    },
  }),
  subject({
    name: "coding-agent/branch-summary",
    inputs: fc.record({ entries: sessionEntries, answer }),
    runs: 60,
    run: async (library, { entries, answer }) => {
      const { stream, requests } = scriptedStream(library, [answer]);
      const options = { model: scriptedModel, apiKey: "key", signal: new AbortController().signal, streamFn: stream };
      const result = (await library.codingAgent.generateBranchSummary(entries as never, options as never)) as Record<
        string,
        unknown
      >;
      return {
        ...result,
        summary: typeof result.summary,
        error: typeof result.error,
        usage: typeof result.usage,
        requests: requests.length,
      };
    },
  }),
  subject({
    name: "coding-agent/compact",
    inputs: fc.record({
      messages: fc.array(agentMessage, { minLength: 1, maxLength: 3 }),
      prefix: fc.array(agentMessage, { maxLength: 2 }),
      answer,
    }),
    runs: 60,
    run: async (library, { messages, prefix, answer }) => {
      const { stream, requests } = scriptedStream(library, [answer, answer, answer]);
      const preparation = {
        firstKeptEntryId: "e5",
        messagesToSummarize: messages,
        turnPrefixMessages: prefix,
        isSplitTurn: prefix.length > 0,
        tokensBefore: 500,
        fileOps: { read: new Set(["a.ts"]), written: new Set(), edited: new Set(["b.ts"]) },
        settings: { enabled: true, reserveTokens: 1000, keepRecentTokens: 100 },
      };
      const result = await settle(() =>
        call(library.codingAgent.compact, [
          preparation,
          scriptedModel,
          "key",
          undefined,
          undefined,
          undefined,
          undefined,
          stream,
        ]),
      );
      if (typeof result !== "object" || result === null) return { result, requests: requests.length };
      const { summary, usage, estimatedTokensAfter: _, ...rest } = result as Record<string, unknown>;
      return { ...rest, summary: typeof summary, usage: typeof usage, requests: requests.length };
    },
  }),
];

function call(target: unknown, args: readonly unknown[]): Promise<unknown> {
  return (target as (...args: readonly unknown[]) => Promise<unknown>)(...args);
}

async function settle(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch {
    return "[throws]";
  }
}
