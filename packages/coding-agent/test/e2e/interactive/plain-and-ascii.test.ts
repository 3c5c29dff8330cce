import { builtCli, startCliInPty, startPty } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

const ANSWER = "An answer.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |";
const SELECTORS = ["/model", "/theme", "/settings", "/tree", "/resume", "/login"];

test("with --ascii nothing on the screen but what was said is outside ASCII", async () => {
  await using setup = await withScriptedModel(() => ({ text: ANSWER }));
  await using tau = startCliInPty({ workspace: setup.workspace, columns: 80, rows: 24, args: ["--ascii"] });
  await tau.waitForText(/-{30}\n/);
  tau.send("naïve?\r");
  await tau.waitForText("An answer.");
  for (const command of SELECTORS) {
    tau.send(`${command}\r`);
    await tau.waitForText("+- ");
    tau.press("escape");
    await tau.waitForText((screen) => !screen.includes("+- "));
  }
  expect(tau.terminal.text().replaceAll("ï", "")).toMatch(/^[\x20-\x7e\n]*$/);
  expect(await leave(tau)).toBe(0);
});

test("in plain mode everything is written once, line after line, and states are said in words", async () => {
  const turns = [
    {
      text: `${ANSWER}\n\n\`\`\`mermaid\ngraph LR\n  A --> B\n\`\`\``,
      toolCalls: [{ name: "bash", arguments: { command: "echo from-the-tool; exit 3" } }],
    },
    { text: "The end." },
  ].values();
  await using setup = await withScriptedModel(() => turns.next().value ?? { text: "" });
  await using tau = startCliInPty({ workspace: setup.workspace, columns: 80, rows: 40, args: ["--plain"] });
  await tau.waitForText(/^>/m);
  tau.send("hello\r");
  await tau.waitForText(/Done after .+ s\.\n>/);
  const lines = tau.terminal.screen().map((line) => line.trimEnd());
  expect(lines.slice(lines.indexOf("Working. Escape stops."), lines.lastIndexOf(">"))).toEqual([
    "Working. Escape stops.",
    "You: hello",
    "Tau: An answer.",
    "- one",
    "- two",
    "a  b",
    "c  d",
    "mermaid",
    "  graph LR",
    "    A --> B",
    "Tool bash is running.",
    "Tool: $ echo from-the-tool; exit 3",
    "from-the-tool",
    "exit code 3",
    "Tool failed.",
    "Tau: The end.",
    expect.stringMatching(/^Done after .+ s\.$/),
  ]);
  expect(await leave(tau)).toBe(0);
});

test("in plain mode a dialog is read out, and then where the selection goes", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = startCliInPty({ workspace: setup.workspace, columns: 80, rows: 40, env: { TAU_PLAIN: "1" } });
  await tau.waitForText(/^>/m);
  tau.send("/thinking\r");
  await tau.waitForText("esc cancel");
  const before = tau.terminal.screen().filter((line) => line.trim() !== "").length;
  tau.press("escape");
  await tau.waitForText(/Back at the prompt\.\n>/);
  const after = tau.terminal.screen().filter((line) => line.trim() !== "");
  expect(after).toHaveLength(before + 2);
  expect(await leave(tau)).toBe(0);
});

test("in plain mode a prompt that is longer than a row is edited in its place", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = startCliInPty({ workspace: setup.workspace, columns: 40, rows: 20, env: { TAU_PLAIN: "1" } });
  await tau.waitForText(/^>/m);
  const typed = () => {
    const lines = tau.terminal.screen();
    return lines
      .slice(lines.findIndex((line) => line.startsWith("> ")))
      .join("\n")
      .trimEnd();
  };
  tau.send(`${"word ".repeat(15)}終終終x`);
  await tau.waitForText("終x");
  tau.press("backspace", "left", "backspace");
  await tau.waitForText((screen) => !screen.includes("終終終"));
  tau.send("\x1b[H<\x1b[F>");
  await tau.waitForText("終>");
  expect(typed()).toBe(`> <${"word ".repeat(7)}wo\nrd ${"word ".repeat(7)}終\n終>`);
  tau.press("ctrl+c");
  await tau.waitForText((screen) => !screen.includes("終"));
  expect(typed()).toBe(">");
});

test("a dumb terminal is written to, not drawn on", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Fine." }));
  const { cwd, env } = setup.workspace;
  // A terminal sets the variable itself; only a program in between can say something else.
  await using tau = startPty({ command: "env", args: ["TERM=dumb", process.execPath, builtCli], cwd, env });
  await tau.waitForText("> ");
  tau.send("hello\r");
  await tau.waitForText(/Tau: Fine\.[\s\S]*Done after/);
  expect(await leave(tau)).toBe(0);
});

test("a box is drawn where nobody asked for less", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = await openTau(setup.workspace);
  expect(tau.picture()).toContain("────");
});
