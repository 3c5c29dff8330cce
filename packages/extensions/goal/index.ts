import type { ExtensionAPI, ExtensionCommandContext, ExtensionContext, ExtensionToolContext } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { costOf, type Goal, type GoalLimits, parseGoal, spentReason, stopReason } from "./goal-state.ts";
import { compact, goal as goalTool } from "./tools.ts";
import { judge, runCheck } from "./verify-goal.ts";

const KEY = "goal";
const says = (text: string) => ({ content: [{ type: "text" as const, text }], details: undefined });
const message = (content: string) => ({ type: "custom_message" as const, customType: KEY, content, display: false });

export default function (pi: ExtensionAPI): void {
  // First, so that a compaction does not count as a round of the goal.
  registerCompact(pi);
  registerGoal(pi);
}

function registerGoal(pi: ExtensionAPI): void {
  const current = () => pi.state.get<Goal>(KEY);
  let hasActed = false;
  const save = (goal: Goal | undefined, { ui }: ExtensionContext) => {
    pi.state.set(KEY, goal);
    const of = goal && goal.limits.rounds > 0 ? ` of ${goal.limits.rounds}` : "";
    ui.setStatus(KEY, goal && `goal: round ${goal.rounds + 1}${of}`, { priority: 60, ...(goal && { short: "goal" }) });
  };
  const end = (ctx: ExtensionContext, text: string, kind: "info" | "warning") => {
    save(undefined, ctx);
    ctx.ui.notify(text, kind);
  };

  /** Counts a round. Returns why it was the last one, if it was. */
  const nextRound = (goal: Goal, ctx: ExtensionContext): string | undefined => {
    const worked: Goal = { ...goal, idleRounds: hasActed ? 0 : goal.idleRounds + 1 };
    hasActed = false;
    const reason = stopReason(worked, Date.now(), () => costOf(ctx));
    if (reason === undefined) save({ ...worked, rounds: goal.rounds + 1 }, ctx);
    else end(ctx, stopText(reason), "warning");
    return reason;
  };

  pi.registerCommand("goal", { handler: (args, ctx) => begin(pi, args.trim(), ctx, save) });
  pi.registerTool({
    ...goalTool,
    parameters: goalTool.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      const goal = openGoal(current(), ctx);
      // The arguments were already validated against the schema.
      const { status, evidence } = params as { status: "reached" | "stuck"; evidence: string };
      if (status === "stuck") {
        end(ctx, `The goal was given up: ${evidence}`, "warning");
        return says("The goal is given up. Tell the user what is missing.");
      }
      const verdict = goal.check ? await runCheck(pi, goal.check, ctx) : await judge(pi, goal, evidence, signal);
      if (verdict && !verdict.reached) {
        // A refuted claim is a round too. Otherwise a model that only repeats it would never be stopped.
        const reason = nextRound(goal, ctx);
        if (reason === undefined) throw new Error(`The goal is not reached: ${verdict.missing}\nContinue.`);
        return says(`The goal is not reached: ${verdict.missing}\nThe work on it ends, because ${reason}. Sum up.`);
      }
      end(ctx, `The goal is reached${verdict ? "" : ", but this could not be verified"}: ${goal.condition}`, "info");
      return says("The goal is reached. Sum up in a few sentences.");
    },
  });
  pi.on("session_start", (_event, ctx) => save(current(), ctx));
  pi.on("turn_end", ({ toolResults }, ctx) => {
    const goal = current();
    if (ctx.child || !goal || toolResults.length === 0) return;
    if (toolResults.some(({ toolName }) => toolName !== goalTool.name)) hasActed = true;
    const reason = spentReason(goal, Date.now(), () => costOf(ctx));
    if (reason === undefined) return;
    end(ctx, stopText(reason), "warning");
    ctx.abort();
  });
  pi.on("agent_before_settle", async ({ outcome, continue: isContinued, entries }, ctx) => {
    const goal = current();
    // A run that the user stopped, or that failed, is not continued; the goal stays open for the next prompt.
    if (!goal || ctx.child || isContinued || outcome !== "completed") return undefined;
    const verdict = goal.check ? await runCheck(pi, goal.check, ctx) : undefined;
    if (verdict?.reached) {
      end(ctx, `The goal is reached: ${goal.condition}`, "info");
      return undefined;
    }
    if (nextRound(goal, ctx) !== undefined) return undefined;
    const [why = ""] = (verdict?.missing ?? "the model stopped without saying that it is reached").split("\n", 1);
    ctx.ui.notify(`goal · round ${goal.rounds + 2}: ${why.replace(/:$/, "")}`);
    return { entries: [...entries, message(reminder(goal, verdict?.missing))], continue: true };
  });
}

function stopText(reason: string): string {
  return `The work on the goal was stopped: ${reason}. /goal <condition> sets it again.`;
}

function begin(
  pi: ExtensionAPI,
  text: string,
  ctx: ExtensionCommandContext,
  save: (goal: Goal | undefined, ctx: ExtensionContext) => void,
): void {
  const { ui } = ctx;
  const present = pi.state.get<Goal>(KEY);
  if (text === "" && present) {
    ui.notify(`The goal, in round ${present.rounds + 1}: ${present.condition}`);
    return;
  }
  if (text === "off") {
    save(undefined, ctx);
    ui.notify(present ? "The goal is dropped." : "There is no goal.");
    return;
  }
  try {
    const given = parseGoal(text, defaults(pi));
    save({ ...given, rounds: 0, idleRounds: 0, startedAt: Date.now(), startCost: costOf(ctx) }, ctx);
    pi.tools.declare([goalTool.name]);
    const how = given.check ? `It is checked with: ${given.check}` : "When it holds, verify it and call the tool goal.";
    const prompt = `Work until this holds, without asking: ${given.condition}\n\n${how}`;
    pi.sendUserMessage(prompt, ctx.isIdle() ? {} : { deliverAs: "followUp" });
  } catch (error) {
    ui.notify(error instanceof Error ? error.message : String(error), "error");
  }
}

function defaults(pi: ExtensionAPI): GoalLimits {
  const { maxRounds = 25, maxMinutes = 120, maxCost = 0 } = (pi.settings.get("goal") ?? {}) as Record<string, number>;
  return { rounds: maxRounds, minutes: maxMinutes, cost: maxCost };
}

function openGoal(goal: Goal | undefined, { child }: ExtensionToolContext): Goal {
  if (child) throw new Error("Agents do not end the goal. Hand over your result.");
  if (!goal) throw new Error("There is no open goal.");
  return goal;
}

function reminder({ condition, check }: Goal, missing: string | undefined): string {
  const next = missing ?? "You ended without calling the tool goal.";
  const how = check
    ? ""
    : " When it holds, verify it and call the tool goal; if it cannot be reached, call it with stuck.";
  return `The goal is not reached yet: ${condition}\n\n${next}\n\nContinue.${how}`;
}

/** Lets the model replace its context by a summary that it wrote itself. */
function registerCompact(pi: ExtensionAPI): void {
  let summary: string | undefined;
  pi.registerTool({
    ...compact,
    parameters: compact.parameters as object as TSchema,
    async execute(_id, params, _signal, _onUpdate, { child }) {
      if (child) throw new Error("Not available to agents.");
      const { summary: text } = params as { summary: string };
      if (text.trim() === "") throw new Error("The summary is empty.");
      summary = text.trim();
      // Ends the run: the context of a run that goes on cannot be replaced.
      return { ...says("The conversation is replaced by the summary."), terminate: true };
    },
  });
  pi.on("agent_before_settle", ({ entries, outcome }, ctx) => {
    const text = summary;
    if (text === undefined || ctx.child) return undefined;
    summary = undefined;
    if (outcome !== "completed") return undefined;
    const draft = { type: "compaction" as const, summary: `${text}\n\nContinue from here.`, firstKeptEntryId: null };
    return { entries: [...entries, draft], continue: true };
  });
}
