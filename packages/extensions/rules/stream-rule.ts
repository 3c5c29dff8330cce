import type { ListedRule } from "./bucket.ts";

export type StreamKind = "text" | "thinking" | "tool";

/** A place where a rule is watched for: a kind of content, and for tools their name and the files they work on. */
export interface StreamScope {
  readonly kind: StreamKind;
  readonly tool?: string;
  readonly glob?: string;
}

/** A rule with patterns. */
export interface StreamRule {
  readonly name: string;
  readonly path: string;
  readonly content: string;
  readonly patterns: readonly RegExp[];
  readonly scopes: readonly StreamScope[];
  readonly interruptMode: ListedRule["interruptMode"];
}

const DEFAULT_SCOPES: readonly StreamScope[] = [{ kind: "text" }, { kind: "tool" }];
const SCOPE = /^(text|thinking|tool)(?::([\w.*-]+))?(?:\((.+)\))?$/;

/** Reads the patterns and scopes of a rule. Without a usable pattern and scope it is no stream rule. */
export function parseStreamRule(rule: ListedRule): {
  readonly stream?: StreamRule;
  readonly problems: readonly string[];
} {
  const { condition = [], scopes: named = [], name, path, content, interruptMode } = rule;
  if (condition.length === 0) return { problems: [] };
  const problems: string[] = [];
  const patterns = condition.flatMap((text) => parsePattern(text, problems));
  const scopes = named.length === 0 ? DEFAULT_SCOPES : named.flatMap((text) => parseScope(text, problems));
  if (patterns.length === 0 || scopes.length === 0) return { problems };
  return { stream: { name, path, content, patterns, scopes, interruptMode }, problems };
}

function parsePattern(text: string, problems: string[]): RegExp[] {
  // Other regular expression languages put flags at the beginning.
  const [, flags = "", source = text] = /^\(\?([ims]+)\)([\s\S]*)$/.exec(text) ?? [];
  try {
    return [new RegExp(source, [...new Set(`g${flags}`)].join(""))];
  } catch (error) {
    problems.push(`the condition ${text} is no regular expression: ${(error as Error).message}`);
    return [];
  }
}

function parseScope(text: string, problems: string[]): StreamScope[] {
  const [, kind, tool, glob] = SCOPE.exec(text.trim()) ?? [];
  if (kind === undefined || (kind !== "tool" && (tool ?? glob) !== undefined)) {
    problems.push(`the scope ${text} is not known: text, thinking, tool, tool:edit or tool:edit(*.ts)`);
    return [];
  }
  const isAny = tool === undefined || tool === "*";
  return [{ kind: kind as StreamKind, ...(!isAny && { tool }), ...(glob !== undefined && { glob }) }];
}
