import type { Session } from "../session.ts";
import type { FoundTools } from "./tool-set.ts";

/** The type of entries that hold the tools declared by searches. Each entry holds the complete list, so the latest of a branch counts. */
const FOUND_ENTRY = "found-tools";

/** Declares tools from the next request on, after recording this in the log. Returns the tools that are new to the model. */
export function declareFound(session: Session, names: readonly string[], toolCallId?: string): string[] {
  const { tools } = session;
  const active = tools.activeNames();
  const findable = tools.findableNames().filter((name) => tools.get(name) && !active.includes(name));
  const added = [...new Set(names)].filter((name) => findable.includes(name));
  if (added.length === 0) return [];
  const found = [...tools.found, { names: added, ...(toolCallId === undefined ? {} : { toolCallId }) }];
  session.appendCustomEntry(FOUND_ENTRY, { found });
  tools.useFound(found);
  session.refreshTools();
  return added;
}

/** Restores the declared tools from the branch, after a resume and after moving to another branch. */
export async function restoreFound(session: Session): Promise<void> {
  const { log, tools, extensions } = session;
  const found = readFound(log.findCustomEntry(FOUND_ENTRY)?.data);
  if (found.length === 0 && tools.found.length === 0) return;
  // A tool of a sleeping extension may be known only by its name.
  if (found.some(({ names }) => names.some((name) => !tools.get(name)))) await extensions?.wake();
  tools.useFound(found);
  session.refreshTools();
}

/** Reads the data of an entry. The log may have been edited, so anything that is not a list of names is ignored. */
function readFound(data: unknown): FoundTools[] {
  const { found } = (data ?? {}) as { found?: unknown };
  if (!Array.isArray(found)) return [];
  return found.flatMap((batch: Partial<FoundTools> | null): FoundTools[] => {
    const { names, toolCallId } = batch ?? {};
    if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) return [];
    return [{ names, ...(typeof toolCallId === "string" ? { toolCallId } : {}) }];
  });
}
