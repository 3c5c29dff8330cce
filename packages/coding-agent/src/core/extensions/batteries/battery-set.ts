import type { ExtensionEventName } from "../contract/index.ts";
import type { BatteryCondition, ExtensionManifest, ToolManifest } from "../extension/extension-manifest.ts";
import type { Battery } from "./battery.ts";
import { installed, readManifests } from "./installed.ts";
import { type ConditionPlace, unmetCondition } from "./unmet-condition.ts";

/** What the user or a program says of a battery: it is on, on where its conditions hold, or off. */
export type BatteryWish = "forced" | "wanted" | BatteryRefusal;

/** Why a battery is off whatever its conditions. `describeReason` says it in words. */
export type BatteryRefusal =
  | "off:user"
  | "off:project"
  | "off:opt-in"
  | "off:mode"
  | "off:no-extensions"
  | "off:no-mcp"
  | "off:not-asked";

export type BatteryChoice = (battery: Battery, place: ConditionPlace) => BatteryWish;

/**
 * The batteries of the sessions in one folder. Which are on is found out when something asks for one: a condition is not checked before
 * that, and then holds until `refresh`.
 */
export class BatterySet {
  /** On or off. */
  readonly all: readonly Battery[];
  private readonly read: () => Promise<readonly ExtensionManifest[]>;
  private readonly choose: BatteryChoice;
  private readonly place: ConditionPlace;
  private readonly reasons = new Map<string, string | undefined>();
  private hasMcpServers = false;

  constructor(
    place: ConditionPlace,
    choose: BatteryChoice,
    source: Pick<BatterySet, "all"> & { read(): Promise<readonly ExtensionManifest[]> } = {
      all: installed,
      read: readManifests,
    },
  ) {
    this.place = place;
    this.choose = choose;
    this.all = source.all;
    this.read = () => source.read();
  }

  /** Whether any may be on; conditions are not asked. */
  isEmpty(): boolean {
    return this.all.every((battery) => isRefusal(this.choose(battery, this.place)));
  }

  isOn(battery: Battery): boolean {
    return this.whyOff(battery) === undefined;
  }

  /** A refusal, or in words which condition does not hold; nothing where the battery is on. */
  whyOff(battery: Battery): string | undefined {
    const { name, when } = battery;
    if (!this.reasons.has(name)) {
      const wish = this.choose(battery, this.place);
      const unmet = wish === "wanted" && when ? this.unmet(when) : undefined;
      this.reasons.set(name, isRefusal(wish) ? wish : unmet);
    }
    return this.reasons.get(name);
  }

  /** Asked at every start: without a file there is nothing to load for the other conditions. */
  private unmet(when: BatteryCondition): string | undefined {
    if (when.mcpServers && !this.hasMcpServers && !this.place.resources.hasMcpFile())
      return "no MCP server is configured";
    return unmetCondition(when, this.place);
  }

  /** An extension has registered an MCP server. Returns whether that is news. */
  addMcpServers(): boolean {
    const isNew = !this.hasMcpServers;
    this.hasMcpServers = true;
    if (isNew) this.refresh();
    return isNew;
  }

  /** Conditions are checked anew. */
  refresh(): void {
    this.reasons.clear();
  }

  /** The same choice, in another folder. */
  in(place: ConditionPlace): BatterySet {
    return new BatterySet(place, this.choose, { all: this.all, read: this.read });
  }

  listensTo(event: ExtensionEventName): boolean {
    return this.some(({ events }) => events?.includes(event));
  }

  hasCommand(name: string): boolean {
    return this.some(({ commands }) => commands?.includes(name));
  }

  /** What is declared. Of two with one name it is the first, as in the host. */
  tools(): ToolManifest[] {
    const tools = this.all.flatMap((battery) => (battery.tools && this.isOn(battery) ? battery.tools : []));
    return tools.filter(({ name }, index) => tools.findIndex((other) => other.name === name) === index);
  }

  /** The names of those that are declared once they were found, as far as no condition must be checked for it. */
  foundTools(): string[] {
    return this.all.flatMap((battery) => (battery.found && !battery.when && this.isOn(battery) ? battery.found : []));
  }

  some(has: (battery: Battery) => boolean | undefined): boolean {
    return this.all.some((battery) => has(battery) === true && this.isOn(battery));
  }

  /** The whole manifests of those that are on. */
  async manifests(): Promise<ExtensionManifest[]> {
    const names = new Set(this.on().map(({ name }) => name));
    return names.size === 0 ? [] : (await this.read()).filter(({ name }) => names.has(name));
  }

  /** All of them, to tell of. */
  async allManifests(): Promise<readonly ExtensionManifest[]> {
    return this.all.length === 0 ? [] : await this.read();
  }

  private on(): Battery[] {
    return this.all.filter((battery) => this.isOn(battery));
  }
}

function isRefusal(wish: BatteryWish): wish is BatteryRefusal {
  return wish.startsWith("off:");
}
