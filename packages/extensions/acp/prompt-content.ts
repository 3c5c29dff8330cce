import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";
import type { ImageContent } from "@tau/ai";

export interface PromptContent {
  readonly text: string;
  readonly images: readonly ImageContent[];
}

/**
 * Turns the blocks of a prompt into a text and images. A mentioned file is named in the text as `@path`, which the model reads with its
 * tools. What the client has embedded follows the text, because a mention may stand in the middle of a sentence.
 */
export function promptContent(blocks: readonly ContentBlock[], cwd: string): PromptContent {
  const images: ImageContent[] = [];
  const embedded: string[] = [];
  let text = "";
  for (const block of blocks) {
    const { said = "", image, appended } = partOf(block, cwd);
    text += said;
    if (image) images.push(image);
    if (appended) embedded.push(appended);
  }
  return { text: [text.trim(), ...embedded].filter((part) => part !== "").join("\n\n"), images };
}

interface PromptPart {
  readonly said?: string;
  readonly image?: ImageContent;
  readonly appended?: string;
}

function partOf(block: ContentBlock, cwd: string): PromptPart {
  switch (block.type) {
    case "text":
      return { said: block.text };
    case "image":
      return { image: { type: "image", data: block.data, mimeType: block.mimeType } };
    case "resource_link":
      return { said: mention(block.uri, cwd) };
    case "resource":
      return embeddedPart(block.resource, cwd);
    case "audio":
      throw RequestError.invalidParams(undefined, "Tau takes no audio.");
  }
}

function embeddedPart(resource: Extract<ContentBlock, { type: "resource" }>["resource"], cwd: string): PromptPart {
  const said = mention(resource.uri, cwd);
  if ("text" in resource) return { said, appended: embed(resource.uri, resource.text, cwd) };
  const { blob: data, mimeType } = resource;
  return mimeType?.startsWith("image/") ? { said, image: { type: "image", data, mimeType } } : { said };
}

/** Returns `@path` for a file, with the lines that the link names, and the URL itself for anything else. */
function mention(uri: string, cwd: string): string {
  const path = filePath(uri);
  if (path === undefined) return uri;
  const inside = relative(cwd, path);
  const shown = inside === "" || inside.startsWith("..") || isAbsolute(inside) ? path : inside;
  const lines = /#L?(\d+)(?:[:-]L?(\d+))?$/.exec(uri);
  const range = lines ? ` (lines ${lines[1]}${lines[2] ? `-${lines[2]}` : ""})` : "";
  return `@${/\s/.test(shown) ? `"${shown}"` : shown}${range}`;
}

function filePath(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(new URL(uri));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function embed(uri: string, text: string, cwd: string): string {
  return `<resource uri=${JSON.stringify(filePath(uri) ? mention(uri, cwd).slice(1) : uri)}>\n${text}\n</resource>`;
}
