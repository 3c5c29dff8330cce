import type { ClassifierModel, SystemOneCompat } from "../../contract/classifier.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { ImageContent } from "../../contract/messages.ts";
import { invalid } from "../create-classifier.ts";

type ImageInput = NonNullable<SystemOneCompat["imageInput"]>;

const MOST_IMAGES = 4;
const ACCEPTED: Record<ImageInput, readonly string[]> = {
  assets: ["image/png", "image/jpeg"],
  images: ["image/png", "image/jpeg", "image/webp"],
  "state-image-urls": ["image/png", "image/jpeg", "image/webp", "image/gif"],
};

/** Returns the state with its images in the form that the service expects. */
export function stateWithImages(
  state: JsonObject,
  images: readonly ImageContent[],
  form: ImageInput,
): Record<string, unknown> {
  if (images.length === 0) return { state };
  checkImages(images, form);
  if (form === "images") return { state, images: images.map(dataUrl) };
  if (form === "state-image-urls") {
    return { state: [...images.map((image) => ({ type: "image_url", image_url: { url: dataUrl(image) } })), state] };
  }
  const assets = images.map(({ data, mimeType }, index) => [
    `<image-${index + 1}>`,
    { type: "image", format: mimeType.replace("image/", ""), data_base64: data },
  ]);
  // The service refuses an asset that the state does not name.
  return { state: [...assets.map(([name]) => name), state], assets: Object.fromEntries(assets) };
}

function checkImages(images: readonly ImageContent[], form: ImageInput): void {
  if (form === "images" && images.length > MOST_IMAGES) throw invalid(`More than ${MOST_IMAGES} images. Send fewer.`);
  const wrong = images.find(({ mimeType }) => !ACCEPTED[form].includes(mimeType));
  if (wrong) throw invalid(`The model takes no ${wrong.mimeType}. Send ${ACCEPTED[form].join(", ")}.`);
}

/** Returns the model's settings; defaults depend on its URL and name. */
export function resolveCompat(model: ClassifierModel, inventor: boolean): Required<SystemOneCompat> {
  const isRouter = model.provider === "openrouter" || model.baseUrl.includes("openrouter.ai");
  const isClef = model.id.startsWith("@cf/cloudflare/clef");
  const imageInput = isRouter ? "state-image-urls" : isClef ? "images" : "assets";
  return { imageInput, sendImageOptInHeader: inventor && !isRouter, ...model.compat };
}

function dataUrl({ data, mimeType }: ImageContent): string {
  return `data:${mimeType};base64,${data}`;
}
