import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau } from "./open-tau.ts";

const EDITOR = `import { CustomEditor } from "@earendil-works/pi-coding-agent";
import { matchesKey } from "@earendil-works/pi-tui";
class ModalEditor extends CustomEditor {
  mode = "insert";
  handleInput(data) {
    if (matchesKey(data, "escape") && this.mode === "insert") this.mode = "normal";
    else if (this.mode === "normal" && data === "i") this.mode = "insert";
    else super.handleInput(data);
  }
  render(width) { return [...super.render(width), "mode " + this.mode]; }
}
export default (pi) => pi.on("session_start", (_event, ctx) =>
  ctx.ui.setEditorComponent((tui, theme, keys) => new ModalEditor(tui, theme, keys, { embedWorkingStatus: true })));
`;

test("an editor of an extension shows what runs in its border, and keeps the keys it has a use for", async () => {
  const answered = Promise.withResolvers<void>();
  await using setup = await withScriptedModel(async () => {
    await answered.promise;
    return { text: "fine" };
  });
  await addExtension(setup.workspace, EDITOR);
  await using tau = await openTau(setup.workspace, { columns: 60 });
  await tau.waitForText("mode insert");
  tau.send("go\r");
  await tau.waitForText(/─ \S Working… \d+ s \(Escape stops\) ─+\n/);
  expect(tau.terminal.text().match(/Working…/g)).toHaveLength(1);
  tau.press("escape");
  await tau.waitForText("mode normal");
  expect(tau.terminal.text()).toContain("Working…");
  tau.press("escape");
  await tau.waitForText(/stopped|aborted/i);
  expect(tau.terminal.text()).not.toContain("Working…");
  answered.resolve();
  expect(await leave(tau)).toBe(0);
});
