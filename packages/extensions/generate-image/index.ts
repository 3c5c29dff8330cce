import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import type { AssistantImages, ImageContent } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { chooseModel } from "./choose-model.ts";
import { generateImage } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...generateImage,
    parameters: generateImage.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, { cwd, modelRegistry }) {
      const { prompt, path, images = [] } = params as { prompt: string; path: string; images?: string[] };
      const settings = pi.getSettings();
      if (images.length > 0 && settings.images?.blockImages)
        throw new Error(
          "Images are not sent to models, by the setting images.blockImages. Only the user can change that.",
        );
      const model = await chooseModel(modelRegistry, settings.modelRoles?.image);
      const sources = await Promise.all(images.map((image) => readImage(pi, resolvePath(cwd, image))));
      const input = [...sources, { type: "text" as const, text: prompt }];
      const answer = await modelRegistry.generateImages(model, { input }, signal ? { signal } : {});
      const drawn = imagesOf(answer);
      const paths = drawn.map((_, index) => resolvePath(cwd, numbered(path, index)));
      await mkdir(dirname(resolvePath(cwd, path)), { recursive: true });
      for (const [index, image] of drawn.entries())
        await writeFile(paths[index] as string, Buffer.from(image.data, "base64"));
      const details = { model: `${model.provider}/${model.id}`, paths };
      const usage = answer.usage ? { usage: answer.usage } : {};
      return { content: [{ type: "text", text: `Saved ${paths.join(", ")}` }, ...drawn], details, ...usage };
    },
  });
}

async function readImage(pi: ExtensionAPI, path: string): Promise<ImageContent> {
  const image = await pi.images.fit(await readFile(path));
  if (!image) throw new Error(`${path} is no image that a model takes.`);
  return image;
}

/** Returns the images of an answer. Throws if there are none. */
function imagesOf({ output, stopReason, errorMessage }: AssistantImages): ImageContent[] {
  if (stopReason !== "stop") throw new Error(errorMessage || "The image model gave no answer.");
  const images = output.filter((block) => block.type === "image");
  if (images.length > 0) return images;
  const said = output.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  throw new Error(`The image model drew nothing.${said === "" ? "" : ` It says: ${said}`}`);
}

/** Numbers the file names of further images: the second is `name-2.png`. */
function numbered(path: string, index: number): string {
  return index === 0
    ? path
    : path.replace(/(\.[^./\\]*)?$/, (end) => (end === "" ? `-${index + 1}` : `-${index + 1}${end}`));
}

function resolvePath(cwd: string, path: string): string {
  return resolve(cwd, path.replace(/^~(?=\/|$)/, homedir()));
}
