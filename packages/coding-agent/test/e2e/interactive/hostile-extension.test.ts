import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

/** One command for each place where an extension may fail. */
const HOSTILE = `
const bomb = (place) => () => { throw new Error("bomb " + place); };
const part = (more) => ({ render: () => ["a part"], invalidate: () => undefined, ...more });
const editor = (more) => part({ getText: () => "", setText: () => undefined, handleInput: () => undefined, ...more });
const places = {
  "header-made": (ui) => ui.setHeader(bomb("header made")),
  "header-drawn": (ui) => ui.setHeader(() => part({ render: bomb("header drawn") })),
  "footer-made": (ui) => ui.setFooter(bomb("footer made")),
  "footer-drawn": (ui) => ui.setFooter(() => part({ render: bomb("footer drawn") })),
  "footer-endless": (ui) => ui.setFooter(() => part({ render: () => Array.from({ length: 5000 }, (_, row) => "row " + row) })),
  "footer-gone": (ui) => ui.setFooter(undefined),
  "widget-made": (ui) => ui.setWidget("a", bomb("widget made")),
  "widget-drawn": (ui) => ui.setWidget("a", () => part({ render: () => undefined })),
  "widget-numbers": (ui) => ui.setWidget("b", () => part({ render: () => [4242, "x".repeat(999)] })),
  "widget-forgets": (ui) => { ui.setWidget("c", () => part({ invalidate: bomb("forgetting") })); ui.setTheme("paper"); },
  "widget-gone": (ui) => { ui.setWidget("d", () => part({ dispose: bomb("widget gone") })); ui.setWidget("d", undefined); },
  "dialog-made": (ui) => ui.custom(bomb("dialog made")),
  "dialog-drawn": (ui) => ui.custom(() => part({ render: bomb("dialog drawn") })),
  "dialog-held": (ui) => ui.custom(() => part({}), { overlay: true, onHandle: bomb("dialog held") }),
  "dialog-placed": (ui) => ui.custom(() => part({}), { overlay: true, overlayOptions: bomb("dialog placed") }),
  "dialog-seen": (ui) => ui.custom(() => part({}), { overlay: true, overlayOptions: { visible: bomb("dialog seen") } }),
  "editor-made": (ui) => ui.setEditorComponent(bomb("editor made")),
  "editor-drawn": (ui) => ui.setEditorComponent(() => editor({ render: bomb("editor drawn") })),
  "editor-deaf": (ui) => ui.setEditorComponent(() => editor({ render: () => ["I hear nothing"] })),
  "editor-read": (ui) => { ui.setEditorComponent(() => editor({ getText: bomb("editor read") })); ui.getEditorText(); },
  "keys-heard": (ui) => { ui.onTerminalInput(bomb("keys heard")); ui.notify("listening"); },
  "completion-made": (ui) => ui.addAutocompleteProvider(bomb("completion made")),
  "completion-asked": (ui) => {
    ui.addAutocompleteProvider((usual) => ({ ...usual, getSuggestions: bomb("asked") }));
    ui.notify("completing");
  },
};
export default function (pi) {
  for (const [place, fail] of Object.entries(places))
    pi.registerCommand(place, { handler: async (_args, ctx) => { await fail(ctx.ui); } });
  pi.registerCommand("broken", { handler: async () => { throw new Error("it broke"); } });
  pi.registerCommand("silent", { handler: () => new Promise(() => undefined) });
  pi.registerCommand("stuck", {
    handler: async (_args, ctx) => {
      const answer = await ctx.ui.custom(() => part({ render: () => ["I never let go"] }));
      ctx.ui.notify("let go: " + (answer === undefined));
    },
  });
  pi.registerCommand("dialog-typed", {
    handler: async (_args, ctx) => {
      const answer = await ctx.ui.custom(() => part({ render: () => ["type here"], handleInput: bomb("dialog typed") }));
      ctx.ui.notify("answered: " + answer);
    },
  });
}
`;

/** What is told of each; where nothing is, what is still seen. */
const TOLD: Readonly<Record<string, string>> = {
  broken: "it broke",
  "header-made": "bomb header made",
  "header-drawn": "The header failed: bomb header drawn",
  "footer-made": "bomb footer made",
  "footer-drawn": "The footer failed: bomb footer drawn",
  "footer-endless": "─\nrow 0",
  "footer-gone": "scripted/model",
  "widget-made": "bomb widget made",
  "widget-drawn": "The widget a failed: its render returned no list of rows",
  "widget-numbers": "4242",
  "widget-forgets": "The widget c failed: bomb forgetting",
  "widget-gone": "The widget d failed: bomb widget gone",
  "dialog-made": "bomb dialog made",
  "dialog-drawn": "A dialog of an extension failed: bomb dialog drawn",
  "dialog-held": "bomb dialog held",
  "dialog-placed": "bomb dialog placed",
  "dialog-seen": "bomb dialog seen",
  "editor-made": "bomb editor made",
  "editor-drawn": "The editor of an extension failed: bomb editor drawn",
  "editor-read": "The editor of an extension failed: bomb editor read",
  "completion-made": "bomb completion made",
};

test("whatever an extension throws, wherever it throws it, one can type and leave", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Still here." }));
  await addExtension(setup.workspace, HOSTILE);
  await using tau = await openTau(setup.workspace, { columns: 140, rows: 50 });
  for (const [command, told] of Object.entries(TOLD)) await typeAndSee(tau, [`/${command}\r`, told]);
  await typeAndSee(tau, ["/dialog-typed\r", "type here"], ["x", "answered: undefined"]);
  await typeAndSee(tau, ["/keys-heard\r", "listening"], ["k", "bomb keys heard"]);
  tau.press("backspace");
  await typeAndSee(tau, ["/completion-asked\r", "completing"], ["/hand", "Continue in a new session"]);
  await typeAndSee(tau, ["\x15hello\r", "Still here."]);
  expect(await leave(tau)).toBe(0);
});

test("an extension that cannot be loaded is named once, on the screen", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, "export default (pi) => pi.nope();");
  await using tau = await openTau(setup.workspace, { columns: 140 });
  await tau.waitForText("was not loaded: pi.nope is not a function");
  expect(tau.terminal.text().match(/pi\.nope/g)).toHaveLength(1);
  expect(await leave(tau)).toBe(0);
});

test("a dialog that never lets go is left by pressing Ctrl+C three times", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, HOSTILE);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  tau.send("/stuck\r");
  await tau.waitForText("I never let go");
  tau.press("ctrl+c", "ctrl+c", "ctrl+c");
  await tau.waitForText("let go: true");
  expect(await leave(tau)).toBe(0);
});

test("a command that never ends leaves the screen usable", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, HOSTILE);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  tau.send("/silent\r");
  tau.send("hello\r");
  await tau.waitForText("fine");
  expect(await leave(tau)).toBe(0);
});

test("an extension that never gets ready holds up neither typing nor leaving", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  const code = 'export default (pi) => pi.on("session_start", () => new Promise(() => undefined));';
  await addExtension(setup.workspace, code);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  tau.send("hello\r");
  await tau.waitForText("fine");
  expect(await leave(tau)).toBe(0);
});

test("an editor that swallows every key is left by Ctrl+C twice, or by Ctrl+D", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, HOSTILE);
  for (const keys of [["ctrl+c", "ctrl+c"], ["ctrl+d"]]) {
    await using tau = await openTau(setup.workspace, { columns: 100 });
    tau.send("/editor-deaf\r");
    await tau.waitForText("I hear nothing");
    tau.send("words");
    tau.press(...keys);
    expect((await tau.exited).exitCode).toBe(0);
  }
});
