import type { Session } from "../session.ts";
import type { FoundTools } from "./tool-set.ts";

/** The kind of the entries that hold what searches have declared. Each holds all of it: the latest of a branch counts. */
const FOUND_ENTRY = "found-tools";

/** Declares tools from the next request on, and writes it down first. Returns those that are new to the model. */
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

/** Brings the tools to what the branch says: after a resume, and where another branch is gone to. */
export async function restoreFound(session: Session): Promise<void> {
  const { log, tools, extensions } = session;
  const found = readFound(log.findCustomEntry(FOUND_ENTRY)?.data);
  if (found.length === 0 && tools.found.length === 0) return;
  // A tool of an extension that sleeps may be known by its name alone.
  if (found.some(({ names }) => names.some((name) => !tools.get(name)))) await extensions?.wake();
  tools.useFound(found);
  session.refreshTools();
}

/** The log may have been written by other hands: what is no list of names counts for nothing. */
function readFound(data: unknown): FoundTools[] {
  const { found } = (data ?? {}) as { found?: unknown };
  if (!Array.isArray(found)) return [];
  return found.flatMap((batch: Partial<FoundTools> | null): FoundTools[] => {
    const { names, toolCallId } = batch ?? {};
    if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) return [];
    return [{ names, ...(typeof toolCallId === "string" ? { toolCallId } : {}) }];
  });
}
