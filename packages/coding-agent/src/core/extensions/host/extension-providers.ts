import { mergeConfigs } from "../../models/providers/compose-provider.ts";
import type { ExtensionVirtualModel, NativeProvider, ProviderConfig } from "../contract/index.ts";
import type { ProviderTarget } from "./provider-target.ts";

/** A registration by an extension. */
export type ProviderRegistration = {
  readonly extensionPath: string;
  /** A later registration by the same extension under this name replaces the earlier one; provider configurations are merged. */
  readonly name: string;
} & (
  | { readonly kind: "provider"; readonly config: ProviderConfig }
  | { readonly kind: "native"; readonly provider: NativeProvider }
  | { readonly kind: "virtual"; readonly model: ExtensionVirtualModel }
);

/** The providers and virtual models of one generation of extensions. They are kept until a model registry is available. */
export class ExtensionProviders {
  private registered: { readonly registration: ProviderRegistration; unregister?: () => void }[] = [];
  private target: ProviderTarget | undefined;

  /** Applies the waiting registrations. One that is rejected is passed to `refused`; the others stay in effect. */
  async bind(
    target: ProviderTarget,
    refused: (extensionPath: string, event: string, error: unknown) => void,
  ): Promise<void> {
    this.target = target;
    for (const entry of this.registered.filter(({ unregister }) => !unregister)) {
      try {
        entry.unregister = apply(target, entry.registration);
      } catch (error) {
        this.registered = this.registered.filter((other) => other !== entry);
        refused(entry.registration.extensionPath, "register_provider", error);
      }
    }
    await target.settled();
  }

  /** Returns a function that reverts the registration. */
  register(given: ProviderRegistration): () => void {
    const { kind, name, extensionPath } = given;
    const isSame = (other: ProviderRegistration) =>
      (other.kind === "virtual") === (kind === "virtual") &&
      other.name === name &&
      other.extensionPath === extensionPath;
    const earlier = this.registered.find((entry) => isSame(entry.registration))?.registration;
    const registration =
      given.kind === "provider" && earlier?.kind === "provider"
        ? { ...given, config: mergeConfigs(earlier.config, given.config) }
        : given;
    this.remove(isSame);
    const entry = { registration, ...(this.target ? { unregister: apply(this.target, registration) } : {}) };
    this.registered.push(entry);
    return () => this.remove((other) => other === registration);
  }

  unregisterProvider(name: string): void {
    this.remove((other) => other.kind !== "virtual" && other.name === name);
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.remove((other) => other.kind === "virtual" && other.name === `${provider}/${id}`);
  }

  clear(): void {
    this.remove(() => true);
  }

  /** Returns the registrations that have not taken effect yet. */
  waiting(): ProviderRegistration[] {
    return this.registered.flatMap(({ registration, unregister }) => (unregister ? [] : [registration]));
  }

  /** Replaces the waiting registrations of that kind. */
  replaceWaiting(kind: ProviderRegistration["kind"], registrations: readonly ProviderRegistration[]): void {
    const gone = this.waiting().filter((registration) => registration.kind === kind);
    this.remove((registration) => gone.includes(registration));
    for (const registration of registrations) this.register(registration);
  }

  /** Removes the registrations of an extension that failed to load. */
  removeOf(extensionPath: string): void {
    this.remove((registration) => registration.extensionPath === extensionPath);
  }

  private remove(isGone: (registration: ProviderRegistration) => boolean): void {
    const gone = this.registered.filter(({ registration }) => isGone(registration));
    this.registered = this.registered.filter((entry) => !gone.includes(entry));
    for (const { unregister } of gone) unregister?.();
  }
}

function apply(target: ProviderTarget, registration: ProviderRegistration): () => void {
  const { extensionPath } = registration;
  switch (registration.kind) {
    case "provider":
      return target.register(registration.name, registration.config, extensionPath);
    case "native":
      return target.registerNative(registration.provider, extensionPath);
    case "virtual":
      return target.registerVirtualModel(registration.model, extensionPath);
  }
}
