import { errorText } from "../../error-text.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";
import type { DiscoveryScope } from "./locate.ts";

/** A discovered item, with its source. */
export interface Discovered {
  readonly sourceInfo: SourceInfo;
}

export interface CapabilityProvider<Item extends Discovered> {
  readonly id: string;
  readonly priority: number;
  load(scope: DiscoveryScope): LoadedItems<Item> | Promise<LoadedItems<Item>>;
}

export interface LoadedItems<Item> {
  readonly items: readonly Item[];
  readonly diagnostics?: readonly ResourceDiagnostic[];
}

export function joinItems<Item>(parts: readonly LoadedItems<Item>[]): LoadedItems<Item> {
  return {
    items: parts.flatMap(({ items }) => items),
    diagnostics: parts.flatMap(({ diagnostics = [] }) => diagnostics),
  };
}

export interface CapabilityRules<Item extends Discovered> {
  /** Returns the key of an item: of several with the same key only the first counts. Without this function all items are kept. */
  key?(item: Item): string;
  /** Returns what is wrong with an item, if anything. */
  validate?(item: Item): string | undefined;
}

export interface CapabilityResult<Item> {
  /** The items in effect. */
  readonly items: readonly Item[];
  /** All items, including those that another item overrides. */
  readonly all: readonly (Item & { readonly shadowed?: true })[];
  readonly diagnostics: readonly ResourceDiagnostic[];
}

/** The providers that find one kind of resource. All are asked in parallel; the one with the higher priority wins. */
export class CapabilityRegistry<Item extends Discovered> {
  private readonly rules: CapabilityRules<Item>;
  private providers: CapabilityProvider<Item>[] = [];

  constructor(rules: CapabilityRules<Item> = {}) {
    this.rules = rules;
  }

  /** Registers a provider. Providers of equal priority keep the order of registration. */
  register(provider: CapabilityProvider<Item>): void {
    this.providers = [...this.providers, provider].toSorted((a, b) => b.priority - a.priority);
  }

  async load(scope: DiscoveryScope, options: { includeInvalid?: boolean } = {}): Promise<CapabilityResult<Item>> {
    const enabled = this.providers.filter(({ id }) => !scope.disabled?.has(id));
    const loaded = await Promise.all(enabled.map((provider) => ask(provider, scope)));
    const diagnostics = loaded.flatMap((each) => each.diagnostics ?? []);
    const found = loaded.flatMap((each) => each.items);
    const items = found.filter((item) => this.admit(item, diagnostics, options.includeInvalid));
    return { ...this.withoutDoubles(items), diagnostics };
  }

  private admit(item: Item, diagnostics: ResourceDiagnostic[], includeInvalid = false): boolean {
    if (!item.sourceInfo?.source) {
      diagnostics.push({ type: "warning", message: "an item does not say where it comes from; skipped" });
      return false;
    }
    const reason = this.rules.validate?.(item);
    const { source, path } = item.sourceInfo;
    if (reason) diagnostics.push({ type: "warning", path, message: `${source}: ${reason}` });
    return includeInvalid || reason === undefined;
  }

  private withoutDoubles(found: readonly Item[]): Pick<CapabilityResult<Item>, "items" | "all"> {
    const { key } = this.rules;
    if (!key) return { items: found, all: found };
    const seen = new Set<string>();
    const all = found.map((item) => {
      const isNew = !seen.has(key(item));
      seen.add(key(item));
      return isNew ? item : { ...item, shadowed: true as const };
    });
    return { items: all.filter((item) => !("shadowed" in item)), all };
  }
}

async function ask<Item extends Discovered>(
  provider: CapabilityProvider<Item>,
  scope: DiscoveryScope,
): Promise<LoadedItems<Item>> {
  try {
    const { items, diagnostics = [] } = await provider.load(scope);
    // A diagnostic with a path already says where it comes from.
    const named = diagnostics.map((each) =>
      each.path ? each : { ...each, message: `${provider.id}: ${each.message}` },
    );
    return { items, diagnostics: named };
  } catch (error) {
    const reason = errorText(error);
    return { items: [], diagnostics: [{ type: "warning", message: `${provider.id}: ${reason}` }] };
  }
}
