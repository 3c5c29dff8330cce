import type { ModelTurn } from "@tau/testkit";

/** The model calls one tool. */
export function call(name: string, args: Readonly<Record<string, unknown>> = {}): ModelTurn {
  return { toolCalls: [{ name, arguments: args }] };
}

/** The model says something and is done. */
export function say(text = "done"): ModelTurn {
  return { text };
}
