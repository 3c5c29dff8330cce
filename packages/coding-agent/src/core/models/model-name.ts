import type { Model } from "@tau/ai";

/** Returns `provider/id`, as a user would type it. */
export function modelName({ provider, id }: Pick<Model, "provider" | "id">): string {
  return `${provider}/${id}`;
}
