import { authHeaders } from "../auth/auth-headers.ts";
import { requestKey } from "../auth/request-key.ts";
import type { AssistantImages, ImageModel, ImagesFunction } from "../contract/images.ts";
import type { ImageContent, TextContent } from "../contract/messages.ts";
import { calculateCost, emptyUsage } from "../models/cost.ts";
import { describeFailure } from "../stream/describe-failure.ts";
import { readJsonAnswer } from "../transport/body/read-json-answer.ts";
import { endpointUrl } from "../transport/endpoint-url.ts";
import { send } from "../transport/send.ts";

interface ImagesAnswer {
  id?: string;
  choices?: { message?: { content?: string; images?: { image_url: { url: string } }[] } }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number; cost?: number };
}

/** Generates images through Chat Completions: the answer's message contains them as data URLs. */
export const generateImagesOpenRouter: ImagesFunction = async (model, context, options = {}) => {
  const { api, provider, id } = model;
  const head = { api, provider, model: id, timestamp: Date.now() };
  try {
    const answer = await send(
      model,
      {
        url: endpointUrl(model.baseUrl, "/chat/completions", options.env),
        headers: { accept: "application/json", ...authHeaders(model, requestKey(model, options), "bearer") },
        body: {
          model: id,
          messages: [{ role: "user", content: context.input.map(inputPart) }],
          modalities: model.output,
          stream: false,
        },
      },
      options,
    );
    return { ...head, ...readAnswer(model, await readJsonAnswer(answer, provider)), stopReason: "stop" };
  } catch (thrown) {
    const { message, error } = describeFailure(thrown, options.signal);
    return { ...head, output: [], stopReason: error.code === "aborted" ? "aborted" : "error", errorMessage: message };
  }
};

function readAnswer(model: ImageModel, answer: ImagesAnswer): Pick<AssistantImages, "output" | "responseId" | "usage"> {
  const message = answer.choices?.[0]?.message;
  const text: TextContent[] = message?.content ? [{ type: "text", text: message.content }] : [];
  const usage = {
    ...emptyUsage(),
    input: answer.usage?.prompt_tokens ?? 0,
    output: answer.usage?.completion_tokens ?? 0,
  };
  usage.totalTokens = usage.input + usage.output;
  calculateCost(model, usage);
  const billed = answer.usage?.cost;
  if (billed !== undefined && billed >= 0) Object.assign(usage.cost, { total: billed, totalFromProvider: true });
  return {
    output: [...text, ...(message?.images ?? []).map(({ image_url }) => imageOf(image_url.url))],
    ...(answer.id && { responseId: answer.id }),
    usage,
  };
}

function inputPart(block: TextContent | ImageContent): object {
  if (block.type === "text") return { type: "text", text: block.text };
  return { type: "image_url", image_url: { url: `data:${block.mimeType};base64,${block.data}` } };
}

function imageOf(url: string): ImageContent {
  const [, mimeType = "image/png", data = url] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
  return { type: "image", mimeType, data };
}
