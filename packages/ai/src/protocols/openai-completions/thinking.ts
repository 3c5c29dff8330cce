import type { ThinkingLevel } from "../../contract/model.ts";
import type { ResolvedCompat } from "./compat.ts";

export type ThinkingFormat =
  | "ant-ling"
  | "baseten"
  | "chat-template"
  | "deepseek"
  | "openai"
  | "openrouter"
  | "qwen"
  | "qwen-chat-template"
  | "string-thinking"
  | "together"
  | "zai";

export type ChatTemplateValue =
  | string
  | number
  | boolean
  | null
  | { $var: "thinking.enabled" | "thinking.effort" | "thinking.budget"; omitWhenOff?: boolean };

export interface ThinkingRequest {
  /** Absent means off. */
  readonly level: ThinkingLevel | undefined;
  /** The vendor's word for the level, or for off if there is one. */
  readonly effort: string | undefined;
  readonly budget: number | undefined;
}

type Fields = Record<string, unknown>;

/** Returns the request fields for thinking in the dialect of the server. */
export function thinkingFields(compat: ResolvedCompat, thinking: ThinkingRequest): Fields {
  return { ...DIALECTS[compat.thinkingFormat](thinking, compat), ...budgetField(compat, thinking) };
}

const DIALECTS: Record<ThinkingFormat, (thinking: ThinkingRequest, compat: ResolvedCompat) => Fields> = {
  openai: effortField,
  openrouter: ({ effort }) => (effort ? { reasoning: { effort } } : {}),
  "ant-ling": ({ effort }) => (effort ? { reasoning: { effort } } : {}),
  deepseek: (thinking, compat) => ({ ...switchField(thinking), ...levelEffort(thinking, compat) }),
  // The conversation contains the thinking of earlier answers, so the server must keep it.
  zai: (thinking, compat) => ({
    thinking: thinking.level ? { type: "enabled", clear_thinking: false } : { type: "disabled" },
    ...levelEffort(thinking, compat),
  }),
  together: (thinking, compat) => ({
    reasoning: { enabled: thinking.level !== undefined },
    ...levelEffort(thinking, compat),
  }),
  qwen: ({ level }) => ({ enable_thinking: level !== undefined }),
  "qwen-chat-template": ({ level }) => ({
    chat_template_kwargs: { enable_thinking: level !== undefined, preserve_thinking: true },
  }),
  "chat-template": (thinking, compat) => ({
    chat_template_kwargs: templateValues(compat.chatTemplateKwargs, thinking),
  }),
  baseten: (thinking, compat) => ({
    chat_template_args: templateValues(compat.chatTemplateArgs, thinking),
    ...levelEffort(thinking, compat),
  }),
  "string-thinking": ({ effort }) => (effort ? { thinking: effort } : {}),
};

function effortField({ effort }: ThinkingRequest, compat: ResolvedCompat): Fields {
  return effort && compat.supportsReasoningEffort !== false ? { reasoning_effort: effort } : {};
}

/** Returns the effort for dialects with a separate switch, which send it only while thinking is on. */
function levelEffort(thinking: ThinkingRequest, compat: ResolvedCompat): Fields {
  return thinking.level ? effortField(thinking, compat) : {};
}

function switchField({ level }: ThinkingRequest): Fields {
  return { thinking: { type: level ? "enabled" : "disabled" } };
}

function budgetField(compat: ResolvedCompat, { level, budget }: ThinkingRequest): Fields {
  const field = compat.thinkingTokenBudgetField ?? (compat.supportsThinkingTokenBudget && "thinking_token_budget");
  return field && level && budget !== undefined ? { [field]: budget } : {};
}

function templateValues(template: Record<string, ChatTemplateValue> = {}, thinking: ThinkingRequest): Fields {
  const values: Record<ReferencedValue, unknown> = {
    "thinking.enabled": thinking.level !== undefined,
    "thinking.effort": thinking.effort,
    "thinking.budget": thinking.budget,
  };
  const fields: Fields = {};
  for (const [name, value] of Object.entries(template)) {
    if (typeof value !== "object" || value === null) fields[name] = value;
    else if (thinking.level || !value.omitWhenOff) fields[name] = values[value.$var];
  }
  return fields;
}

type ReferencedValue = Extract<ChatTemplateValue, object>["$var"];
