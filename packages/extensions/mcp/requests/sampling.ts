import type { CreateMessageRequestParams, CreateMessageResult, SamplingMessage } from "@modelcontextprotocol/client";
import { type AssistantMessage, emptyUsage, type ImageContent, type Model, type TextContent } from "@tau/ai";
import type { ExtensionContext } from "@tau/coding-agent";
import { cleanText } from "../clean-text.ts";

const ONCE = "Allow once";
const SESSION = "Allow for this session";
const REFUSE = "Refuse";
/** After this many answers, a permission for the session has to be confirmed again. */
const MAX_ANSWERS = 50;
const MAX_SHOWN = 600;

/** Lets a server use the model. The user sees each request and has to permit it, because it costs money. */
export class Sampling {
  private readonly server: string;
  private readonly ctx: ExtensionContext;
  private permitted = 0;

  constructor(server: string, ctx: ExtensionContext) {
    this.server = server;
    this.ctx = ctx;
  }

  async answer(params: CreateMessageRequestParams, signal: AbortSignal): Promise<CreateMessageResult> {
    const { model, modelRegistry } = this.ctx;
    if (!model) throw new Error("There is no model.");
    if (!(await this.isPermitted(params, model, signal))) throw new Error("The user has refused the request.");
    const context = {
      ...(params.systemPrompt ? { systemPrompt: params.systemPrompt } : {}),
      messages: params.messages.map((message) => asMessage(message, model)),
    };
    const { maxTokens, temperature } = params;
    const options = { maxTokens, signal, ...(temperature === undefined ? {} : { temperature }) };
    const answer = await modelRegistry.complete(model, context, options);
    if (answer.stopReason === "error" || answer.stopReason === "aborted")
      throw new Error(answer.errorMessage ?? "The model gave no answer.");
    const text = answer.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
    return {
      role: "assistant",
      model: answer.responseModel ?? answer.model,
      content: { type: "text", text },
      stopReason: answer.stopReason === "length" ? "maxTokens" : "endTurn",
    };
  }

  private async isPermitted(
    { messages, systemPrompt, maxTokens }: CreateMessageRequestParams,
    model: Model,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (this.permitted > 0) {
      this.permitted -= 1;
      return true;
    }
    const asked = [systemPrompt ?? "", ...messages.map(textOf)].filter(Boolean).join("\n");
    const title = [
      `The MCP server ${this.server} asks for an answer of ${model.id}, at most ${maxTokens} tokens:`,
      cleanText(asked, MAX_SHOWN),
    ].join("\n");
    const answer = await this.ctx.ui.select(title, [ONCE, SESSION, REFUSE], { signal });
    if (answer === SESSION) this.permitted = MAX_ANSWERS;
    return answer === ONCE || answer === SESSION;
  }
}

function asMessage({ role, content }: SamplingMessage, model: Model) {
  const blocks = (Array.isArray(content) ? content : [content]).map(asBlock);
  const timestamp = Date.now();
  if (role === "user") return { role, content: blocks, timestamp };
  const said = blocks.filter((block) => block.type === "text");
  const { api, provider, id } = model;
  const stopReason = "stop" as const;
  return {
    role,
    content: said,
    api,
    provider,
    model: id,
    usage: emptyUsage(),
    stopReason,
    timestamp,
  } satisfies AssistantMessage;
}

function asBlock(block: Exclude<SamplingMessage["content"], readonly unknown[]>): TextContent | ImageContent {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "image") return { type: "image", data: block.data, mimeType: block.mimeType };
  return { type: "text", text: `[${block.type}: left out]` };
}

function textOf({ role, content }: SamplingMessage): string {
  const texts = (Array.isArray(content) ? content : [content]).map((block) =>
    block.type === "text" ? block.text : `[${block.type}]`,
  );
  return `${role}: ${texts.join("\n")}`;
}
