import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { neutralize } from "@tau/tui";
import type { TSchema } from "typebox";
import { autoRecall, MESSAGE_TYPE } from "./auto-recall.ts";
import { drawCall, drawRecalled } from "./draw.ts";
import type { NewMemory } from "./memory.ts";
import { MemoryBackends } from "./memory-backends.ts";
import { recallText } from "./recall-text.ts";
import { memorySettings } from "./settings.ts";
import { recall, reflect, retain } from "./tools.ts";

const NOTHING_TO_REFLECT_ON = "No relevant information found to reflect on.";
/** How long automatic recall pauses after a failure. */
const PAUSE_MS = 60_000;
const schema = (tool: { readonly parameters: object }) => tool.parameters as TSchema;
const says = <T>(text: string, details: T) => ({ content: [{ type: "text" as const, text }], details });

export default function (pi: ExtensionAPI): void {
  const backends = new MemoryBackends(pi);
  registerTools(pi, backends);
  pi.registerMessageRenderer(MESSAGE_TYPE, drawRecalled as Parameters<typeof pi.registerMessageRenderer>[1]);
  pi.registerCommand("memory", {
    handler: async (args, ctx) => await (await import("./command.ts")).showMemories(args, backends, ctx),
  });
  pi.registerSubcommand("memory", {
    run: async (args, ctx) => await (await import("./subcommand.ts")).runSubcommand(args, ctx, pi),
  });
  registerEvents(pi, backends);
}

function registerTools(pi: ExtensionAPI, backends: MemoryBackends): void {
  const settings = () => memorySettings(pi.settings.get);
  pi.registerTool({
    ...retain,
    parameters: schema(retain),
    renderCall: (args, theme) => drawCall(retain.name, args as Parameters<typeof drawCall>[1], theme),
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { items } = params as { items: NewMemory[] };
      const text = await backends.current(ctx).retain(items, { ctx, signal });
      return says(text, { count: items.length });
    },
  });
  pi.registerTool({
    ...recall,
    parameters: schema(recall),
    renderCall: (args, theme) => drawCall(recall.name, args as Parameters<typeof drawCall>[1], theme),
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { query } = params as { query: string };
      const memories = await backends.current(ctx).recall(query, settings().recallMaxTokens, { ctx, signal });
      return says(recallText(memories), { count: memories.length });
    },
  });
  pi.registerTool({
    ...reflect,
    parameters: schema(reflect),
    renderCall: (args, theme) => drawCall(reflect.name, args as Parameters<typeof drawCall>[1], theme),
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { query, context } = params as { query: string; context?: string };
      const text = await backends.current(ctx).reflect(query, context, { ctx, signal });
      return says(text.trim() === "" ? NOTHING_TO_REFLECT_ON : text, undefined);
    },
  });
}

function registerEvents(pi: ExtensionAPI, backends: MemoryBackends): void {
  let warned: string | undefined;
  let pausedUntil = 0;
  // Memory is a convenience: what goes wrong with it is reported once and never stops a run.
  const warn = (error: unknown, ctx: ExtensionContext) => {
    const text = neutralize(error instanceof Error ? error.message : String(error));
    if (text === warned) return;
    warned = text;
    ctx.ui.notify(`Memory: ${text}`, "warning");
  };
  pi.on("before_agent_start", async (event, ctx) => {
    if (ctx.child) return undefined;
    try {
      const settings = memorySettings(pi.settings.get);
      const backend = backends.current(ctx);
      pi.tools.declare([retain.name, recall.name, reflect.name]);
      const isRecalling = event.messageType === "user" && settings.autoRecall && Date.now() >= pausedUntil;
      const [section, message] = await Promise.all([
        backend.instructions?.({ ctx, signal: ctx.signal }),
        isRecalling ? autoRecall(backend, event.prompt, settings, ctx) : undefined,
      ]);
      if (section !== undefined) event.systemPromptOptions.sections.mental_models = section;
      return message && { message };
    } catch (error) {
      // The next runs do not wait for a server that is down.
      pausedUntil = Date.now() + PAUSE_MS;
      warn(error, ctx);
      return undefined;
    }
  });
  pi.on("agent_start", () => backends.opened?.runStarted?.());
  pi.on("agent_settled", (_event, ctx) => {
    if (!ctx.child) backends.opened?.runEnded?.({ ctx });
  });
  pi.on("session_shutdown", async () => await backends.close());
}
