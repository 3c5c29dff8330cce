import type { ImageContent, TextContent } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import { cleanText } from "../clean-text.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";

export interface McpDetails {
  readonly server: string;
  readonly tool: string;
  /** The structured result of the server, for programs. */
  readonly structuredContent?: unknown;
}

type Artifacts = Pick<ExtensionAPI, "artifacts">["artifacts"];
type Block = TextContent | ImageContent;

const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Approximately the limit of providers. */
const MAX_IMAGE_CHARACTERS = 6 * 1024 * 1024;

/** Converts an answer into content for the model. Texts above the tool limits, and content that models do not accept, become artifacts. */
export async function resultContent(answer: JsonObject, artifacts: Artifacts): Promise<Block[]> {
  const blocks = Array.isArray(answer.content) ? answer.content : [];
  const content: Block[] = [];
  for (const block of blocks) content.push(await contentOf(block, artifacts));
  const hasText = content.some((block) => block.type === "text" && block.text.trim() !== "");
  if (!hasText && answer.structuredContent !== undefined)
    content.unshift(text(JSON.stringify(answer.structuredContent, null, 1)));
  if (content.length === 0) content.push(text("(no output)"));
  return await withinLimits(content, artifacts);
}

async function contentOf(block: unknown, artifacts: Artifacts): Promise<Block> {
  if (!isObject(block)) return text(String(block));
  switch (block.type) {
    case "text":
      return text(textOf(block.text) ?? "");
    case "image":
    case "audio":
      return await binary(textOf(block.data) ?? "", textOf(block.mimeType), artifacts);
    case "resource_link":
      return text(`${textOf(block.title) ?? textOf(block.name) ?? "Resource"}: ${textOf(block.uri) ?? ""}`);
    case "resource":
      return await embedded(isObject(block.resource) ? block.resource : {}, artifacts);
    default:
      return text(JSON.stringify(block));
  }
}

async function embedded(resource: JsonObject, artifacts: Artifacts): Promise<Block> {
  const { uri, text: plain, blob, mimeType } = resource;
  if (typeof plain === "string") return text(`${textOf(uri) ?? ""}\n${plain}`);
  return await binary(textOf(blob) ?? "", textOf(mimeType), artifacts);
}

async function binary(data: string, mimeType = "application/octet-stream", artifacts: Artifacts): Promise<Block> {
  const kind = cleanText(mimeType, 100);
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(data)) return text(`[${kind}: not valid base64, left out]`);
  if (IMAGES.has(kind) && data.length <= MAX_IMAGE_CHARACTERS) return { type: "image", data, mimeType: kind };
  const bytes = Buffer.from(data, "base64");
  try {
    const { url } = await artifacts.save("mcp", bytes);
    return text(`[${kind}, ${bytes.length} bytes: ${url}]`);
  } catch {
    // A session in memory stores no artifacts.
    return text(`[${kind}, ${bytes.length} bytes, left out]`);
  }
}

/** Applies the limits of one output to all texts together. */
async function withinLimits(content: readonly Block[], artifacts: Artifacts): Promise<Block[]> {
  const sink = await artifacts.open("mcp");
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  sink.append(texts.join("\n"));
  const { text: shown } = sink.finish();
  const images = content.filter((block) => block.type === "image");
  return shown === "" ? images : [text(shown), ...images];
}

function text(value: string): TextContent {
  return { type: "text", text: value };
}
