/** Actions had plain names once; files with them are still about. */
const RENAMED: Readonly<Record<string, string>> = {
  cycleThinkingLevel: "app.thinking.cycle",
  toggleThinking: "app.thinking.toggle",
  cycleModelForward: "app.model.cycleForward",
  cycleModelBackward: "app.model.cycleBackward",
  selectModel: "app.model.select",
  expandTools: "app.tools.expand",
  externalEditor: "app.editor.external",
  newSession: "app.session.new",
  selectUp: "tui.select.up",
  selectDown: "tui.select.down",
  selectPageUp: "tui.select.pageUp",
  selectPageDown: "tui.select.pageDown",
  selectConfirm: "tui.select.confirm",
  selectCancel: "tui.select.cancel",
  pageUp: "tui.editor.pageUp",
  pageDown: "tui.editor.pageDown",
};

/** The id an entry means: itself, what it was renamed to, or the one id that ends in it. */
export function presentName(id: string, actions: ReadonlySet<string>): string | undefined {
  if (actions.has(id)) return id;
  const renamed = Object.hasOwn(RENAMED, id) ? RENAMED[id] : undefined;
  if (renamed !== undefined && actions.has(renamed)) return renamed;
  const ending = [...actions].filter((action) => action.endsWith(`.${id}`));
  return ending.length === 1 ? ending[0] : undefined;
}
