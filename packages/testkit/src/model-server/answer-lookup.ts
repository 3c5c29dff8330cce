import type { ServerResponse } from "node:http";

/** Answers requests other than completions: the list of models, token counts. Any other path is not found. */
export function answerLookup(method: string, path: string, response: ServerResponse): void {
  const body = lookups.find(([pattern]) => pattern.test(path))?.[1];
  response.writeHead(body === undefined && method !== "HEAD" ? 404 : 200, { "content-type": "application/json" });
  response.end(method === "HEAD" ? undefined : JSON.stringify(body ?? { error: { message: `no such path: ${path}` } }));
}

const model = { id: "scripted", object: "model", created: 0, owned_by: "testkit", type: "model" };

const lookups: readonly (readonly [RegExp, Readonly<Record<string, unknown>>])[] = [
  [/\/models$/, { object: "list", data: [model], models: [{ name: "models/scripted" }] }],
  [/\/api\/tags$/, { models: [{ name: "scripted", model: "scripted" }] }],
  [/\/api\/version$/, { version: "0.0.0" }],
  [/count_?tokens$/i, { input_tokens: 100, totalTokens: 100 }],
];
