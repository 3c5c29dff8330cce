import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

/** Takes every place of the screen that an extension can have. */
const EVERYWHERE = `import { CustomEditor } from "@earendil-works/pi-coding-agent";
const rows = (text) => () => ({ render: () => [text], invalidate: () => undefined });
class MarkedEditor extends CustomEditor {
  render(width) { return [...super.render(width), "an editor of its own"]; }
}
export default function (pi) {
  pi.registerCommand("everywhere", {
    handler: async (_args, { ui }) => {
      ui.setHeader(rows("a header"));
      ui.setFooter(rows("a footer"));
      ui.setWidget("probe", ["a widget"]);
      ui.setWidget("probe-below", ["a widget below"], { placement: "belowEditor" });
      ui.setStatus("probe", "a status");
      ui.setTitle("a title");
      ui.setWorkingMessage("A message");
      ui.setEditorComponent((tui, theme, keys) => new MarkedEditor(tui, theme, keys));
      ui.onTerminalInput((data) => (data === "\\x1b[24~" ? ui.notify("a key was heard") : undefined));
      ui.addAutocompleteProvider((usual) => ({
        ...usual,
        getSuggestions: async (lines, ...rest) =>
          lines[0] === "#" ? { items: [{ value: "#1", label: "a suggestion" }], prefix: "#" } : usual.getSuggestions(lines, ...rest),
        triggerCharacters: ["#"],
      }));
    },
  });
}
`;
const TRACES = /a header|a footer|a widget|a status|an editor of its own/;

test.for(["/reload", "/new"])("what an extension put on the screen is gone with it after %s", async (end) => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EVERYWHERE);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  await typeAndSee(tau, ["/everywhere\r", /a header[\s\S]*a widget[\s\S]*an editor of its own[\s\S]*a footer/]);
  expect(tau.terminal.title).toBe("a title");
  await rm(join(setup.workspace.tauHome, "extensions", "probe.ts"));
  await typeAndSee(tau, [`${end}\r`, /Everything was reloaded|A new session/]);
  await tau.waitForText((screen) => !TRACES.test(screen));
  expect(tau.terminal.title).toContain("— tau");
  tau.send("\x1b[24~#");
  await tau.waitForText(/─\n#/);
  await typeAndSee(tau, ["\x7fhello\r", "fine"]);
  expect(tau.terminal.text()).not.toMatch(/a suggestion|A message|a key was heard/);
  expect(await leave(tau)).toBe(0);
});
