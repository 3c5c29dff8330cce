import { planResume, type SessionLog } from "@tau/agent";
import { readBeside } from "@tau/agent/node";
import { type AssistantContent, type AssistantMessage, parseStreamingJson, type ToolResultMessage } from "@tau/ai";
import { type AnswerBegun, type BlockGrown, INTERRUPTED, type LiveLine, livePath, removeLive } from "./live-lines.ts";

/**
 * Adds what a crash interrupted to the log: a partial answer as an aborted one, and the output
 * of a call as its result. Does nothing if the session ended normally.
 */
export function recoverLive(log: SessionLog, replayOf: Parameters<typeof planResume>[1]): void {
  const path = livePath(log);
  if (path === undefined || log.getReadOnlyReason()) return;
  const lines = readLiveLines(path);
  const answer = answerOf(lines);
  if (answer && answer.message.content.length > 0 && !hasContinued(log, answer.after))
    log.appendMessage(answer.message);
  for (const result of resultsOf(lines, log, replayOf)) log.appendMessage(result);
  removeLive(path);
}

function answerOf(lines: readonly LiveLine[]): { after: string | null; message: AssistantMessage } | undefined {
  const begun = lines.findLast((line): line is AnswerBegun => "message" in line);
  if (!begun) return undefined;
  const blocks = new Map<number, BlockGrown>();
  for (const line of lines.slice(lines.indexOf(begun))) {
    if (!("block" in line)) continue;
    const known = blocks.get(line.block);
    if (known) known.delta += line.delta;
    else blocks.set(line.block, { ...line });
  }
  const inOrder = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => contentOf(block));
  const ending = { stopReason: "aborted", rawStopReason: INTERRUPTED } as const;
  return { after: begun.after, message: { ...begun.message, ...ending, content: inOrder } };
}

function contentOf({ type, id = "", name = "", delta }: BlockGrown): AssistantContent {
  if (type === "text") return { type, text: delta };
  if (type === "thinking") return { type, thinking: delta };
  return { type, id, name, arguments: parseStreamingJson(delta) };
}

/** Whether the answer, or another message, reached the log after all. */
function hasContinued(log: SessionLog, after: string | null): boolean {
  const branch = log.getActiveBranch();
  const at = branch.findIndex(({ id }) => id === after);
  return at < 0 || branch.slice(at + 1).some(({ type }) => type === "message");
}

/** Returns results for the calls that had output. The other calls get their results with the next prompt. */
function resultsOf(
  lines: readonly LiveLine[],
  log: SessionLog,
  replayOf: Parameters<typeof planResume>[1],
): ToolResultMessage[] {
  const outputs = new Map(lines.flatMap((line) => ("call" in line ? [[line.call, line.output] as const] : [])));
  if (outputs.size === 0) return [];
  return planResume(log.getActiveBranch(), replayOf, () => log.now()).results.flatMap((result) => {
    const output = outputs.get(result.toolCallId);
    return output === undefined ? [] : [{ ...result, content: [{ type: "text", text: output }, ...result.content] }];
  });
}

/** Returns the lines that were written completely, or none if there is no such file. */
export function readLiveLines(path: string): LiveLine[] {
  return (readBeside(path) ?? "").split("\n").flatMap((line) => parseLine(line) ?? []);
}

/** Returns `undefined` for an incomplete line, such as the last one after a crash. */
function parseLine(line: string): LiveLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isLiveLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLiveLine(value: unknown): value is LiveLine {
  if (typeof value !== "object" || value === null) return false;
  if ("message" in value) return typeof value.message === "object" && value.message !== null;
  if ("block" in value) return typeof value.block === "number" && "delta" in value && typeof value.delta === "string";
  return "call" in value && "output" in value && typeof value.output === "string";
}
