import { expect, test } from "vitest";
import { resolveEscapeTimeoutMs } from "../../src/terminal/process-terminal.ts";

test("a lone Escape waits longer over a network, and as long as a variable says", () => {
  expect(resolveEscapeTimeoutMs({})).toBe(10);
  expect(resolveEscapeTimeoutMs({ SSH_CONNECTION: "1.2.3.4 5 6.7.8.9 22" })).toBe(100);
  expect(resolveEscapeTimeoutMs({ SSH_TTY: "/dev/pts/1", PI_TUI_ESC_TIMEOUT: "250" })).toBe(250);
  expect(resolveEscapeTimeoutMs({ TAU_ESCAPE_TIMEOUT_MS: "30", PI_TUI_ESC_TIMEOUT: "250" })).toBe(30);
  expect(resolveEscapeTimeoutMs({ PI_TUI_ESC_TIMEOUT: "soon" })).toBe(10);
});
