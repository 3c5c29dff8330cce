import { basename } from "node:path";
import type { ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import { LocalBackend } from "./local/local-backend.ts";
import { GLOBAL, type StoredMemory } from "./local/memory-store.ts";
import type { MemoryBackends } from "./memory-backends.ts";
import { projectOf } from "./project.ts";

const ADD = "add";
const MAX_PRINTED = 50;

/** Runs `/memory [words]`: shows the memories of all projects, those of this one first, and acts on one of them. */
export async function showMemories(
  args: string,
  backends: MemoryBackends,
  ctx: ExtensionCommandContext,
): Promise<void> {
  try {
    const backend = backends.current(ctx);
    if (backend instanceof LocalBackend) await showLocal(args.trim(), backend, ctx);
    else ctx.ui.notify(neutralize((await backend.describe?.({ ctx })) ?? ""), "info");
  } catch (error) {
    ctx.ui.notify(neutralize((error as Error).message), "error");
  }
}

async function showLocal(words: string, backend: LocalBackend, ctx: ExtensionCommandContext): Promise<void> {
  const project = projectOf(ctx.cwd);
  for (;;) {
    const memories = find(words, backend, project);
    if (!ctx.hasUI) return ctx.ui.notify(plainText(memories, project));
    const chosen = await choose(memories, project, ctx);
    if (!chosen) return;
    if (chosen.id === ADD) await addMemory(backend, ctx);
    else await act(Number(chosen.id), backend, project, ctx);
  }
}

function find(words: string, { store }: LocalBackend, project: string): StoredMemory[] {
  const all = words === "" ? store.list(undefined, { withReplaced: true }) : store.search(words, undefined, 1_000);
  const rank = (memory: StoredMemory) => (memory.project === project ? 0 : memory.project === GLOBAL ? 1 : 2);
  return words === "" ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
}

async function choose(
  memories: readonly StoredMemory[],
  project: string,
  ctx: ExtensionCommandContext,
): Promise<ListRow | undefined> {
  const byId = new Map(memories.map((memory) => [String(memory.id), memory]));
  return await ctx.ui.list({
    title: memories.length === 1 ? "1 memory" : `${memories.length} memories`,
    columns: [{ title: "memory" }, { title: "scope" }],
    rows: [
      ...memories.map((memory) => ({
        id: String(memory.id),
        label: neutralizeLine(memory.content),
        cells: [scopeOf(memory, project)],
        ...(memory.replacedBy !== null && { color: "dim" as const }),
      })),
      { id: ADD, label: "Add a memory…", cells: [""] },
    ],
    search: true,
    preview: ({ id }) => preview(byId.get(id)),
  }).closed;
}

function scopeOf({ project, replacedBy }: StoredMemory, current: string): string {
  if (replacedBy !== null) return "replaced";
  if (project === GLOBAL) return "global";
  return project === current ? "project" : neutralizeLine(basename(project));
}

function preview(memory: StoredMemory | undefined): string {
  if (!memory) return "";
  const { id, content, context, project, created, updated, replacedBy } = memory;
  return [
    neutralize(content),
    "",
    ...(context === "" ? [] : [`context   ${neutralizeLine(context)}`]),
    `number    ${id}`,
    `for       ${project === GLOBAL ? "all projects" : neutralizeLine(project)}`,
    `stored    ${dateOf(created)}${updated === created ? "" : `, changed ${dateOf(updated)}`}`,
    ...(replacedBy === null ? [] : [`replaced  by memory ${replacedBy}; editing it brings it back`]),
  ].join("\n");
}

async function addMemory(backend: LocalBackend, ctx: ExtensionCommandContext): Promise<void> {
  const content = await ctx.ui.editor("What should be remembered?");
  if (content === undefined || content.trim() === "") return;
  const scope = await ctx.ui.select("For which projects?", ["This project", "All projects"]);
  if (scope === undefined) return;
  await attempt(ctx, () => backend.add({ content, scope: scope === "All projects" ? "global" : "project" }));
}

async function act(id: number, backend: LocalBackend, project: string, ctx: ExtensionCommandContext): Promise<void> {
  const { store } = backend;
  const memory = store.get(id);
  if (!memory) return ctx.ui.notify(`Memory ${id} is gone: another Tau has deleted it.`, "warning");
  const move = memory.project === GLOBAL ? "Keep for this project only" : "Keep for all projects";
  const action = await ctx.ui.select(neutralizeLine(memory.content), ["Edit", move, "Delete"]);
  if (action === "Delete") await attempt(ctx, () => void store.remove([id]));
  if (action === move)
    await attempt(ctx, () => store.edit(id, { project: memory.project === GLOBAL ? project : GLOBAL }));
  if (action !== "Edit") return;
  const content = await ctx.ui.editor("Edit the memory", neutralize(memory.content));
  if (content !== undefined && content.trim() !== memory.content) await attempt(ctx, () => backend.edit(id, content));
}

async function attempt(ctx: ExtensionCommandContext, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    ctx.ui.notify(neutralize((error as Error).message), "error");
  }
}

function plainText(memories: readonly StoredMemory[], project: string): string {
  if (memories.length === 0) return "There are no memories.";
  const lines = memories
    .slice(0, MAX_PRINTED)
    .map((memory) => `${memory.id}  ${scopeOf(memory, project)}  ${neutralizeLine(memory.content)}`);
  const more = memories.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more: tau memory list --all`] : [])].join("\n");
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
