import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { evaluate } from "./evaluate.ts";
import { calc } from "./tool.ts";

interface Calculation {
  readonly expression: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

export interface CalcDetails {
  readonly results: readonly { expression: string; value: number; output: string }[];
}

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...calc,
    parameters: calc.parameters as object as TSchema,
    async execute(_id, params) {
      // The arguments were already validated against the schema.
      const { calculations } = params as { calculations: readonly Calculation[] };
      const results = calculations.map(({ expression, prefix = "", suffix = "" }) => {
        const value = evaluate(expression);
        return { expression, value, output: `${prefix}${value}${suffix}` };
      });
      const text = results.map(({ output }) => output).join("\n");
      return { content: [{ type: "text", text }], details: { results } satisfies CalcDetails };
    },
  });
}
