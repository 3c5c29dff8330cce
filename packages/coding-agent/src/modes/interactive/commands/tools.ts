import type { Session } from "../../../core/session/session.ts";
import { type ToolState, toolStates } from "../../../core/session/tools/tool-states.ts";
import { type Choice, ChoiceList } from "../overlays/choice-list.ts";
import { openOverlay } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import { groupDigits } from "../parts/group-digits.ts";
import type { SlashCommand } from "./command.ts";

export const toolsCommand: SlashCommand = {
  name: "tools",
  givesWay: true,
  description: "Show which tools the model knows and what they cost",
  run: async ({ session, screen: { tui }, themes }) => {
    // For a tool of an extension that is asleep, only the name may be known.
    const { tools, extensions } = session;
    if (tools.findableNames().some((name) => !tools.get(name))) await extensions?.wake();
    const theme = () => themes.current;
    await openOverlay(tui, (done) => {
      const body = new ChoiceList<ToolState>({
        tui,
        theme,
        choices: choicesOf(session),
        keyOf: ({ name }) => name,
        preview: ({ description }) => description,
        onCancel: () => done(),
        onChoose: (tool) => {
          toggle(session, tool);
          body.setChoices(choicesOf(session));
        },
      });
      const hint = () => `${summary(session)} · enter switch on or off · esc close`;
      return new Panel({ title: "Tools of this session", body, hint, theme });
    });
  },
};

function choicesOf(session: Session): Choice<ToolState>[] {
  return toolStates(session).map((value) => ({
    value,
    label: value.name,
    description: `${value.state} · ${groupDigits(value.tokens)} tokens`,
    search: `${value.name} ${value.state} ${value.description}`,
  }));
}

/** Counts the tokens of the declared tools, which are part of every request. The others cost nothing. */
function summary(session: Session): string {
  const declared = toolStates(session).filter(isOn);
  const tokens = declared.reduce((sum, state) => sum + state.tokens, 0);
  return `${groupDigits(tokens)} tokens in each request`;
}

function isOn({ state }: ToolState): boolean {
  return state === "declared" || state === "found";
}

function toggle(session: Session, tool: ToolState): void {
  const active = session.tools.activeNames();
  session.setActiveToolsByName(isOn(tool) ? active.filter((name) => name !== tool.name) : [...active, tool.name]);
}
