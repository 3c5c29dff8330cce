import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import type { ExtensionUIContext } from "../../../src/core/extensions/index.ts";

test("an extension that listens hears keys before the screen does, and cannot keep those that lead out", async () => {
  const heard: string[] = [];
  let ui: ExtensionUIContext | undefined;
  await using harness = await createExtensionHarness({
    extensions: [
      (pi) =>
        pi.on("session_start", (_event, ctx) => {
          ui = ctx.ui;
        }),
    ],
    mode: "tui",
  });
  const { terminal } = harness;
  const stop = ui?.onTerminalInput((data) => {
    heard.push(data);
    return { consume: true };
  });
  // The screen opens its help for the first, and empties the editor for the second.
  terminal.press("?", "ctrl+c");
  await terminal.waitForText("Press Ctrl+C again to exit");
  expect(heard).toEqual(["?", "\x03"]);
  expect(terminal.window.text()).not.toContain("ctrl+g");
  stop?.();
  terminal.press("x");
  await terminal.waitForText(/^x/m);
  expect(heard).toEqual(["?", "\x03"]);
});
