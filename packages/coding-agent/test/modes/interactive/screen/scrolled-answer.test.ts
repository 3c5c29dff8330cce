import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";

test("after an answer that fills the screen, every line of it is in the scrollback or on the screen once", async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `Line ${index}.  \n`);
  await using harness = await createExtensionHarness({
    ...{ extensions: [], mode: "tui", columns: 60, rows: 16 },
    // The working line is still there when the last line is drawn, and disappears afterwards.
    script: [{ text: [...lines, "", "", "", "", "", ""], pace: 30 }],
  });
  await harness.prompt("go");
  const { window } = harness.terminal;
  const shown = () => [...window.scrollback(), ...window.screen()].map((row) => row.trim());
  await expect.poll(() => shown().some((row) => row.includes("Working"))).toBe(false);
  expect(shown().filter((row) => row.startsWith("Line"))).toEqual(lines.map((line) => line.trim()));
});
