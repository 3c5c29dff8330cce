import type { SessionStats } from "../../../core/session/session-stats.ts";
import type { SlashCommand } from "./command.ts";

export const sessionCommand: SlashCommand = {
  name: "session",
  description: "Show file, length, tokens and cost of the session",
  run: ({ session, screen }) => {
    const name = session.sessionManager.getSessionName();
    const stats = session.getSessionStats();
    const named: [string, string][] = name ? [["Name", name]] : [];
    screen.showDefinitions({ title: "Session", rows: [...named, ...rows(stats)] });
  },
};

function rows(stats: SessionStats): [string, string][] {
  const { tokens, contextUsage } = stats;
  const count = (value: number) => value.toLocaleString("en");
  return [
    ["File", stats.sessionFile ?? "kept in memory only"],
    ["Id", stats.sessionId],
    ["Prompts", count(stats.userMessages)],
    ["Answers", count(stats.assistantMessages)],
    ["Tool calls", count(stats.toolCalls)],
    ["Tokens in, out", `${count(tokens.input)}, ${count(tokens.output)}`],
    ["Cache read, written", `${count(tokens.cacheRead)}, ${count(tokens.cacheWrite)}`],
    ["Cost", `$${stats.cost.toFixed(4)}`],
    ...(contextUsage?.tokens == null
      ? []
      : [["Context", `${count(contextUsage.tokens)} of ${count(contextUsage.contextWindow)}`] as [string, string]]),
  ];
}
