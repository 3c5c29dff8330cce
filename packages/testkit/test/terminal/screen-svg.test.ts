import { expect, test } from "vitest";
import { screenSvg, VirtualTerminal } from "../../src/index.ts";

test("a picture holds the text in its colours, and escapes what markup means", async () => {
  using terminal = new VirtualTerminal({ columns: 12, rows: 1 });
  await terminal.feed("a<b \x1b[1;38;2;1;2;3mred\x1b[0m\x1b[48;2;9;9;9m \x1b[0m");
  const svg = screenSvg(terminal);
  expect(svg).toContain(">a&#60;b ");
  expect(svg).toContain('fill="#010203" xml:space="preserve" textLength="25.2" font-weight="bold">red<');
  expect(svg).toContain('width="8.4" height="18" fill="#090909"');
});
