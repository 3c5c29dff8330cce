import type { ToolUrl, UrlContent, UrlScheme } from "@tau/coding-agent";
import type { Server } from "../server.ts";
import type { Servers } from "../servers.ts";
import { readResource } from "./read-resource.ts";

/**
 * Handles `mcp://<server>/<URI of the resource>`, for `read` and other tools that take URLs. Without the URI it returns the list of
 * the server's resources, without the server the list of servers.
 */
export function resourceScheme(servers: Servers): UrlScheme {
  return {
    scheme: "mcp",
    description: "Resources of MCP servers: mcp://<server>/<uri>",
    async read(url, { signal }) {
      if (url.host === "") return listServers(servers);
      const server = servers.get(url.host);
      if (!server) throw new Error(`There is no MCP server "${url.host}". mcp:// lists those that there are.`);
      const uri = resourceUri(url, server);
      return uri === "" ? await listResources(server) : await content(server, uri, signal);
    },
    complete: (typed) =>
      servers
        .list()
        .flatMap(({ entry, catalogue }) => (catalogue?.resources ?? []).map(({ uri }) => `mcp://${entry.name}/${uri}`))
        .filter((url) => url.toLowerCase().startsWith(typed.toLowerCase())),
  };
}

/** Returns the URI as written, or decoded if the server lists it that way. */
function resourceUri({ href }: ToolUrl, { catalogue }: Server): string {
  const written = /^[^:]+:\/\/[^/]*\/?(.*)$/s.exec(href)?.[1] ?? "";
  const decoded = decodeURIComponent(written);
  const known = catalogue?.resources ?? [];
  if (known.some(({ uri }) => uri === written)) return written;
  const isDecoded = known.some(({ uri }) => uri === decoded) || !written.includes("://");
  return isDecoded ? decoded : written;
}

function listServers(servers: Servers): UrlContent {
  return {
    entries: servers.list().map(({ entry, catalogue }) => ({
      name: entry.name,
      isFolder: true,
      description: catalogue ? `${catalogue.resources.length} resources` : "not asked yet",
    })),
  };
}

async function listResources(server: Server): Promise<UrlContent> {
  await server.connected();
  return {
    entries: (server.catalogue?.resources ?? []).map(({ uri, name, description, isTemplate }) => ({
      name: uri,
      description: [isTemplate ? "template" : "", name, description].filter(Boolean).join(": "),
    })),
  };
}

async function content(server: Server, uri: string, signal: AbortSignal | undefined): Promise<UrlContent> {
  const parts = await readResource(server, uri, signal);
  const [first, ...more] = parts;
  if (!first) return { text: "", notes: ["The resource is empty."] };
  const contentType = first.mimeType === undefined ? {} : { contentType: first.mimeType };
  if (more.length === 0)
    return first.bytes ? { bytes: first.bytes, ...contentType } : { text: first.text ?? "", ...contentType };
  const texts = parts.map(({ uri: own, text, bytes, mimeType }) =>
    bytes ? `${own}\n[${mimeType ?? "bytes"}, ${bytes.length} bytes]` : `${own}\n${text ?? ""}`,
  );
  return { text: texts.join("\n\n") };
}
