/** The name of a service, with the type of what stands behind it: `const jobs = "jobs" as ServiceKey<Jobs>`. */
export type ServiceKey<T> = string & { readonly serviceType?: T };

/** `pi.services`: what extensions offer to each other. */
export interface ExtensionServices {
  /** Returns a function that takes it back. Of several under one name the latest counts. */
  provide<T>(key: ServiceKey<T>, value: T): () => void;
  /** The same, made at its first use. A battery whose manifest names the service is loaded this way. */
  offer<T>(key: ServiceKey<T>, load: () => Promise<T>): () => void;
  has(key: string): boolean;
  /** Rejects where no extension provides it. */
  use<T>(key: ServiceKey<T>): Promise<T>;
}
