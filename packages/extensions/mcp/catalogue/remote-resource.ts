import type { Client } from "@modelcontextprotocol/client";
import { cleanText } from "../clean-text.ts";
import { isObject, textOf } from "../json.ts";
import { listPages } from "./list-pages.ts";

/** A resource as its server lists it, or a template, whose URI contains `{names}`. */
export interface RemoteResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly isTemplate?: true;
}

const MAX_RESOURCES = 2000;

/** Lists the resources, followed by the templates. */
export async function listResources(client: Client): Promise<RemoteResource[]> {
  const resources = new Map<string, RemoteResource>();
  const take = (isTemplate: boolean) => (item: unknown) => {
    const resource = remoteResource(item, isTemplate);
    if (resource && !resources.has(resource.uri)) resources.set(resource.uri, resource);
    return resources.size < MAX_RESOURCES;
  };
  await listPages(client, { method: "resources/list", key: "resources" }, take(false));
  await listPages(client, { method: "resources/templates/list", key: "resourceTemplates" }, take(true));
  return [...resources.values()];
}

function remoteResource(item: unknown, isTemplate: boolean): RemoteResource | undefined {
  if (!isObject(item)) return undefined;
  const uri = textOf(isTemplate ? item.uriTemplate : item.uri);
  if (uri === undefined || !/^[^\p{C}\s]{1,1000}$/u.test(uri)) return undefined;
  return {
    uri,
    name: cleanText(textOf(item.title) ?? textOf(item.name) ?? "", 200),
    description: cleanText(textOf(item.description) ?? "", 500),
    ...(isTemplate ? { isTemplate } : {}),
  };
}
