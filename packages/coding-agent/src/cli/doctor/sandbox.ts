import { allowedMode } from "../../core/permission/permission-mode.ts";
import { ruleProblems } from "../../core/permission/settings-rules.ts";
import { workspaceRoots } from "../../core/permission/workspace-roots.ts";
import { sandboxState } from "../../core/sandbox/session-sandbox.ts";
import type { Examination, Finding } from "./finding.ts";

/** Reports which sandbox confines the model's commands, what runs without asking, and in which folders. */
export const examineSandbox: Examination = async ({ settings, cwd, agentDir }) => {
  const state = await sandboxState({ settings, agentDir });
  const { permissionModes: modes, settings: others = {} } = settings.managed ?? {};
  const mode = settings.given("permissionMode") ?? allowedMode(state.kind === "none" ? "ask" : "auto", modes);
  const fixed = [...(modes ? ["permissionModes"] : []), ...Object.keys(others)];
  const texts = [
    `mode ${mode}${modes ? ` (of ${modes.join(", ")})` : ""}`,
    `workspace ${workspaceRoots({ settings, cwd }).join(", ")}`,
    ...(fixed.length > 0 ? [`fixed by the administrator: ${fixed.join(", ")}`] : []),
  ];
  const problems = ruleProblems({ settings, cwd, agentDir }).map(
    (text): Finding => ({ state: "problem", topic: "permissions", text, fix: "The rule is left out until then." }),
  );
  return [
    state.kind === "none"
      ? {
          state: "note",
          topic: "sandbox",
          text: state.text,
          fix: `${state.fix} Until then, commands of the model ask.`,
        }
      : { state: "ok", topic: "sandbox", text: `${state.kind}: ${state.text}` },
    { state: "ok", topic: "permissions", text: `${texts.join("; ")}.` },
    ...problems,
  ];
};
