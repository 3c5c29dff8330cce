import type { ImageContent, TextContent } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { OutputItem, ScriptOutcome } from "./sandbox/run-script.ts";

const CHARACTERS_PER_TOKEN = 4;
const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Approximately the limit of providers. */
const MAX_IMAGE_CHARACTERS = 6 * 1024 * 1024;

export interface ScriptOutput {
  readonly content: (TextContent | ImageContent)[];
  /** The file with the whole text, if it was cut. */
  readonly fullOutputPath?: string;
}

/** Converts the output of a script into content for the model. The whole of a text that is too long becomes an artifact. */
export async function outputContent(
  head: string,
  { items, console, error }: ScriptOutcome,
  { artifacts, maxTokens }: { readonly artifacts: ExtensionAPI["artifacts"]; readonly maxTokens: number },
): Promise<ScriptOutput> {
  const images = items.flatMap((item) => (item.kind === "image" ? [imageOf(item.json)] : []));
  const valid = images.filter((image) => typeof image !== "string");
  const problems = images.filter((image) => typeof image === "string");
  const said = [
    textItems(items),
    ...(console.length > 0 ? [`<console_output>\n${console.join("\n")}\n</console_output>`] : []),
  ].filter((part) => part !== "");
  const { text, path } = await withinLimit(said.join("\n"), maxTokens * CHARACTERS_PER_TOKEN, artifacts);
  const after = [...problems, ...(error === undefined ? [] : [`Script error: ${error}`])];
  const all = [head, ...(text === "" ? [] : [text]), ...after].join("\n");
  return { content: [{ type: "text", text: all }, ...valid], ...(path === undefined ? {} : { fullOutputPath: path }) };
}

/** Joins the texts. Several are told apart by a line before each. */
function textItems(items: readonly OutputItem[]): string {
  const texts = items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  if (texts.length < 2) return texts.join("");
  return texts.map((text, index) => `==> text ${index + 1}/${texts.length} <==\n${text}`).join("\n");
}

async function withinLimit(
  text: string,
  most: number,
  artifacts: ExtensionAPI["artifacts"],
): Promise<{ readonly text: string; readonly path?: string }> {
  if (text.length <= most) return { text };
  const sink = await artifacts.open("codemode", { maxBytes: most, maxLines: Number.MAX_SAFE_INTEGER });
  sink.append(text);
  const { path, artifact } = sink.finish();
  const half = Math.floor(most / 2);
  const left = text.length - 2 * half;
  const place = artifact?.url ?? path;
  const note = `[… ${left} characters left out${place === undefined ? "" : `; the whole output: ${place}`} …]`;
  return { text: `${text.slice(0, half)}\n${note}\n${text.slice(-half)}`, ...(path === undefined ? {} : { path }) };
}

/** Returns the image, or what is wrong with it. */
function imageOf(json: string): ImageContent | string {
  const value: unknown = JSON.parse(json);
  const {
    image_url: url = value,
    data,
    mimeType,
  } = (typeof value === "object" && value !== null ? value : {}) as {
    image_url?: unknown;
    data?: unknown;
    mimeType?: unknown;
  };
  const [, type, base64] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(typeof url === "string" ? url : "") ?? [];
  const image = { type: "image" as const, data: base64 ?? data, mimeType: type ?? mimeType };
  const isImage = typeof image.data === "string" && typeof image.mimeType === "string" && IMAGES.has(image.mimeType);
  if (!isImage) return "[image: neither a data: URL nor an image block of PNG, JPEG, GIF or WebP, left out]";
  if ((image.data as string).length > MAX_IMAGE_CHARACTERS) return "[image: too large, left out]";
  return image as ImageContent;
}
