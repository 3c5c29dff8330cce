import type { ExtensionContext } from "@tau/coding-agent";

type Model = NonNullable<ExtensionContext["model"]>;

export interface ModelSources {
  readonly available: readonly Model[];
  readonly active: Model | undefined;
  /** The model patterns in the settings, by role. */
  readonly roles: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the first model that accepts images among: the model of the role `vision`, the model of the role `default`, the active
 * model, and all available models. Throws if none accepts images.
 */
export function chooseModel({ available, active, roles }: ModelSources): Model {
  if (available.length === 0) throw new Error("No models available for inspect_image.");
  const named = [roles.vision, roles.default].flatMap((pattern) => (pattern ? (find(available, pattern) ?? []) : []));
  const candidates = [...named, ...(active ? [active] : []), ...available];
  const model = candidates.find(({ input }) => input.includes("image"));
  if (model) return model;
  const [first] = candidates as [Model, ...Model[]];
  throw new Error(
    `Resolved model ${first.provider}/${first.id} does not support image input. Set modelRoles.vision to a model that does.`,
  );
}

function find(models: readonly Model[], pattern: string): Model | undefined {
  const [wanted = ""] = pattern.toLowerCase().split(/:(?=[a-z]+$)/);
  const names = models.map((model) => ({ model, name: `${model.provider}/${model.id}`.toLowerCase() }));
  const exact = names.find(({ model, name }) => name === wanted || model.id.toLowerCase() === wanted);
  return (exact ?? names.find(({ name }) => name.includes(wanted)))?.model;
}
