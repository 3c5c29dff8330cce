import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { catalogue, TOOLBOX } from "./sample-marketplace.ts";

test("/marketplace adds a marketplace, shows what a plugin brings, installs it and removes it", async () => {
  const files = Object.fromEntries(
    Object.entries({
      ".claude-plugin/marketplace.json": catalogue({ name: "toolbox", source: "./toolbox", description: "Many tools" }),
      ...Object.fromEntries(Object.entries(TOOLBOX).map(([name, content]) => [`toolbox/${name}`, content])),
    }).map(([name, content]) => [`shop/${name}`, typeof content === "string" ? content : JSON.stringify(content)]),
  );
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    columns: 80,
    rows: 24,
    files,
  });
  const { terminal } = harness;
  const open = async () => {
    terminal.press(..."/marketplace", "enter");
    await terminal.waitForText("Plugins");
  };
  await open();
  terminal.press("enter");
  await terminal.waitForText("Marketplace: owner/repo");
  terminal.press(..."./shop", "enter");
  await terminal.waitForText("→ toolbox@shop");
  await terminal.waitForText("Many tools");
  terminal.press("enter");
  await terminal.waitForText("Install for this folder only");
  terminal.press("enter");
  await terminal.waitForText("command /toolbox:greet");
  await terminal.waitForText("hook PreToolUse: sh");
  terminal.press("enter");
  await terminal.waitForText("Installed toolbox@shop.");
  await expect.poll(() => harness.session.promptTemplates.map(({ name }) => name)).toContain("toolbox:greet");
  await open();
  await terminal.waitForText(/→ toolbox@shop\s+installed/);
  terminal.press("enter");
  await terminal.waitForText("Switch off");
  terminal.press("down", "down", "enter");
  await terminal.waitForText("Removed toolbox@shop.");
});
