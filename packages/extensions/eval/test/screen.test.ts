import { expect, test } from "vitest";
import { evalSession } from "./eval-session.ts";

test("on the screen, cells have their states, code and output are folded, and a failure is readable", async () => {
  await using session = await evalSession({ mode: "tui", columns: 60, rows: 50, files: { "a.txt": "alpha" } });
  const { terminal } = session.harness;
  const code = Array.from({ length: 12 }, (_, index) => `const value${index} = ${index}; // ${"long ".repeat(20)}`);
  await session.run(
    [
      ...['*** Cell js:"many"', ...code, "for (let i = 0; i < 20; i++) print('row', i)"],
      ...['*** Cell js:"calls"', 'await tool.read({ path: "a.txt" })'],
      ...['*** Cell js:"fails"', 'throw new Error("broken")', '*** Cell js:"never"', "1"],
    ].join("\n"),
  );
  await terminal.waitForText("○ JavaScript never");
  const text = terminal.window.text();
  expect(text).toMatch(/eval JavaScript many *\n *const value0 = 0; \/\/ [long ]+… *\n/);
  expect(text).toMatch(/const value9 .*\n *… 3 more lines \(ctrl\+o shows all\) *\n/);
  expect(text).toMatch(/✓ JavaScript many \d+ ms *\n *✓ JavaScript calls \d+ ms *\n *✗ JavaScript fails \d+ ms *\n/);
  expect(text).toMatch(/✓ read a\.txt \d+ ms *\n/);
  expect(text).toMatch(/Cell 3 of 4 \(fails\) failed\. 1 later cell was not run\. *\n/);
  expect(text).not.toContain("row 3");
  terminal.press("ctrl+o");
  await terminal.waitForText("row 3");
  terminal.press("ctrl+o");
  await session.run("*** Cell js t:1s\nawait new Promise(() => {})");
  await terminal.waitForText("Command timed out");
  expect(terminal.window.text().replaceAll(/\s+/g, " ")).toMatch(
    /Command timed out after 1 seconds\. The JavaScript kernel was interrupted [^…]*\. The cell failed\./,
  );
});
