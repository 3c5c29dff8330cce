import type { ToolDefinition } from "@tau/coding-agent";
import type { TSchema } from "typebox";

export const YIELD = "yield";

/** The result that an agent delivered. */
export type Yielded = { readonly data: unknown } | { readonly error: string };

/** How many results may fail the schema before the task is given up. */
export const MOST_MISSES = 4;

/** Returns the tool with which an agent ends its task. Invalid data never reach it: validation reports the error to the agent. */
export function yieldTool(schema: object | undefined, onYield: (yielded: Yielded) => void): ToolDefinition {
  return {
    name: YIELD,
    label: "Yield",
    description: "Ends your task and hands over its result. Call it once, as the last thing you do.",
    parameters: yieldParameters(schema) as TSchema,
    describe: () => ({ effect: "read" }),
    async execute(_id, params) {
      const { data, error } = params as { data?: unknown; error?: string };
      if (data === undefined && !error) throw new Error("Give data, or error where the task cannot be done.");
      onYield(data === undefined ? { error: error ?? "" } : { data });
      return { content: [{ type: "text", text: "Handed over." }], details: undefined, terminate: true };
    },
  };
}

function yieldParameters(schema: object | undefined): object {
  const error = { type: "string", description: "Instead of data: why the task cannot be done" };
  if (!schema)
    return {
      type: "object",
      properties: { data: { type: "string", description: "Your whole report" }, error },
    };
  // References are relative to the root, so definitions move there.
  const { $defs, definitions, $schema: _, ...data } = schema as Record<string, unknown>;
  return {
    type: "object",
    properties: { data, error },
    ...($defs ? { $defs } : {}),
    ...(definitions ? { definitions } : {}),
  };
}

export const REMINDER =
  "You ended without handing over a result. Finish what is missing, then call yield with it; with error where the task cannot be done.";

export const MOST_REMINDERS = 3;

/** The rule for an agent that can ask, and for one that cannot. */
export function yieldRule(canAsk: boolean): string {
  const asking = canAsk
    ? "Decide yourself what you can, and say what you assumed. Only what you can neither find out nor decide, ask with irc: your parent first, the user for what only the user knows."
    : "There is no one to ask: decide yourself, and say what you assumed.";
  return `When you are done, call the tool yield with your result: it is all that the agent who gave you the task gets to see. ${asking}`;
}
