import type {
  ExtensionAPI,
  ExtensionContext,
  HookSettings,
  ListedResource,
  SessionStartEvent,
} from "@tau/coding-agent";
import { neutralize } from "@tau/tui";
import { showHooks } from "./command.ts";
import { type Hook, type HookEvent, readHooks } from "./hook.ts";
import { HookRunner } from "./hook-runner.ts";
import { SessionHooks } from "./session-hooks.ts";
import { ToolHooks } from "./tool-hooks.ts";

type HookFile = ListedResource<HookSettings>;

/** The hooks of a session, and why some of them do not run. */
export interface LoadedHooks {
  readonly files: readonly HookFile[];
  /** Hooks that run and hooks that do not, with `problem`. */
  readonly hooks: readonly Hook[];
  readonly runner: HookRunner;
}

export default function (pi: ExtensionAPI): void {
  let loaded: LoadedHooks | undefined;
  let registered: (() => void)[] = [];
  const start = async (event: SessionStartEvent, ctx: ExtensionContext) => {
    for (const unregister of registered.splice(0)) unregister();
    loaded = await load(pi, ctx);
    const session = new SessionHooks(pi, loaded.runner);
    registered = register(pi, loaded.runner, session, ctx);
    session.start(event, ctx);
  };
  pi.registerCommand("hooks", {
    handler: async (_args, ctx) => {
      loaded ??= await load(pi, ctx);
      await showHooks(loaded, ctx);
    },
  });
  pi.on("session_start", async (event, ctx) => {
    await start(event, ctx);
    // The session starts while the question waits.
    void askAboutClaude(pi, ctx).then(async (isWanted) => (isWanted ? await start(event, ctx) : undefined));
  });
}

/** Registers handlers for the events that have hooks, so that others cost nothing. Returns functions that remove them. */
function register(pi: ExtensionAPI, runner: HookRunner, session: SessionHooks, ctx: ExtensionContext): (() => void)[] {
  const tools = new ToolHooks(runner);
  const undo: (() => void)[] = [];
  const on = (events: readonly HookEvent[], add: () => () => void) => {
    if (events.some((event) => runner.has(event))) undo.push(add());
  };
  on(["PreToolUse"], () => pi.on("tool_call", (event, at) => tools.beforeCall(event, at)));
  on(["PermissionRequest", "Notification"], () =>
    pi.on("permission_request", (event, at) => tools.onQuestion(event, at)),
  );
  // A text of a PreToolUse hook for the model becomes part of the result.
  on(["PreToolUse", "PostToolUse", "PostToolUseFailure"], () =>
    pi.on("tool_result", (event, at) => tools.afterCall(event, at)),
  );
  on(["UserPromptSubmit", "SessionStart", "Stop"], () => pi.on("input", (event, at) => session.onInput(event, at)));
  on(["Stop"], () => pi.on("agent_before_settle", (event, at) => session.beforeSettle(event, at)));
  on(["PreCompact"], () => pi.on("session_before_compact", (event, at) => session.beforeCompact(event, at)));
  on(["PostCompact", "SessionStart"], () => pi.on("session_compact", (event, at) => session.afterCompact(event, at)));
  on(["SessionEnd"], () => pi.on("session_shutdown", (event, at) => session.end(event, at)));
  on(["Notification"], () =>
    pi.on("ui_prompt_start", ({ title = "Tau asks you something" }, at) =>
      tools.notify("elicitation_dialog", title, at),
    ),
  );
  on(["SubagentStart", "SubagentStop"], () => pi.children.subscribe((event) => void session.onChild(event, ctx)));
  return undo;
}

async function load(pi: ExtensionAPI, ctx: ExtensionContext): Promise<LoadedHooks> {
  const files = await ctx.resources.hooks();
  const isOff = files.some(({ disablesAll }) => disablesAll);
  const seen = new Set<string>();
  const hooks = files.flatMap((file) =>
    readHooks(file).map((hook): Hook => {
      if (hook.problem !== undefined) return hook;
      if (isOff) return { ...hook, problem: "disableAllHooks is set" };
      if (isOfClaudeUser(file) && pi.settings.get("claudeHooks") !== true)
        return { ...hook, problem: "switched off; set claudeHooks to run it" };
      const { event, matcher, type, target, args, condition, env } = hook;
      const key = JSON.stringify([event, matcher, type, target, args, condition, env]);
      if (seen.has(key)) return { ...hook, problem: "the same hook is in another file" };
      seen.add(key);
      return hook;
    }),
  );
  const runnable = hooks.filter(({ problem }) => problem === undefined);
  return { files, hooks, runner: new HookRunner(pi, runnable) };
}

function isOfClaudeUser({ source, scope }: HookFile): boolean {
  return source === "claude" && scope === "user";
}

/**
 * Asks once whether the hooks of Claude Code run here too: they are the user's own, but were written for another program. Resolves to true
 * if the user has just agreed.
 */
async function askAboutClaude(pi: ExtensionAPI, ctx: ExtensionContext): Promise<boolean> {
  if (ctx.mode !== "tui" || pi.settings.get("claudeHooks") !== undefined) return false;
  const hooks = (await ctx.resources.hooks()).filter(isOfClaudeUser).flatMap(readHooks);
  const commands = hooks.flatMap(({ event, target, problem }) =>
    problem === undefined ? [`${event}: ${target}`] : [],
  );
  if (commands.length === 0) return false;
  const shown = commands.slice(0, 5).join("\n") + (commands.length > 5 ? `\nand ${commands.length - 5} more` : "");
  const isWanted = await ctx.ui.confirm("Run the hooks of Claude Code in Tau too?", neutralize(shown));
  pi.settings.set("claudeHooks", isWanted);
  return isWanted;
}
