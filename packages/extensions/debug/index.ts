import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { DebugSessions } from "./debug-sessions.ts";
import { drawCall, drawResult } from "./draw.ts";
import { effectsOf } from "./effects.ts";
import { debugSettings } from "./settings.ts";
import { type DebugParams, debug } from "./tool.ts";

export interface DebugDetails {
  readonly action: string;
  readonly state?: string;
  readonly timedOut?: boolean;
}

export default function (pi: ExtensionAPI): void {
  /** By Tau session: a child session debugs its own program. */
  const bySession = new Map<string, DebugSessions>();
  const sessionsOf = ({ sessionManager }: ExtensionContext): DebugSessions => {
    const id = sessionManager.getSessionId();
    const sessions = bySession.get(id) ?? new DebugSessions();
    bySession.set(id, sessions);
    return sessions;
  };
  pi.registerTool<TSchema, DebugDetails>({
    ...debug,
    parameters: debug.parameters as object as TSchema,
    describe: (args) => effectsOf(args as DebugParams, strictest(bySession.values())),
    async execute(_id, params, signal, _onUpdate, ctx) {
      const { runTool } = await import("./run-tool.ts");
      const given = params as DebugParams;
      const settings = debugSettings(pi.getSettings());
      const { text, state, timedOut } = await runTool(given, { pi, ctx, sessions: sessionsOf(ctx), settings, signal });
      const details: DebugDetails = {
        action: given.action,
        ...(state === undefined ? {} : { state }),
        ...(timedOut ? { timedOut } : {}),
      };
      return { content: [{ type: "text", text }], details };
    },
    renderCall: (args, theme) => drawCall(args as DebugParams, theme),
    renderResult: (result, _options, theme, context) => drawResult(result, theme, context),
  });
  pi.on("session_shutdown", async () => {
    await Promise.all([...bySession.values()].map((sessions) => sessions.end()));
  });
}

/** The program that decides about a call's permission. A call does not say which session makes it: of several programs, one that is not confined. */
function strictest(all: Iterable<DebugSessions>): ReturnType<typeof debuggedOf>[number] | undefined {
  const programs = debuggedOf(all);
  return programs.find(({ isConfined }) => !isConfined) ?? programs[0];
}

function debuggedOf(all: Iterable<DebugSessions>) {
  return [...all].flatMap(({ debugged }) => debugged ?? []);
}
