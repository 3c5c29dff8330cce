import type { ExtensionContext } from "@tau/coding-agent";

type Model = NonNullable<ExtensionContext["model"]>;

export interface ModelSources {
  readonly available: readonly Model[];
  readonly active: Model | undefined;
  /** The patterns of the settings. */
  readonly roles: Readonly<Record<string, string | undefined>>;
}

/**
 * The model of the role `vision`, of the role `default`, the one in use, or the first there is: of these the first that takes images.
 * Throws where none does.
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
