import type { AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import { CODEMODE, identifiersOf } from "./declarations/declare-tool.ts";
import { describeTools } from "./describe-tools.ts";
import { type NestedCallList, NestedCalls } from "./nested-calls.ts";
import { outputContent } from "./output.ts";
import { runScript, type ScriptOutcome } from "./sandbox/run-script.ts";
import { readScriptOptions } from "./script-options.ts";
import { scriptLimits } from "./settings.ts";
import { asJsonObject, readStored, STORE_ENTRY, storeEntry } from "./stored-values.ts";

export interface CodemodeDetails extends NestedCallList {
  /** The file with the whole output, if it was cut. */
  readonly fullOutputPath?: string;
}

interface Call {
  readonly id: string;
  readonly code: string;
  readonly signal: AbortSignal | undefined;
  readonly onUpdate: AgentToolUpdateCallback<CodemodeDetails> | undefined;
}

const UPDATE_MS = 100;

/** Runs one script. A script that fails gives an error result with the output so far. */
export async function executeScript(
  pi: ExtensionAPI,
  ctx: ExtensionToolContext,
  { id, code, signal = new AbortController().signal, onUpdate }: Call,
): Promise<AgentToolResult<CodemodeDetails>> {
  const options = readScriptOptions(code);
  const tools = ctx.tools.filter(({ name }) => name !== CODEMODE);
  const identifiers = identifiersOf(tools.map(({ name }) => name));
  const list = tools.map(({ name, description }) => ({ id: identifiers.get(name), name, description }));
  const stored = readStored(ctx.sessionManager.getBranch());
  const updates = new Updates(() => onUpdate?.({ content: [], details: calls.list() }));
  const calls = new NestedCalls(ctx, tools, id, () => updates.soon());
  const begun = performance.now();
  let outcome: ScriptOutcome;
  let cancelled: number;
  try {
    outcome = await runScript(pi, {
      source: code,
      tools: JSON.stringify(list),
      stored: asJsonObject(stored),
      limits: { ...scriptLimits(pi.getSettings()), totalMs: options.timeoutMs },
      call: (name, args) => calls.call(name, args),
      ask: describeTools(pi, tools, identifiers),
      signal,
    });
  } finally {
    cancelled = await calls.stop();
    updates.close();
  }
  const ended = keepStored(pi, stored, outcome);
  const head = headOf(ended, { seconds: (performance.now() - begun) / 1000, cancelled, ...calls.list() });
  const output = await outputContent(head, ended, { artifacts: pi.artifacts, maxTokens: options.maxOutputTokens });
  const { content, fullOutputPath } = output;
  return {
    content,
    details: { ...calls.list(), ...(fullOutputPath === undefined ? {} : { fullOutputPath }) },
    ...(ended.error === undefined ? {} : { isError: true }),
  };
}

/** Stores the values of a script that has completed. Returns a failed outcome if they cannot be stored. */
function keepStored(pi: ExtensionAPI, before: ReadonlyMap<string, string>, outcome: ScriptOutcome): ScriptOutcome {
  if (outcome.error !== undefined) return outcome;
  try {
    const entry = storeEntry(before, outcome.stored);
    if (entry) pi.appendEntry(STORE_ENTRY, entry);
    return outcome;
  } catch (error) {
    return { ...outcome, error: error instanceof Error ? error.message : String(error) };
  }
}

function headOf(
  { error }: ScriptOutcome,
  { seconds, count, failed, cancelled }: { seconds: number; count: number; failed: number; cancelled: number },
): string {
  const calls = count === 0 ? "no calls" : `${count} ${count === 1 ? "call" : "calls"}`;
  const facts = [`${seconds.toFixed(1)} s`, failed > 0 ? `${calls}, ${failed} failed` : calls];
  const head = `Script ${error === undefined ? "completed" : "failed"} (${facts.join(", ")}).`;
  if (cancelled === 0) return head;
  const stopped = `${cancelled} ${cancelled === 1 ? "call was" : "calls were"} still running and stopped`;
  return `${head} ${stopped}${error === undefined ? ": await every call." : "."}`;
}

/** Reports changes at most every tenth of a second: a script may make thousands of calls. */
class Updates {
  private readonly tell: () => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(tell: () => void) {
    this.tell = tell;
  }

  soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tell();
    }, UPDATE_MS);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
