import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findBuiltInTheme } from "../../../src/core/themes/index.ts";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

/** What the published documentation says of the screen, on the real one. */

const EDITOR = /─{30}\n +\n─{30}/;

const SCREENS = `export default function (pi) {
  let handle;
  pi.registerCommand("refocus", { handler: async (_args, ctx) => { handle.focus(); ctx.ui.notify("has the keys again " + handle.isFocused()); } });
  pi.registerCommand("pick", { handler: async (_args, ctx) => {
    const choices = ["development", "staging"];
    let index = 0;
    const picked = await ctx.ui.custom(async (tui, theme, keys, done) => ({
      render: (width) => [theme.fg("accent", "Choose a target"), ...choices.map((name, at) => (at === index ? "> " : "  ") + name)],
      handleInput(data) {
        if (keys.matches(data, "tui.select.down")) index = (index + 1) % choices.length;
        else if (keys.matches(data, "tui.select.confirm")) done(choices[index]);
        else if (keys.matches(data, "tui.select.cancel")) done(undefined);
        tui.requestRender();
      },
      invalidate() {},
    }));
    ctx.ui.notify("picked " + picked);
  } });
  pi.registerCommand("float", { handler: async (_args, ctx) => {
    let side = "left";
    const closed = await ctx.ui.custom((tui, _theme, _keys, done) => ({
      render: () => ["floating"],
      handleInput(data) {
        if (data === "m") side = "right";
        if (data === "h") { handle.setHidden(true); setTimeout(() => { ctx.ui.notify("hidden " + handle.isHidden()); handle.setHidden(false); handle.focus(); }, 20); }
        if (data === "c") ctx.ui.confirm("Inner", "Inside?").then((sure) => ctx.ui.notify("inner " + sure + " " + handle.isFocused()));
        if (data === "u") { handle.unfocus(); ctx.ui.notify("typing goes on"); }
        if (data === "q") done("by q");
        tui.requestRender();
      },
      invalidate() {},
    }), { overlay: true, overlayOptions: () => ({ anchor: "top-" + side, width: 10 }), onHandle: (given) => { handle = given; } });
    ctx.ui.notify("closed " + closed);
  } });
}
`;

test("a screen of an extension takes the editor's place until it is done; one that floats leaves it, and moves", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, SCREENS);
  await using tau = await openTau(setup.workspace, { columns: 60 });
  await tau.waitForText(EDITOR);
  await typeAndSee(tau, ["/pick\r", /Choose a target\s*\n> development\s*\n {2}staging/]);
  expect(tau.terminal.text()).not.toMatch(/─{30}/);
  tau.press("down", "enter");
  await tau.waitForText((screen) => screen.includes("picked staging") && EDITOR.test(screen));
  await typeAndSee(tau, ["/float\r", /^floating/]);
  await tau.waitForText(EDITOR);
  await typeAndSee(tau, ["m", / {30}floating/], ["h", "hidden true"]);
  await typeAndSee(tau, ["c", "Inside?"], ["\r", "inner true true"], ["u", "typing goes on"]);
  await typeAndSee(tau, ["/refocus\r", "has the keys again"], ["q", "closed by q"]);
  expect(await leave(tau)).toBe(0);
});

test("on the whole screen, too, a screen of an extension hides the editor and gives it back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, SCREENS);
  await using tau = await openTau(setup.workspace, { columns: 60, args: ["--tui-mode", "fullscreen"] });
  await tau.waitForText(EDITOR);
  await typeAndSee(tau, ["/pick\r", /Choose a target\s*\n> development\s*\n {2}staging/]);
  expect(tau.terminal.screen().join("\n")).not.toMatch(/─{30}/);
  tau.press("escape");
  await tau.waitForText((screen) => screen.includes("picked undefined") && EDITOR.test(screen));
  expect(await leave(tau)).toBe(0);
});

const EDITING = `export default function (pi) {
  pi.on("session_start", (_event, ctx) => ctx.ui.addAutocompleteProvider((current) => ({
    triggerCharacters: ["#"],
    async getSuggestions(lines, line, col, options) {
      const match = (lines[line] ?? "").slice(0, col).match(/(?:^|[ \\t])#([^\\s#]*)$/);
      if (!match) return current.getSuggestions(lines, line, col, options);
      return { prefix: "#" + match[1], items: [{ value: "#2983", label: "#2983", description: "The first issue" }] };
    },
    applyCompletion: (...given) => current.applyCompletion(...given),
    shouldTriggerFileCompletion: (...given) => current.shouldTriggerFileCompletion?.(...given) ?? true,
  })));
  pi.registerCommand("paste", { handler: async (_args, ctx) => {
    ctx.ui.setEditorText("before ");
    ctx.ui.pasteToEditor(Array.from({ length: 40 }, (_, line) => "line " + line).join("\\n"));
    ctx.ui.notify("read " + ctx.ui.getEditorText().length);
  } });
}
`;

test("an extension completes what begins with its own character, and pastes as a user does", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EDITING);
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await typeAndSee(tau, ["see #", "The first issue"], ["\t", /see #2983/], ["\x15/hel", "Show the commands"]);
  await typeAndSee(tau, ["\x15/paste\r", /before \[paste #1 \+40 lines\]/]);
  tau.press("enter");
  await tau.waitForText("fine");
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("before line 0\\nline 1");
  expect(await leave(tau)).toBe(0);
});

const AREAS = `import { Text } from "@earendil-works/pi-tui";
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { handler: async (args, ctx) => handler(ctx.ui, args) });
  command("head", (ui) => ui.setHeader((_tui, theme) => new Text(theme.fg("accent", "my header"), 0, 0)));
  command("unhead", (ui) => ui.setHeader(undefined));
  command("foot", (ui) => {
    ui.setStatus("probe", "probing");
    ui.setFooter((_tui, theme, data) => ({
      render: () => [theme.fg("dim", "foot " + data.getGitBranch() + " " + [...data.getExtensionStatuses().values()].join())],
      invalidate() {},
    }));
  });
  command("unfoot", (ui) => { ui.setStatus("probe", undefined); ui.setFooter(undefined); });
  command("below", (ui) => ui.setWidget("w", ["under the editor"], { placement: "belowEditor" }));
  command("above", (ui) => ui.setWidget("w", ["over the editor"]));
  command("gone", (ui) => ui.setWidget("w", undefined));
  command("themes", (ui) => {
    const own = ui.getAllThemes().find(({ name }) => name === "mine");
    const usual = ui.getAllThemes().find(({ name }) => name === "dark");
    ui.notify("own " + (own?.path ?? "nowhere").endsWith("/themes/mine.json") + " usual " + usual.path, "warning");
    ui.notify(JSON.stringify([ui.setTheme("light"), ui.setTheme("none").success, ui.setTheme(ui.getTheme("dark")).success]));
  });
}
`;

test("header, footer and widgets of an extension stand where they belong, and give their places back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, AREAS);
  await mkdir(join(setup.workspace.tauHome, "themes"), { recursive: true });
  const theme = { ...findBuiltInTheme("dark"), name: "mine" };
  await writeFile(join(setup.workspace.tauHome, "themes", "mine.json"), JSON.stringify(theme));
  await using tau = await openTau(setup.workspace, { columns: 100, rows: 40 });
  await tau.waitForText("Type a task.");
  tau.send("/head\r");
  await tau.waitForText((screen) => screen.includes("my header") && !screen.includes("Type a task."));
  tau.send("/unhead\r");
  await tau.waitForText((screen) => !screen.includes("my header") && screen.includes("Type a task."));
  await typeAndSee(tau, ["/foot\r", /foot null probing/]);
  expect(tau.terminal.text()).not.toMatch(/work · yolo mode +scripted\/model/);
  tau.send("/unfoot\r");
  await tau.waitForText((screen) => !screen.includes("foot null") && /work · yolo mode +scripted\/model/.test(screen));
  await typeAndSee(tau, ["/below\r", /─\n under the editor/]);
  tau.send("/above\r");
  await tau.waitForText((screen) => /over the editor *\n─/.test(screen) && !screen.includes("under the editor"));
  tau.send("/gone\r");
  await tau.waitForText((screen) => !screen.includes("over the editor"));
  await typeAndSee(tau, ["/themes\r", "own true usual undefined"]);
  await tau.waitForText('[{"success":true},false,true]');
  expect(await leave(tau)).toBe(0);
});

const WORKING = `export default function (pi) {
  pi.on("agent_start", (_event, { ui }) => {
    ui.setWorkingMessage("Thinking deeply...");
    ui.setWorkingIndicator({ frames: ["@@"] });
  });
  const shortcut = (key, act) => pi.registerShortcut(key, { handler: async (ctx) => act(ctx.ui) });
  shortcut("ctrl+q", (ui) => ui.setWorkingVisible(false));
  shortcut("f8", (ui) => { ui.setWorkingVisible(true); ui.setWorkingMessage(); ui.setWorkingIndicator({ frames: [] }); });
}
`;

test("what is said while a run goes on can be changed, hidden, and set back, at once", async () => {
  const answered = Promise.withResolvers<void>();
  await using setup = await withScriptedModel(async () => {
    await answered.promise;
    return { text: "fine" };
  });
  await addExtension(setup.workspace, WORKING);
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await typeAndSee(tau, ["go\r", /^ *@@ Thinking deeply\.\.\./m]);
  tau.send("\x11");
  await tau.waitForText((screen) => !screen.includes("Thinking deeply"));
  await typeAndSee(tau, ["\x1b[19~", /^ *Working… /m]);
  answered.resolve();
  await tau.waitForText("fine");
  expect(await leave(tau)).toBe(0);
});

const DIALOGS = `import { Text } from "@earendil-works/pi-tui";
export default function (pi) {
  pi.registerMessageRenderer("note", (message, { expanded, outputPad, keyHint }, theme) => {
    const more = expanded ? JSON.stringify(message.details) : "(" + keyHint("app.tools.expand", "to expand") + ")";
    return new Text(theme.style("[" + message.customType + "] ", { fg: "accent", bold: true }) + message.content + " " + more, outputPad, 0);
  });
  pi.registerEntryRenderer("card", (entry, { expanded }, theme) => new Text(theme.fg("accent", JSON.stringify([entry.data, expanded]))));
  pi.registerCommand("say", { handler: async () => {
    pi.sendMessage({ customType: "note", content: "a note", display: true, details: { why: 7 } });
    pi.appendEntry("card", { status: "done" });
  } });
  pi.registerCommand("ask", { handler: async (_args, ctx) => {
    const { ui } = ctx;
    ui.notify("timed out " + await ui.confirm("Sure", "It ends by itself", { timeout: 2500 }));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    ui.notify("aborted " + await ui.input("Name", "place to hold", { signal: controller.signal }) + " " + controller.signal.aborted);
    ui.notify("edited " + JSON.stringify(await ui.editor("Edit", "one\\ntwo")));
    ui.notify("named " + await ui.input("Name", "place to hold"), "warning");
    ui.setToolsExpanded(true);
    ui.notify("expanded " + ui.getToolsExpanded());
  } });
}
`;

test("renderers know whether they are to say more, and questions end by themselves, by a signal, or by an answer", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, DIALOGS);
  await using tau = await openTau(setup.workspace, { columns: 80, rows: 30 });
  await typeAndSee(tau, ["/say\r", /^ \[note\] a note \(ctrl\+o to expand\)/m]);
  await tau.waitForText('[{"status":"done"},false]');
  await typeAndSee(tau, ["/ask\r", /It ends by itself[\s\S]*3 s left/]);
  await tau.waitForText("2 s left");
  await tau.waitForText("timed out false");
  await tau.waitForText("aborted undefined true");
  await tau.waitForText(/one *│?\n[^\n]*two/);
  await typeAndSee(tau, [" more\r", '["one\\ntwo more"]'.slice(1, -1)], ["Ada\r", "named Ada"]);
  await tau.waitForText((screen) => /\[note\] a note \{"why":7\}/.test(screen) && screen.includes("expanded true"));
  await tau.waitForText('[{"status":"done"},true]');
  expect(await leave(tau)).toBe(0);
});
