import type { ExtensionAPI, ExtensionCommandContext, ExtensionToolContext } from "@tau/coding-agent";
import { neutralizeLine, Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { type Plan, PlanFolder, planText, readPlan } from "./plan-file.ts";
import { PlanMode } from "./plan-mode.ts";
import { PlanView } from "./plan-view.ts";
import { submitPlan } from "./tool.ts";

interface PlanDetails {
  readonly path: string;
  readonly decision: "approved" | "rejected" | "open";
  readonly plan: string;
  /** What the user wants to be different. */
  readonly note?: string;
}

const APPROVE = "Approve, and carry it out";
const EDIT = "Read or edit it";
const REJECT = "Reject it, with a note";

export default function (pi: ExtensionAPI): void {
  const mode = new PlanMode(pi);
  pi.registerCommand("plan", { handler: async (args, ctx) => await runCommand(pi, mode, args.trim(), ctx) });
  pi.on("session_start", () => mode.resume());
  pi.on("session_shutdown", () => mode.close());
  pi.registerTool<TSchema, PlanDetails>({
    ...submitPlan,
    parameters: submitPlan.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      // The arguments were already validated against the schema.
      const given = checked(params as Plan);
      if (ctx.child) throw new Error("An agent cannot submit a plan. Hand it over as your result.");
      if (!(await mode.isOn())) throw new Error("Plan mode is not on. Do the work, or ask the user.");
      const folder = new PlanFolder(ctx);
      const path = await folder.add(given);
      const save = async (text: string) => await folder.replace(path, text);
      const decision = await decide(ctx, given, { path, save }, signal);
      if (decision.kind === "approved") {
        mode.end();
        await setTasks(ctx, decision.plan);
      }
      const isUndecided = decision.kind === "undecided";
      const note = decision.kind === "rejected" && decision.note !== "" ? { note: decision.note } : {};
      const outcome = isUndecided ? "open" : decision.kind;
      const details: PlanDetails = { path, decision: outcome, plan: decision.plan.text, ...note };
      const content = [{ type: "text" as const, text: decisionText(decision, path) }];
      // The user wants to say something first.
      return { content, details, ...(isUndecided ? { terminate: true } : {}) };
    },
    renderCall: (args, theme, { lastComponent }) => {
      const view =
        lastComponent instanceof PlanView && lastComponent.theme === theme ? lastComponent : new PlanView(theme);
      view.update(args as Partial<Plan>);
      return view;
    },
    renderResult: ({ content, details }, { expanded }, theme, { isError }) => {
      const [block] = content;
      if (isError || !details || expanded) return new Text(block?.type === "text" ? block.text : "", 0, 0);
      const { decision, note, path } = details;
      return new Text(theme.fg("muted", `${decision}${note ? `: ${neutralizeLine(note)}` : ""} · ${path}`), 0, 0);
    },
  });
}

async function runCommand(
  pi: ExtensionAPI,
  mode: PlanMode,
  task: string,
  { ui, isIdle }: ExtensionCommandContext,
): Promise<void> {
  if (task === "off") {
    if (!(await mode.isOn())) return ui.notify("Plan mode is not on.", "warning");
    mode.leave();
    return ui.notify("Plan mode is over. What was planned was not carried out.");
  }
  if (!mode.isBegun) {
    await mode.begin();
    ui.notify("Plan mode: the model changes nothing until you have approved its plan. /plan off ends it.");
  } else if (task === "") ui.notify("Plan mode is on already. /plan off ends it.");
  if (task !== "") pi.sendUserMessage(task, isIdle() ? {} : { deliverAs: "followUp" });
}

/** A plan as the user has seen it last. */
interface ShownPlan extends Plan {
  /** What is in its file. */
  readonly text: string;
  readonly isChanged: boolean;
}

type Decision =
  | { readonly kind: "approved" | "undecided" | "open"; readonly plan: ShownPlan }
  | { readonly kind: "rejected"; readonly plan: ShownPlan; readonly note: string };

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
  let plan: ShownPlan = { ...given, text: planText(given), isChanged: false };
  if (!hasUI) return { kind: "open", plan };
  const options = signal ? { signal } : {};
  for (;;) {
    const choice = await ui.select(question(plan, file.path), [APPROVE, EDIT, REJECT], options);
    signal?.throwIfAborted();
    if (choice === APPROVE) return { kind: "approved", plan };
    if (choice === EDIT) plan = await edit(ui, plan, file);
    else if (choice === REJECT) {
      const note = await ui.input("What should be different?", undefined, options);
      signal?.throwIfAborted();
      if (note !== undefined) return { kind: "rejected", plan, note: note.trim() };
    } else return { kind: "undecided", plan };
  }
}

const SHOWN_STEPS = 6;
const STEP_LENGTH = 70;

/** The steps are part of the question, because it may hide them in the conversation. */
function question({ steps, isChanged }: ShownPlan, path: string): string {
  const count = steps.length === 0 ? "No steps" : steps.length === 1 ? "1 step" : `${steps.length} steps`;
  const lines = steps.slice(0, SHOWN_STEPS).map((step, index) => {
    const line = neutralizeLine(step);
    return `${index + 1}. ${line.length > STEP_LENGTH ? `${line.slice(0, STEP_LENGTH - 1)}…` : line}`;
  });
  const more = steps.length - lines.length;
  return [
    `Carry out this plan${isChanged ? ", as you changed it" : ""}? ${count}, ${path}`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
}

async function edit(ui: ExtensionToolContext["ui"], plan: ShownPlan, file: PlanFile): Promise<ShownPlan> {
  const text = await ui.editor("Edit the plan", plan.text);
  if (text === undefined || text.trim() === "" || text.trim() === plan.text.trim()) return plan;
  await file.save(text);
  return { ...readPlan(text), text, isChanged: true };
}

/** Turns the approved steps into the task list, if the `todo` tool is available. */
async function setTasks(ctx: ExtensionToolContext, { title, steps }: Plan): Promise<void> {
  if (steps.length === 0 || !ctx.tools.some(({ name }) => name === "todo")) return;
  await ctx.executeTool("todo", { ops: [{ op: "init", list: [{ phase: title, items: steps }] }] });
}

function decisionText(decision: Decision, path: string): string {
  switch (decision.kind) {
    case "approved": {
      const { isChanged, text } = decision.plan;
      const changed = isChanged ? ` The user changed it; this is the plan now:\n\n${text.trim()}\n\n` : " ";
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
