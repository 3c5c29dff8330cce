import type { RendererSource } from "../../export/extension-drawings.ts";
import { lazyExtension } from "../extension/lazy-extension.ts";
import { loadExtensions } from "../loader/load-extensions.ts";
import { installed, readManifests } from "./installed.ts";

/**
 * Returns the renderers of the batteries that own one of these tools. Their code is loaded only for rendering and takes part in no session,
 * so a session file can be shown as its session looked without running anything.
 */
export async function batteryRenderers(tools: ReadonlySet<string>, cwd: string): Promise<RendererSource[]> {
  const names = installed.filter(({ draws }) => draws?.tools?.some((tool) => tools.has(tool))).map(({ name }) => name);
  if (names.length === 0) return [];
  const manifests = (await readManifests()).filter(({ name }) => names.includes(name));
  const { generation } = await loadExtensions({ inline: manifests.map((manifest) => lazyExtension(manifest)), cwd });
  // If a battery cannot be loaded, its tool calls are shown in the default style.
  await Promise.allSettled(generation.extensions.map(async ({ drawings }) => await drawings?.load()));
  return [generation.registered];
}
