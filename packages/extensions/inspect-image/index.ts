import type { AssistantMessage } from "@tau/ai";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { chooseModel } from "./choose-model.ts";
import { type ImageFile, readImage } from "./read-image.ts";
import { inspectImage } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...inspectImage,
    parameters: inspectImage.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { path, question } = params as { path: string; question: string };
      const { images = {} } = pi.getSettings();
      if (images.blockImages)
        throw new Error(
          "Image submission is disabled by settings (images.blockImages=true). Only the user can change that.",
        );
      const model = await modelFor(pi, ctx);
      const file = await readImage(path, { cwd: ctx.cwd, images: pi.images, shrink: images.autoResize ?? true });
      const answer = await ask(ctx, model, file, question, signal);
      const details = { model: `${model.provider}/${model.id}`, imagePath: file.path, mimeType: file.image.mimeType };
      return { content: [{ type: "text", text: textOf(answer) }], details, usage: answer.usage };
    },
  });
}

type Model = NonNullable<ExtensionContext["model"]>;

async function modelFor(pi: ExtensionAPI, { modelRegistry, model: active }: ExtensionContext): Promise<Model> {
  await modelRegistry.loadUsable();
  const available = modelRegistry.getAvailable();
  const model = chooseModel({ available, active, roles: pi.getSettings().modelRoles ?? {} });
  if (modelRegistry.hasConfiguredAuth(model)) return model;
  throw new Error(
    `No API key available for ${model.provider}/${model.id}. Sign in to ${model.provider}, or set its key.`,
  );
}

/** Sends the image before the question, because models then answer better. */
async function ask(
  { modelRegistry }: ExtensionContext,
  model: Model,
  { image }: ImageFile,
  question: string,
  signal: AbortSignal | undefined,
): Promise<AssistantMessage> {
  const content = [image, { type: "text" as const, text: question }];
  const messages = [{ role: "user" as const, content, timestamp: Date.now() }];
  return await modelRegistry.complete(model, { messages }, signal ? { signal } : {});
}

/** Returns the text of the answer. Throws if there is none. */
function textOf({ content, stopReason, errorMessage }: AssistantMessage): string {
  if (stopReason === "aborted") throw new Error("inspect_image request aborted.");
  if (stopReason === "error") throw new Error(errorMessage || "inspect_image request failed.");
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  if (text.trim() === "") throw new Error("inspect_image model returned no text output.");
  return text.trim();
}
