import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model. It is part of every request, so it is short. */
export const webSearch = {
  name: "web_search",
  label: "Web search",
  description: "Searches the web. Returns sources with dates.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string" },
      recency: { enum: ["day", "week", "month", "year"] },
      limit: { type: "integer" },
    },
    required: ["query"],
  },
  replay: "safe",
  // The host depends on the user's configuration alone, so the policy decides about the tool as a whole.
  annotations: { readOnlyHint: true, openWorldHint: true },
} satisfies ToolManifest;

export type Recency = "day" | "week" | "month" | "year";

export interface WebSearchArguments {
  readonly query: string;
  readonly recency?: Recency;
  readonly limit?: number;
}
