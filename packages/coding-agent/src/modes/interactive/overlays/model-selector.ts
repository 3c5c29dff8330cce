import type { Model } from "@tau/ai";
import { modelName } from "../../../core/models/index.ts";
import { saveDefaultModel } from "../../../core/session/model/model-choice.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { joinHints, keyHint } from "../keys/key-text.ts";
import type { Choice } from "./choice-list.ts";
import { choose } from "./choose.ts";

/** Lets the user choose among the models that have credentials. Scoped models come first. */
export async function selectModel(context: InteractiveContext, filter = ""): Promise<void> {
  const { services, say } = context;
  const { models } = services;
  await models.loadUsable();
  const { choice } = context.session;
  const scoped = choice.scoped.map(({ model }) => model);
  const names = new Set(scoped.map(modelName));
  const others = models.getSelectable().filter((model) => !names.has(modelName(model)));
  let saved = "";
  const model = await choose(context, {
    title: "Model",
    choices: [...scoped, ...others].map(modelChoice),
    isCurrent: (candidate) => modelName(candidate) === modelName(choice.model),
    filter,
    labelWidth: 44,
    placeholder: "type a name or a provider",
    keys: [
      {
        id: "app.models.save",
        run: (item) => {
          if (!item) return;
          saveDefaultModel(services.settings, item.value);
          saved = `new sessions use ${modelName(item.value)}`;
        },
      },
    ],
    hint: () =>
      joinHints(
        saved,
        keyHint("tui.select.confirm", "choose"),
        keyHint("app.models.save", "save as default"),
        keyHint("tui.select.cancel", "cancel"),
        "prices per million tokens in/out",
        "/login connects more",
      ),
  });
  if (!model) return;
  await context.session.choice.setModel(model, "set", { keepDefault: true });
  context.screen.modelChanged();
  say(`Model: ${modelName(model)}`);
}

export function modelChoice(model: Model): Choice<Model> {
  const facts = [
    formatWindow(model.contextWindow),
    formatPrice(model),
    model.reasoning ? "thinks" : "",
    abilities(model),
  ];
  return {
    value: model,
    label: modelName(model),
    description: facts.filter(Boolean).join(" · "),
    search: `${modelName(model)} ${model.name}`,
  };
}

function abilities({ input }: Model): string {
  return input.includes("image") ? "sees images" : "";
}

function formatWindow(tokens: number): string {
  if (tokens <= 0) return "";
  return tokens >= 1_000_000 ? `${Number((tokens / 1_000_000).toFixed(1))}M` : `${Math.round(tokens / 1000)}k`;
}

function formatPrice({ cost: { input, output } }: Model): string {
  return input === 0 && output === 0 ? "free" : `$${input}/$${output}`;
}
