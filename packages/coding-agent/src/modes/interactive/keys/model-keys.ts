import type { InteractiveContext } from "../interactive-context.ts";
import { type KeyAction, keyAction } from "./key-action.ts";

export const modelKeys: readonly KeyAction[] = [
  keyAction("app.model.cycleForward", (context) => cycle(context, "forward")),
  keyAction("app.model.cycleBackward", (context) => cycle(context, "backward")),
  {
    id: "app.thinking.cycle",
    run: ({ session, screen }) => {
      if (screen.editor.isShowingAutocomplete()) return false;
      const level = session.choice.cycleThinkingLevel({ keepDefault: true });
      screen.hint(level === undefined ? "This model has no thinking levels" : `Thinking: ${level}`);
      return true;
    },
  },
  keyAction("app.thinking.toggle", ({ screen, services }) => {
    const state = screen.toggleThinking();
    services.settings.set("hideThinkingBlock", state === "hidden");
    screen.hint(`Thoughts are ${state}`);
  }),
];

async function cycle({ session, screen }: InteractiveContext, direction: "forward" | "backward"): Promise<void> {
  const next = await session.choice.cycleModel(direction, { keepDefault: true });
  screen.modelChanged();
  screen.hint(next ? `Model: ${next.model.provider}/${next.model.id}` : "There is only one model to choose from");
}
