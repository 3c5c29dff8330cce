import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

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
  "footer-gone": (ui) => ui.setFooter(undefined),
  "widget-made": (ui) => ui.setWidget("a", bomb("widget made")),
  "widget-drawn": (ui) => ui.setWidget("a", () => part({ render: () => undefined })),
  "widget-numbers": (ui) => ui.setWidget("b", () => part({ render: () => [4242, "x".repeat(999)] })),
  "widget-forgets": (ui) => { ui.setWidget("c", () => part({ invalidate: bomb("forgetting") })); ui.setTheme("paper"); },
  "widget-gone": (ui) => { ui.setWidget("d", () => part({ dispose: bomb("widget gone") })); ui.setWidget("d", undefined); },
  "dialog-made": (ui) => ui.custom(bomb("dialog made")),
  "dialog-drawn": (ui) => ui.custom(() => part({ render: bomb("dialog drawn") })),
  "editor-made": (ui) => ui.setEditorComponent(bomb("editor made")),
  "editor-drawn": (ui) => ui.setEditorComponent(() => editor({ render: bomb("editor drawn") })),
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
  "header-made": "bomb header made",
  "header-drawn": "The header failed: bomb header drawn",
  "footer-made": "bomb footer made",
  "footer-drawn": "The footer failed: bomb footer drawn",
  "footer-gone": "scripted/model",
  "widget-made": "bomb widget made",
  "widget-drawn": "The widget a failed: its render returned no list of rows",
  "widget-numbers": "4242",
  "widget-forgets": "The widget c failed: bomb forgetting",
  "widget-gone": "The widget d failed: bomb widget gone",
  "dialog-made": "bomb dialog made",
  "dialog-drawn": "A dialog of an extension failed: bomb dialog drawn",
  "editor-made": "bomb editor made",
  "editor-drawn": "The editor of an extension failed: bomb editor drawn",
  "editor-read": "The editor of an extension failed: bomb editor read",
  "completion-made": "bomb completion made",
};

test("whatever an extension throws, wherever it throws it, one can type and leave", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Still here." }));
  await addExtension(setup.workspace, HOSTILE);
  await using tau = await openTau(setup.workspace, { columns: 140, rows: 50 });
  for (const [command, told] of Object.entries(TOLD)) {
    tau.send(`/${command}\r`);
    await tau.waitForText(told);
  }
  tau.send("/dialog-typed\r");
  await tau.waitForText("type here");
  tau.send("x");
  await tau.waitForText("answered: undefined");
  tau.send("/keys-heard\r");
  await tau.waitForText("listening");
  tau.send("k");
  await tau.waitForText("bomb keys heard");
  tau.press("backspace");
  tau.send("/completion-asked\r");
  await tau.waitForText("completing");
  tau.send("/hand");
  await tau.waitForText("Go on in a new session");
  tau.send("\x15hello\r");
  await tau.waitForText("Still here.");
  expect(await leave(tau)).toBe(0);
});

const DRAWING = `
export default function (pi) {
  const line = (text) => ({ render: () => [text], invalidate: () => undefined });
  pi.registerEntryRenderer("mark", (entry) => line("MARK " + entry.data.text));
  pi.registerEntryRenderer("bad", () => { throw new Error("bomb"); });
  pi.registerMessageRenderer("card", (message) => line("CARD " + message.content));
  pi.registerMessageRenderer("torn", () => { throw new Error("bomb"); });
  pi.registerMarkdownTransformer((text, { messageType }) => text.replaceAll("SECRET", "[" + messageType + "]"));
  pi.registerCommand("mark", { handler: async (text) => { pi.appendEntry("mark", { text }); pi.appendEntry("bad", {}); } });
  pi.registerCommand("card", {
    handler: async (text) => {
      for (const customType of ["card", "torn"]) pi.sendMessage({ customType, content: text, display: true });
    },
  });
}
`;

test("entries and messages of extensions are shown when they come and when the session is resumed", async () => {
  await using setup = await withScriptedModel(() => ({ text: ["It is ", "SEC", "RET."] }));
  await addExtension(setup.workspace, DRAWING);
  const expected = (screen: string) =>
    /› tell me the \[user\][\s\S]*It is \[assistant\]\.[\s\S]*MARK one[\s\S]*CARD two[\s\S]*torn\s+two/.test(screen);
  {
    await using tau = await openTau(setup.workspace, { columns: 100 });
    tau.send("tell me the SECRET\r");
    await tau.waitForText("It is [assistant].");
    tau.send("/mark one\r");
    await tau.waitForText("MARK one");
    tau.send("/card two\r");
    await tau.waitForText(expected);
    expect(await leave(tau)).toBe(0);
  }
  await using again = await openTau(setup.workspace, { columns: 100, args: ["-c"] });
  await again.waitForText(expected);
  expect(await leave(again)).toBe(0);
});

async function addExtension({ tauHome }: Workspace, code: string): Promise<void> {
  await mkdir(join(tauHome, "extensions"), { recursive: true });
  await writeFile(join(tauHome, "extensions", "probe.ts"), code);
}
