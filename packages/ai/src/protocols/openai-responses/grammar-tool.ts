import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import type { Tool } from "../../contract/tool.ts";
import { foldSystemMessages } from "../../handover/fold-system-messages.ts";
import { resolveCompat } from "./compat.ts";

export interface ToolGrammar {
  readonly syntax: "lark" | "regex";
  readonly definition: string;
  /** The argument with the text that the grammar describes. */
  readonly input: string;
}

/** Maps a tool's name to the argument that receives its free-form input. */
export type GrammarInputs = ReadonlyMap<string, string>;

/** Returns the grammar of a tool's input, if the model supports grammars and the tool has exactly one argument, a required text. */
export function toolGrammar(model: Model, tool: Tool): ToolGrammar | undefined {
  const sampling = tool.constrainedSampling || undefined;
  if (sampling?.type !== "grammar" || !resolveCompat(model).supportsOpenAIGrammarTools) return undefined;
  const { openai_lark: lark, openai_regex: regex } = sampling.variants;
  const definition = lark || regex;
  const input = soleText(tool.parameters);
  return definition && input ? { syntax: lark ? "lark" : "regex", definition, input } : undefined;
}

export function grammarInputs(model: Model, context: Context): GrammarInputs {
  const inputs = new Map<string, string>();
  for (const tool of foldSystemMessages(context).tools) {
    const grammar = toolGrammar(model, tool);
    if (grammar) inputs.set(tool.name, grammar.input);
  }
  return inputs;
}

function soleText(parameters: { properties?: Record<string, { type?: unknown }>; required?: unknown }) {
  const [property, ...others] = Object.entries(parameters.properties ?? {});
  if (!property || others.length > 0 || property[1].type !== "string") return undefined;
  const [name] = property;
  return Array.isArray(parameters.required) && parameters.required.includes(name) ? name : undefined;
}
