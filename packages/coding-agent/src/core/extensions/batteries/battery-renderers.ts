import type { RendererSource } from "../../export/extension-drawings.ts";
import { lazyExtension } from "../extension/lazy-extension.ts";
import { loadExtensions } from "../loader/load-extensions.ts";
import { installed, readManifests } from "./installed.ts";

/**
 * The renderers of the batteries that drew something in a session: their code is loaded to draw and takes no part in any session, so that
 * a file is shown as its session was, with nothing of it running.
 */
export async function batteryRenderers(tools: ReadonlySet<string>, cwd: string): Promise<RendererSource[]> {
  const names = installed.filter(({ draws }) => draws?.tools?.some((tool) => tools.has(tool))).map(({ name }) => name);
  if (names.length === 0) return [];
  const manifests = (await readManifests()).filter(({ name }) => names.includes(name));
  const { generation } = await loadExtensions({ inline: manifests.map((manifest) => lazyExtension(manifest)), cwd });
  // One that cannot be loaded draws nothing: its calls are shown in the usual look.
  await Promise.allSettled(generation.extensions.map(async ({ drawings }) => await drawings?.load()));
  return [generation.registered];
}
