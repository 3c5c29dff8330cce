import { clearOrQuit } from "./clear-or-quit.ts";
import type { KeyAction } from "./key-action.ts";

const stop: KeyAction = {
  keys: ["escape"],
  description: "Stop the run",
  run: ({ session }) => {
    if (session.isIdle) return false;
    void session.abort();
    return true;
  },
};

const quitWhenEmpty: KeyAction = {
  keys: ["ctrl+d"],
  description: "Leave Tau, when nothing is typed",
  run: ({ screen, quit }) => {
    if (screen.editor.getText() !== "") return false;
    quit();
    return true;
  },
};

const expandTools: KeyAction = {
  keys: ["ctrl+o"],
  description: "Show tool output whole, or short again",
  run: ({ screen }) => {
    screen.toggleTools();
    return true;
  },
};

const cycleThinking: KeyAction = {
  keys: ["shift+tab"],
  description: "Change how long the model thinks",
  run: ({ session, screen }) => {
    if (session.choice.cycleThinkingLevel() === undefined) return false;
    screen.tui.requestRender();
    return true;
  },
};

export const keyActions: readonly KeyAction[] = [stop, clearOrQuit(), quitWhenEmpty, expandTools, cycleThinking];
