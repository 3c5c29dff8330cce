import type { ExtensionAPI, ExtensionToolContext, PermissionMode } from "@tau/coding-agent";
import { neutralize, neutralizeLine, Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { ENDED, RULES } from "./description.ts";
import { type Plan, PlanFolder, planText, readPlan } from "./plan-file.ts";
import { submitPlan } from "./tool.ts";

/** The state in the log while plan mode is on. */
interface Planning {
  /** The permission mode to restore. */
  readonly before: PermissionMode;
}

interface PlanDetails {
  readonly path: string;
  readonly decision: "approved" | "rejected" | "open";
  readonly plan: string;
}

const APPROVE = "Approve, and carry it out";
const EDIT = "Read or edit it";
const REJECT = "Reject it, with a note";
const KEY = "planning";

export default function (pi: ExtensionAPI): void {
  const planning = () => pi.state.get<Planning>(KEY);
  const tell = (content: string) =>
    pi.sendMessage({ customType: "plan", content, display: false }, { deliverAs: "nextTurn" });
  const begin = async () => {
    const mode = await pi.permissions.getMode();
    // Plan mode that was chosen in another way also ends with the plan.
    pi.state.set(KEY, { before: mode === "plan" ? "ask" : mode } satisfies Planning);
    pi.permissions.setMode("plan");
    pi.tools.declare([submitPlan.name]);
  };
  const end = () => {
    pi.permissions.setMode(planning()?.before ?? "ask");
    pi.state.set(KEY, undefined);
  };

  pi.registerCommand("plan", {
    handler: async (args, ctx) => {
      const task = args.trim();
      if (task === "off") {
        if (!planning()) return ctx.ui.notify("Plan mode is not on.", "warning");
        end();
        tell(ENDED);
        return ctx.ui.notify("Plan mode is over. What was planned was not carried out.");
      }
      if (!planning()) {
        await begin();
        tell(RULES);
        ctx.ui.notify("Plan mode: the model changes nothing until you have approved its plan. /plan off ends it.");
      }
      if (task !== "") pi.sendUserMessage(task, ctx.isIdle() ? {} : { deliverAs: "followUp" });
    },
  });
  pi.on("session_start", () => {
    if (planning()) pi.permissions.setMode("plan");
  });
  pi.registerTool<TSchema, PlanDetails>({
    ...submitPlan,
    parameters: submitPlan.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      // The arguments were already validated against the schema.
      const given = checked(params as Plan);
      if (ctx.child) throw new Error("An agent cannot submit a plan. Hand it over as your result.");
      if ((await pi.permissions.getMode()) !== "plan")
        throw new Error("Plan mode is not on. Do the work, or ask the user.");
      const folder = new PlanFolder(ctx);
      const path = await folder.add(given);
      const save = async (text: string) => await folder.replace(path, text);
      const decision = await decide(ctx, given, { path, save }, signal);
      if (decision.kind === "approved") {
        end();
        await setTasks(ctx, decision.plan);
      }
      const isUndecided = decision.kind === "undecided";
      const details = { path, decision: isUndecided ? "open" : decision.kind, plan: planText(decision.plan) } as const;
      const content = [{ type: "text" as const, text: decisionText(decision, path) }];
      // The user wants to say something first.
      return { content, details, ...(isUndecided ? { terminate: true } : {}) };
    },
    // Shows the whole plan while the model writes it, since the user decides on it.
    renderCall: (args, theme) => {
      const { title = "", plan = "", steps = [] } = args as Partial<Plan>;
      const head = `${theme.fg("toolTitle", theme.bold("plan"))} ${neutralizeLine(title)}`;
      const list = steps.map((step, index) => `${index + 1}. ${neutralizeLine(step)}`);
      return new Text([head, "", neutralize(plan.trim()), "", ...list].join("\n"), 0, 0);
    },
    renderResult: ({ content, details }, { expanded }, theme) => {
      const [block] = content;
      if (!details || expanded) return new Text(block?.type === "text" ? block.text : "", 0, 0);
      return new Text(theme.fg("muted", `${details.decision} · ${details.path}`), 0, 0);
    },
  });
}

type Decision =
  | { readonly kind: "approved"; readonly plan: Plan; readonly isChanged: boolean }
  | { readonly kind: "rejected"; readonly plan: Plan; readonly note: string }
  | { readonly kind: "undecided" | "open"; readonly plan: Plan };

function checked(plan: Plan): Plan {
  const steps = plan.steps.map((step) => step.trim()).filter(Boolean);
  if (plan.plan.trim() === "") throw new Error("The plan is empty. Say what is to be changed, where and why.");
  if (steps.length === 0) throw new Error("The plan has no steps. Give at least one.");
  return { title: plan.title.trim() || "Plan", plan: plan.plan, steps };
}

interface PlanFile {
  readonly path: string;
  save(text: string): Promise<void>;
}

async function decide(
  { ui, hasUI }: ExtensionToolContext,
  given: Plan,
  file: PlanFile,
  signal: AbortSignal | undefined,
): Promise<Decision> {
  if (!hasUI) return { kind: "open", plan: given };
  let plan = given;
  for (;;) {
    const choice = await ui.select(
      question(plan, { isChanged: plan !== given, shown: file.path }),
      [APPROVE, EDIT, REJECT],
      signal ? { signal } : {},
    );
    signal?.throwIfAborted();
    if (choice === APPROVE) return { kind: "approved", plan, isChanged: plan !== given };
    if (choice === EDIT) plan = await edit(ui, plan, file);
    else if (choice === REJECT) {
      const note = await ui.input("What should be different?");
      if (note !== undefined) return { kind: "rejected", plan, note: note.trim() };
    } else return { kind: "undecided", plan };
  }
}

const SHOWN_STEPS = 6;
const STEP_LENGTH = 70;

/** The steps are part of the question, because it may hide them in the conversation. */
function question({ steps }: Plan, { isChanged, shown }: { isChanged: boolean; shown: string }): string {
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  const lines = steps.slice(0, SHOWN_STEPS).map((step, index) => {
    const line = neutralizeLine(step);
    return `${index + 1}. ${line.length > STEP_LENGTH ? `${line.slice(0, STEP_LENGTH - 1)}…` : line}`;
  });
  const more = steps.length - lines.length;
  return [
    `Carry out this plan${isChanged ? ", as you changed it" : ""}? ${count}, ${shown}`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
}

async function edit(ui: ExtensionToolContext["ui"], plan: Plan, file: PlanFile): Promise<Plan> {
  const text = await ui.editor("Edit the plan", planText(plan));
  if (text === undefined || text.trim() === "") return plan;
  await file.save(text);
  return readPlan(text);
}

/** Turns the approved steps into the task list, if the `todo` tool is available. */
async function setTasks(ctx: ExtensionToolContext, { title, steps }: Plan): Promise<void> {
  if (steps.length === 0 || !ctx.tools.some(({ name }) => name === "todo")) return;
  await ctx.executeTool("todo", { ops: [{ op: "init", list: [{ phase: title, items: steps }] }] });
}

function decisionText(decision: Decision, path: string): string {
  switch (decision.kind) {
    case "approved": {
      const changed = decision.isChanged
        ? ` The user changed it; this is the plan now:\n\n${planText(decision.plan)}\n`
        : " ";
      return `The user approved the plan (${path}).${changed}Plan mode is over: carry it out, step by step.`;
    }
    case "rejected":
      return `The user rejected the plan${decision.note ? `: ${decision.note}` : "."}\nPlan mode is still on. Change the plan and submit it again, or ask.`;
    case "undecided":
      return `The user has not decided about the plan (${path}). Plan mode is still on: wait for the user's next message.`;
    case "open":
      return `The plan was written to ${path}. There is no user here who could approve it: end with a summary.`;
  }
}
