import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { answerText, cleanResult } from "./answer-text.ts";
import { drawAnswer, drawCall, drawError } from "./draw.ts";
import { type FoundAnswer, readyProviders, searchWeb } from "./search-chain.ts";
import { resultCount, webSearchSettings } from "./settings.ts";
import { type WebSearchArguments, webSearch } from "./tool.ts";

type Details = Omit<FoundAnswer, "usage">;

export default function (pi: ExtensionAPI): void {
  pi.registerTool<TSchema, Details>({
    ...webSearch,
    parameters: webSearch.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { query, recency, limit } = params as WebSearchArguments;
      if (query.trim() === "") throw new Error("The query is empty.");
      const count = resultCount(limit, webSearchSettings(pi.getSettings()));
      const found = await searchWeb(readyProviders(pi, ctx), { query, recency, limit: count }, signal);
      const { usage, ...details } = { ...found, results: found.results.map(cleanResult) };
      return { content: [{ type: "text", text: answerText(details) }], details, ...(usage && { usage }) };
    },
    renderCall: (args, theme) => drawCall(args as Partial<WebSearchArguments>, theme),
    renderResult: ({ details, content }, { expanded }, theme, { isError }) =>
      isError || !details ? drawError(content, theme) : drawAnswer(details, { expanded }, theme),
  });
}
