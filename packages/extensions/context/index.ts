import type { ExtensionAPI, ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import { type ContextPart, measureContext } from "./measure-context.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("context", { handler: async (_args, ctx) => await showContext(pi, ctx) });
}

const COLUMNS = [
  { title: "part" },
  { title: "tokens", align: "right" as const },
  { title: "share", align: "right" as const },
];

async function showContext(pi: ExtensionAPI, ctx: ExtensionCommandContext): Promise<void> {
  const { contextFiles = [], skills = [] } = ctx.getSystemPromptOptions();
  const active = new Set(pi.getActiveTools());
  const parts = measureContext({
    systemPrompt: ctx.getSystemPrompt(),
    contextFiles,
    skills,
    tools: pi.getAllTools().filter(({ name }) => active.has(name)),
    messages: ctx.sessionManager.buildSessionProjection().messages,
  });
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const advice = new Map(flat(parts).map((part) => [part.id, part.advice]));
  const list = ctx.ui.list({
    title: titleOf(ctx, total),
    columns: COLUMNS,
    rows: parts.map((part) => rowOf(part, total)),
    readOnly: true,
    preview: (row) => advice.get(row.id) ?? "",
  });
  await list.closed;
}

function titleOf(ctx: ExtensionCommandContext, estimated: number): string {
  const { tokens, contextWindow = ctx.model?.contextWindow ?? 0 } = ctx.getContextUsage() ?? {};
  // Before the first answer no provider has counted anything.
  const used = tokens || estimated;
  if (contextWindow <= 0) return `Context: ${count(used)} tokens`;
  return `Context: ${count(used)} of ${count(contextWindow)} tokens (${share(used, contextWindow)})`;
}

function rowOf({ id, label, tokens, parts = [] }: ContextPart, total: number): ListRow {
  return {
    id,
    label: neutralizeLine(label),
    cells: [count(tokens), share(tokens, total)],
    ...(parts.length > 0 && { children: parts.map((part) => rowOf(part, total)), folded: true }),
  };
}

function flat(parts: readonly ContextPart[]): ContextPart[] {
  return parts.flatMap((part) => [part, ...flat(part.parts ?? [])]);
}

function count(tokens: number): string {
  if (tokens >= 1_000_000) return `${tenths(tokens / 1_000_000)}M`;
  return tokens < 10_000 ? tokens.toLocaleString("en") : `${tenths(tokens / 1000)}k`;
}

function tenths(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

function share(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
