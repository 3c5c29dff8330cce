import { messageTotals } from "@tau/agent";
import type { SessionStats } from "../../../core/session/log/session-stats.ts";
import type { Session } from "../../../core/session/session.ts";
import { groupDigits } from "../parts/group-digits.ts";
import type { SlashCommand } from "./command.ts";

export const sessionCommand: SlashCommand = {
  name: "session",
  aliases: ["cost", "usage", "status", "stats", "context"],
  description: "Show file, length, tokens and cost of the session",
  run: ({ session, screen }) => {
    const name = session.log.getSessionName();
    // Compacted messages count too.
    const stats = { ...session.getSessionStats(), ...countsOf(session.log) };
    const named: [string, string][] = name ? [["Name", name]] : [];
    const warming = session.nextWarming;
    const kept = warming && `${warming.action} in ${Math.max(0, Math.round((warming.dueAt - Date.now()) / 1000))} s`;
    const cached: [string, string][] = kept ? [["Cached prompt", kept]] : [];
    screen.showDefinitions({ title: "Session", rows: [...named, ...rows(stats), ...cached] });
  },
};

function countsOf(log: Session["log"]) {
  const messages = log.getBranch().flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  const { userMessages, assistantMessages, toolCalls } = messageTotals(messages);
  return { userMessages, assistantMessages, toolCalls };
}

function rows(stats: SessionStats): [string, string][] {
  const { tokens, contextUsage } = stats;
  return [
    ["File", stats.sessionFile ?? "kept in memory only"],
    ["Id", stats.sessionId],
    ["Prompts", groupDigits(stats.userMessages)],
    ["Answers", groupDigits(stats.assistantMessages)],
    ["Tool calls", groupDigits(stats.toolCalls)],
    ["Tokens in, out", `${groupDigits(tokens.input)}, ${groupDigits(tokens.output)}`],
    ["Cache read, written", `${groupDigits(tokens.cacheRead)}, ${groupDigits(tokens.cacheWrite)}`],
    ["Cost", `$${stats.cost.toFixed(4)}`],
    ...(contextUsage?.tokens == null
      ? []
      : [
          ["Context", `${groupDigits(contextUsage.tokens)} of ${groupDigits(contextUsage.contextWindow)}`] as [
            string,
            string,
          ],
        ]),
  ];
}
