import type { ExtensionContext } from "@tau/coding-agent";
import { checkContent, MemoryError } from "../memory.ts";
import { askModel } from "./ask-model.ts";
import type { MemoryStore, Merge, StoredMemory } from "./memory-store.ts";
import { CONSOLIDATE_PROMPT } from "./prompts.ts";

/** How many memories one request contains: about 10,000 tokens. */
const MAX_MEMORIES = 200;

export interface Consolidation {
  readonly store: MemoryStore;
  readonly project: string;
  redact(text: string): Promise<string>;
}

/**
 * Lets the model merge the project's memories that repeat or contradict each other. What was merged stays in the database, marked as
 * replaced: `/memory` shows it, and deleting the new memory brings it back. Resolves to the number of merges.
 */
export async function consolidate(
  { store, project, redact }: Consolidation,
  ctx: ExtensionContext,
  signal: AbortSignal,
): Promise<number> {
  const memories = store.list(project).slice(0, MAX_MEMORIES);
  if (memories.length < 2) return 0;
  const answer = await askModel(ctx, CONSOLIDATE_PROMPT, memories.map(line).join("\n"), signal);
  if (signal.aborted) return 0;
  const merges: Merge[] = [];
  for (const { replaces, content } of parseMerges(answer, new Set(memories.map(({ id }) => id))))
    merges.push({ replaces, content: checkContent(await redact(content)) });
  return merges.length === 0 ? 0 : store.merge(merges);
}

function line({ id, project, updated, content }: StoredMemory): string {
  const scope = project === "" ? "global" : "project";
  return `${id} [${scope}] (${new Date(updated).toISOString().slice(0, 10)}) ${content.replaceAll(/\s+/g, " ")}`;
}

/** Reads the model's answer. Leaves out merges of fewer than two notes, of unknown notes, and of notes that another merge names. */
export function parseMerges(answer: string, known: ReadonlySet<number>): Merge[] {
  const taken = new Set<number>();
  return parseList(answer).flatMap((item) => {
    const { replaces, content } = (item ?? {}) as Partial<Record<keyof Merge, unknown>>;
    if (!Array.isArray(replaces) || typeof content !== "string" || content.trim() === "") return [];
    const ids = [...new Set(replaces.map(Number))];
    if (ids.length < 2 || ids.some((id) => !known.has(id) || taken.has(id))) return [];
    for (const id of ids) taken.add(id);
    return [{ replaces: ids, content: content.trim() }];
  });
}

function parseList(answer: string): unknown[] {
  const text = answer.slice(answer.indexOf("["), answer.lastIndexOf("]") + 1);
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch (error) {
    throw new MemoryError("The model did not answer with a list of merges.", { code: "server", cause: error });
  }
  throw new MemoryError("The model did not answer with a list of merges.", { code: "server" });
}
