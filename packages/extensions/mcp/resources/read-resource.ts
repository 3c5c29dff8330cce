import type { ImageContent } from "@tau/ai";
import { isObject, type JsonObject, textOf } from "../json.ts";
import type { Server } from "../server.ts";
import { requestServer } from "../server-request.ts";

/** One part of a resource: a text, or bytes. */
export interface ResourcePart {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  readonly bytes?: Buffer | undefined;
}

export async function readResource(server: Server, uri: string, signal?: AbortSignal): Promise<ResourcePart[]> {
  const request = { method: "resources/read" as const, params: { uri }, subject: uri };
  const { contents } = await requestServer(server, request, { signal });
  return (Array.isArray(contents) ? contents : []).filter(isObject).map((part) => partOf(part, uri));
}

function partOf({ uri, mimeType, text, blob }: JsonObject, asked: string): ResourcePart {
  return {
    uri: textOf(uri) ?? asked,
    mimeType: textOf(mimeType),
    text: textOf(text),
    bytes: typeof blob === "string" ? Buffer.from(blob, "base64") : undefined,
  };
}

/** Returns the part as an image, if models accept its type. */
export function imageOf({ mimeType, bytes }: ResourcePart): ImageContent | undefined {
  if (!bytes || !/^image\/(?:png|jpeg|gif|webp)$/.test(mimeType ?? "")) return undefined;
  return { type: "image", data: bytes.toString("base64"), mimeType: mimeType ?? "" };
}
