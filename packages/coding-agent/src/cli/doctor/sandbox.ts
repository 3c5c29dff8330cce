import { sandboxState } from "../../core/sandbox/session-sandbox.ts";
import type { Examination } from "./finding.ts";

/** What confines commands of the model here. */
export const examineSandbox: Examination = async ({ settings, agentDir }) => {
  const state = await sandboxState({ settings, agentDir });
  if (state.kind !== "none") return [{ state: "ok", topic: "sandbox", text: `${state.kind}: ${state.text}` }];
  const fix = `${state.fix} Until then, commands of the model ask.`;
  return [{ state: "note", topic: "sandbox", text: state.text, fix }];
};
