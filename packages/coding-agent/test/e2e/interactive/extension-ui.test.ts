import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau } from "./open-tau.ts";

const EXTENSION = `export default function (pi) {
  pi.on("session_start", (_event, ctx) => {
    ctx.ui.setStatus("probe", "probe ready");
    ctx.ui.setWidget("probe", ["a widget of two", "lines"]);
  });
  pi.registerCommand("ask", {
    description: "Ask three things",
    handler: async (_args, ctx) => {
      const fruit = await ctx.ui.select("Which fruit?", ["apple", "pear"]);
      const sure = await ctx.ui.confirm("Sure?", "It cannot be undone");
      const name = await ctx.ui.input("Your name");
      ctx.ui.notify(\`\${fruit} \${sure} \${name}\`);
      const late = await ctx.ui.select("Too late", ["x"], { timeout: 50 });
      ctx.ui.notify("timed out: " + (late === undefined));
    },
  });
  pi.registerShortcut("ctrl+y", { handler: async (ctx) => ctx.ui.notify("shortcut") });
}
`;

test("an extension shows a widget and a status, asks, and hears a key", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EXTENSION);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  await tau.waitForText(/a widget of two\s+lines/);
  await tau.waitForText("probe ready");
  tau.send("/ask\r");
  await tau.waitForText("Which fruit?");
  tau.press("down", "enter");
  await tau.waitForText("It cannot be undone");
  tau.press("enter");
  await tau.waitForText("Your name");
  tau.send("Ada\r");
  await tau.waitForText("pear true Ada");
  await tau.waitForText("timed out: true");
  tau.send("\x19");
  await tau.waitForText("shortcut");
  expect(await leave(tau)).toBe(0);
});

const DRAWING = `import { Text } from "@earendil-works/pi-tui";
export default function (pi) {
  pi.registerMessageRenderer("card", (message, { expanded }) => new Text("card of " + message.content + " " + expanded, 0, 0));
  pi.registerMessageRenderer("torn", () => { throw new Error("bomb"); });
  pi.registerEntryRenderer("bad", () => { throw new Error("bomb"); });
  pi.registerEntryRenderer("mark", (entry) => new Text("mark number " + entry.data.number, 0, 0));
  pi.registerMarkdownTransformer((text, { messageType, isStreaming }) =>
    isStreaming ? text : text.replaceAll("->", "→ " + messageType + " "));
  pi.registerCommand("draw", {
    handler: async () => {
      pi.sendMessage({ customType: "card", content: "ours", display: true });
      pi.sendMessage({ customType: "plain", content: "without a renderer", display: true });
      pi.sendMessage({ customType: "card", content: "nobody sees", display: false });
      pi.sendMessage({ customType: "torn", content: "drawn as usual", display: true });
      pi.appendEntry("bad", {});
      pi.appendEntry("mark", { number: 7 });
      pi.appendEntry("state", { number: 8 });
    },
  });
}
`;

test("what an extension says and draws between runs is shown at once, and again when the session is resumed", async () => {
  await using setup = await withScriptedModel(() => ({ text: "left -> right" }));
  await addExtension(setup.workspace, DRAWING);
  const seen =
    /up → user down[\s\S]*left → assistant +right[\s\S]*card of ours false[\s\S]*without a renderer[\s\S]*torn\s+drawn as usual[\s\S]*mark number 7/;
  {
    await using tau = await openTau(setup.workspace, { columns: 100 });
    tau.send("up ->down\r");
    await tau.waitForText("left → assistant");
    tau.send("/draw\r");
    await tau.waitForText(seen);
    expect(tau.terminal.text()).not.toMatch(/nobody sees|number 8/);
    expect(await leave(tau)).toBe(0);
  }
  await using again = await openTau(setup.workspace, { columns: 100, args: ["--continue"] });
  await again.waitForText(seen);
  expect(await leave(again)).toBe(0);
});

test("R127: keys that an extension cannot have, and keys it takes over, are told at start", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  const handler = "{ handler: async () => undefined }";
  await addExtension(
    setup.workspace,
    `export default (pi) => { pi.registerShortcut("ctrl+c", ${handler}); pi.registerShortcut("ctrl+y", ${handler}); };`,
  );
  await using tau = await openTau(setup.workspace, { columns: 200 });
  await tau.waitForText(/The key ctrl\+c is reserved, so \S+ cannot use it\./);
  await tau.waitForText(/The key ctrl\+y of tui\.editor\.yank is taken over by \S+\./);
  expect(await leave(tau)).toBe(0);
});

test("with a model that only chooses, the status line names the one that answered", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(
    setup.workspace,
    `export default (pi) => pi.registerVirtualModel({
      provider: "router",
      id: "auto",
      name: "Auto",
      route: (_request, ctx) => ({ model: ctx.modelRegistry.find("scripted", "model"), thinkingLevel: "off" }),
    });`,
  );
  await using tau = await openTau(setup.workspace, { columns: 120 });
  tau.send("one\r");
  await tau.waitForText("fine");
  tau.send("/model router/auto\r");
  await tau.waitForText(/ router\/auto\n/);
  tau.send("two\r");
  await tau.waitForText("router/auto → scripted/model");
  expect(await leave(tau)).toBe(0);
});

test("an extension that came after the start is there after /reload, where there was none before", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace);
  await addExtension(setup.workspace, EXTENSION);
  tau.send("/reload\r");
  await tau.waitForText(/a widget of two\s+lines/);
  tau.send("\x19");
  await tau.waitForText("shortcut");
  expect(await leave(tau)).toBe(0);
});
