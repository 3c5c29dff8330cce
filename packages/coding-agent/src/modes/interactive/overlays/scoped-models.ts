import { modelName } from "../../../core/models/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { keyHint, keyText } from "../keys/key-text.ts";
import type { Choice } from "./choice-list.ts";
import { ChoiceList } from "./choice-list.ts";
import { modelChoice } from "./model-selector.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";

type ModelItem = ReturnType<typeof modelChoice>["value"];

/** Chooses the models that the model keys cycle through, and their order. Enter adds or removes one; saving keeps the choice for later sessions. */
export async function selectScopedModels(context: InteractiveContext): Promise<void> {
  const { models, settings } = context.services;
  const { choice } = context.session;
  const { tui } = context.screen;
  await models.loadUsable();
  let chosen = choice.scoped.map(({ model }) => modelName(model));
  const order = () => {
    const rank = (model: ModelItem) => (chosen.indexOf(modelName(model)) + 1 || Number.POSITIVE_INFINITY) - 0;
    return models.getSelectable().toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  };
  await openOverlay<void>(tui, (done) => {
    const change = (next: readonly string[]) => {
      chosen = [...next];
      const byName = new Map(models.getSelectable().map((model) => [modelName(model), model]));
      choice.scoped = chosen.flatMap((name) => byName.get(name) ?? []).map((model) => ({ model }));
      body.setChoices(order().map(modelChoice));
      tui.requestRender();
    };
    const toggle = (names: readonly string[]) => {
      const isIn = names.every((name) => chosen.includes(name));
      change(isIn ? without(chosen, names) : [...new Set([...chosen, ...names])]);
    };
    const found = () => body.found.map(modelName);
    const onSelected = (action: (model: ModelItem) => void) => (item: Choice<ModelItem> | undefined) => {
      if (item) action(item.value);
    };
    const move = (by: -1 | 1) => (model: ModelItem) => change(moved(chosen, modelName(model), by));
    const body: ChoiceList<ModelItem> = new ChoiceList<ModelItem>({
      tui,
      theme: () => context.themes.current,
      choices: order().map(modelChoice),
      isCurrent: (model) => chosen.includes(modelName(model)),
      labelWidth: 44,
      keys: [
        { id: "app.models.enableAll", run: () => change([...new Set([...chosen, ...found()])]) },
        { id: "app.models.clearAll", run: () => change(without(chosen, found())) },
        {
          id: "app.models.toggleProvider",
          run: onSelected(({ provider }) => toggle(models.getModels(provider).map(modelName))),
        },
        { id: "app.models.reorderUp", run: onSelected(move(-1)) },
        { id: "app.models.reorderDown", run: onSelected(move(1)) },
        {
          id: "app.models.save",
          run: () => {
            settings.set("enabledModels", chosen.length > 0 ? chosen : undefined);
            done();
          },
        },
      ],
      onChoose: (model) => toggle([modelName(model)]),
      onCancel: () => done(),
    });
    return new Panel({
      title: `Models that ${keyText("app.model.cycleForward") || "the model keys"} goes through`,
      body,
      hint,
      theme: () => context.themes.current,
    });
  });
}

function without(names: readonly string[], gone: readonly string[]): string[] {
  const left = new Set(gone);
  return names.filter((name) => !left.has(name));
}

function moved(names: readonly string[], name: string, by: -1 | 1): string[] {
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return [...names];
  return names.toSpliced(from, 1).toSpliced(to, 0, name);
}

function hint(): string {
  return [
    keyHint("tui.select.confirm", "in/out"),
    keyHint("app.models.save", "save"),
    keyHint("app.models.enableAll", "all"),
    keyHint("app.models.clearAll", "none"),
    keyHint("app.models.toggleProvider", "provider"),
    keyHint("app.models.reorderUp", "up"),
    keyHint("app.models.reorderDown", "down"),
  ]
    .filter(Boolean)
    .join(" · ");
}
