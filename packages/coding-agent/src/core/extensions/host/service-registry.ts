import { LayeredMap } from "../../layers/layered-map.ts";
import type { ExtensionServices, ServiceKey } from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/** The services of one generation of extensions. */
export class ServiceRegistry implements ExtensionServices {
  private readonly services = new LayeredMap<string, () => Promise<unknown>>();

  provide<T>(key: ServiceKey<T>, value: T): () => void {
    return this.services.add(key, async () => value);
  }

  offer<T>(key: ServiceKey<T>, load: () => Promise<T>): () => void {
    return this.services.add(key, load);
  }

  has(key: string): boolean {
    return this.services.has(key);
  }

  async use<T>(key: ServiceKey<T>): Promise<T> {
    const load = this.services.get(key);
    if (!load) throw new ExtensionHostError("not-available", `No extension provides the service "${key}".`);
    return (await load()) as T;
  }
}
