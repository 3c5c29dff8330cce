import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { agentMessage } from "../messages.ts";
import { sessionEntries } from "../session-entries.ts";

const count = fc.constantFrom(0, 1, 20, 100, 500, 4000);

export const compactionSubjects = [
  subject({
    name: "coding-agent/estimate-tokens",
    inputs: agentMessage,
    run: ({ codingAgent }, message) => codingAgent.estimateTokens(message as never),
  }),
  subject({
    name: "coding-agent/cut-point",
    inputs: fc.tuple(sessionEntries, count, fc.nat(14)),
    runs: 500,
    run: ({ codingAgent }, [entries, keep, at]) => ({
      cut: codingAgent.findCutPoint(entries as never, 0, entries.length, keep),
      turn: codingAgent.findTurnStartIndex(entries as never, Math.min(at, entries.length - 1), 0),
      usage: codingAgent.getLastAssistantUsage(entries as never),
    }),
  }),
  subject({
    name: "coding-agent/should-compact",
    inputs: fc.record({
      tokens: fc.nat(200_000),
      window: fc.constantFrom(0, 8000, 128_000, 200_000),
      settings: fc.record({
        enabled: fc.boolean(),
        reserveTokens: fc.constantFrom(0, 16_384),
        keepRecentTokens: fc.constantFrom(0, 20_000),
      }),
      usage: fc.record({
        input: fc.nat(9),
        output: fc.nat(9),
        cacheRead: fc.nat(9),
        cacheWrite: fc.nat(9),
        totalTokens: fc.constantFrom(0, 12),
      }),
    }),
    run: ({ codingAgent }, { tokens, window, settings, usage }) => ({
      should: codingAgent.shouldCompact(tokens, window, settings as never),
      defaults: codingAgent.DEFAULT_COMPACTION_SETTINGS,
      total: codingAgent.calculateContextTokens(usage as never),
    }),
  }),
  subject({
    name: "coding-agent/branch-entries",
    inputs: fc.tuple(sessionEntries, fc.constantFrom(undefined, 0, 10, 1000)),
    run: ({ codingAgent }, [entries, budget]) => codingAgent.prepareBranchEntries(entries as never, budget),
  }),
  subject({
    name: "coding-agent/branch-collect",
    inputs: fc.tuple(sessionEntries, fc.option(fc.nat(14)), fc.nat(14)),
    run: ({ codingAgent }, [entries, from, to]) => {
      const header = { type: "session", version: 3, id: "s", timestamp: "2024-01-01T00:00:00.000Z", cwd: "/work" };
      const session = codingAgent.SessionManager.inMemory("/work", undefined, [header, ...entries] as never);
      const result = codingAgent.collectEntriesForBranchSummary(
        session,
        from === null ? null : `e${from % Math.max(entries.length, 1)}`,
        `e${to % Math.max(entries.length, 1)}`,
      );
      return { ids: result.entries.map((entry) => entry.id), ancestor: result.commonAncestorId };
    },
  }),
  subject({
    name: "coding-agent/convert-to-llm",
    inputs: fc.array(agentMessage, { maxLength: 5 }),
    run: ({ codingAgent }, messages) => codingAgent.convertToLlm(messages as never),
  }),
  subject({
    name: "coding-agent/serialize-conversation",
    inputs: fc.array(agentMessage, { maxLength: 5 }),
    run: ({ codingAgent }, messages) => codingAgent.serializeConversation(codingAgent.convertToLlm(messages as never)),
  }),
];
