import { isThinkingLevel } from "../../../core/models/index.ts";
import { joinHints, keyHint } from "../keys/key-text.ts";
import { choose } from "../overlays/choose.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

const MEANING: Readonly<Record<string, string>> = {
  off: "answer at once",
  minimal: "hardly any",
  low: "a little",
  medium: "the usual amount",
  high: "thorough",
  xhigh: "very thorough",
  max: "as much as the model can",
};

export const thinkingCommand: SlashCommand = {
  name: "thinking",
  aliases: ["effort", "reasoning"],
  description: "Choose how long the model thinks",
  argumentHint: "[level]",
  complete: (prefix, { session }) => wordsStarting(prefix, session.choice.availableLevels()),
  run: async (context, argument) => {
    const { session, say } = context;
    const named = argument.trim();
    if (named !== "" && !isThinkingLevel(named))
      return say(`"${named}" is not a level. Choose one of ${session.choice.availableLevels().join(", ")}.`, "warning");
    const level = named !== "" ? named : await ask(context);
    if (level === undefined || !isThinkingLevel(level)) return;
    session.choice.setThinkingLevel(level, { keepDefault: true });
    say(`Thinking: ${session.thinkingLevel}`);
  },
};

function ask(context: Parameters<SlashCommand["run"]>[0]) {
  const { choice } = context.session;
  const choices = choice.availableLevels().map((level) => ({
    value: level as string,
    label: level,
    description: MEANING[level] ?? "",
  }));
  let saved = "";
  return choose(context, {
    keys: [
      {
        id: "app.thinking.save",
        run: (item) => {
          if (!item || !isThinkingLevel(item.value)) return;
          context.services.settings.set("defaultThinkingLevel", item.value);
          saved = `new sessions begin with ${item.value}`;
        },
      },
    ],
    hint: () =>
      joinHints(
        saved,
        keyHint("tui.select.confirm", "choose"),
        keyHint("app.thinking.save", "save as default"),
        keyHint("tui.select.cancel", "cancel"),
      ),
    title: `How long ${choice.model.name} thinks`,
    choices,
    isCurrent: (level) => level === choice.thinkingLevel,
  });
}
