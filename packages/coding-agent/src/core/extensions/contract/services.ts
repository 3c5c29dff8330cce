/** The name of a service, with the service's type: `const jobs = "jobs" as ServiceKey<Jobs>`. */
export type ServiceKey<T> = string & { readonly serviceType?: T };

/** `pi.services`: services that extensions offer to each other. */
export interface ExtensionServices {
  /** Registers a service. Returns a function that removes it. If several have the same name, the latest is used. */
  provide<T>(key: ServiceKey<T>, value: T): () => void;
  /** Registers a service that is created at its first use. Loads a battery whose manifest names the service. */
  offer<T>(key: ServiceKey<T>, load: () => Promise<T>): () => void;
  has(key: string): boolean;
  /** Rejects if no extension provides the service. */
  use<T>(key: ServiceKey<T>): Promise<T>;
}
