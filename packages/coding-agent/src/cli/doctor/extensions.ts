import { loadExtensions } from "../../core/extensions/index.ts";
import { getCacheDir } from "../../core/paths/index.ts";
import type { Examination, Finding } from "./finding.ts";

/** Events that pi no longer emits. Handlers of older extensions still listen for them. */
const NOT_EMITTED = ["session_switch", "session_fork"];

/** Loads the extensions as at start-up and reports those that expect something they do not get. */
export const examineExtensions: Examination = async ({ cwd, resources }) => {
  const paths = resources.getExtensionPaths().items;
  if (paths.length === 0) return [];
  const { generation } = await loadExtensions({ paths, cwd, cacheDir: getCacheDir() });
  const listened = new Map<string, Set<string>>();
  for (const { path, sourceInfo, handlers } of generation.extensions) {
    const source = sourceInfo.origin === "package" ? sourceInfo.source : path;
    const events = NOT_EMITTED.filter((event) => (handlers.get(event as never)?.length ?? 0) > 0);
    if (events.length > 0) listened.set(source, new Set([...(listened.get(source) ?? []), ...events]));
  }
  return [...listened].map(([source, events]): Finding => {
    const text = `${source} listens for ${[...events].join(" and ")}, which ${events.size === 1 ? "is" : "are"} not emitted`;
    return {
      state: "note",
      topic: "extension",
      text,
      fix: 'It should listen for session_start, whose "reason" says new, resume or fork.',
    };
  });
};
