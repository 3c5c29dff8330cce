import type { SessionTreeNode } from "@tau/agent";
import { navigationTarget } from "../../../../core/session/replace/tree-navigation.ts";
import type { InteractiveContext } from "../../interactive-context.ts";
import { keyHint } from "../../keys/key-text.ts";
import { askScope, moveFiles } from "../../sessions/put-back.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";
import { openOverlay } from "../open-overlay.ts";
import { Panel } from "../panel.ts";
import { entryText, presentPlace } from "./tree-entries.ts";
import { TreeList } from "./tree-list.ts";

/** Moves to another place in the session. A prompt of the user at that place is put back into the editor. */
export async function navigateTree(context: InteractiveContext): Promise<void> {
  const { session, screen, say } = context;
  const log = session.log;
  if (!session.hasMessages) return say("There is nothing in the tree yet.", "warning");
  const target = await openTree(context);
  if (!target || target.entry.id === log.getLeafId() || target.entry.id === presentPlace(log)) return;
  const { leafId } = navigationTarget(log, target.entry.id);
  const scope = await askScope(context, leafId);
  if (scope === undefined) return;
  if (scope === "files") return void (await moveFiles(context, leafId, scope));
  const wish = await askForSummary(context);
  if (wish === undefined) return;
  if (!session.isIdle) {
    // Queued messages were meant for the run that is stopped here.
    screen.draft.takeBack(session.queue.clear());
    await session.abort();
  }
  if (scope === "both" && !(await moveFiles(context, leafId, scope))) return;
  const result = await screen.during(wish.summarize ? "Summarizing the branch" : "Going there", async (signal) => {
    signal.addEventListener("abort", () => session.branches.abort(), { once: true });
    return await session.branches.navigate(target.entry.id, wish);
  });
  if (result.cancelled) return say("Still at the same place.");
  screen.showSession();
  if (result.editorText !== undefined) screen.draft.prefill(result.editorText);
}

function openTree(context: InteractiveContext): Promise<SessionTreeNode | undefined> {
  const { session, screen, services, themes } = context;
  const log = session.log;
  const theme = () => themes.current;
  return openOverlay<SessionTreeNode>(screen.tui, (done) => {
    const body: TreeList = new TreeList({
      tui: screen.tui,
      theme,
      roots: () => log.getTree(),
      leafId: log.getLeafId(),
      presentId: presentPlace(log),
      filter: services.settings.get("treeFilterMode"),
      onChoose: done,
      onCancel: () => done(),
      onCopy: (node) => void context.attempt(() => copyEntry(context, node)),
      onLabel: (node) => void context.attempt(() => editLabel(context, node, body)),
    });
    return new Panel({ title: "Session tree", body, hint, theme });
  });
}

async function copyEntry({ screen }: InteractiveContext, { entry }: SessionTreeNode): Promise<void> {
  const { copyText } = await import("../../editing/copy-text.ts");
  await copyText(entryText(entry), screen.tui.terminal);
}

async function editLabel(context: InteractiveContext, node: SessionTreeNode, list: TreeList): Promise<void> {
  const label = await askText(context, { title: "Label of this place", value: node.label ?? "" });
  if (label === undefined) return;
  context.session.log.appendLabelChange(node.entry.id, label);
  list.refresh();
}

type Wish = { summarize: boolean; customInstructions?: string };

async function askForSummary(context: InteractiveContext): Promise<Wish | undefined> {
  if (context.services.settings.get("branchSummary.skipPrompt")) return { summarize: false };
  const choices = [
    { value: "no", label: "No summary", description: "you can return to it later" },
    { value: "yes", label: "Summarize", description: "the model describes what happened on it" },
    { value: "custom", label: "Summarize with instructions", description: "you say what matters" },
  ];
  const wish = await choose(context, { title: "Leave a summary of this branch?", choices, labelWidth: 30 });
  if (wish === undefined) return undefined;
  if (wish !== "custom") return { summarize: wish === "yes" };
  const customInstructions = await askText(context, { title: "What the summary should focus on" });
  return customInstructions === undefined ? undefined : { summarize: true, customInstructions };
}

function hint(): string {
  return [
    keyHint("tui.select.confirm", "go"),
    keyHint("app.tree.foldOrUp", "fold"),
    keyHint("app.tree.editLabel", "label"),
    keyHint("app.message.copy", "copy"),
    keyHint("app.tree.filter.cycleForward", "filter"),
    keyHint("app.tree.filter.userOnly", "yours"),
    keyHint("app.tree.filter.all", "all"),
  ]
    .filter(Boolean)
    .join(" · ");
}
