import type { ExtensionEventName } from "../contract/index.ts";
import type { BatteryCondition, ExtensionManifest, ToolManifest } from "../extension/extension-manifest.ts";
import type { Battery } from "./battery.ts";
import { installed, readManifests } from "./installed.ts";
import { type ConditionPlace, unmetCondition } from "./unmet-condition.ts";

/** The user's or a program's choice for a battery: always on, on if its conditions hold, or off. */
export type BatteryWish = "forced" | "wanted" | BatteryRefusal;

/** Why a battery is off regardless of its conditions. `describeReason` turns it into a sentence. */
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
 * The batteries of the sessions in one folder. The conditions of a battery are checked when something first asks for that battery; the
 * result is kept until `refresh`.
 */
export class BatterySet {
  /** Every battery, on or off. */
  readonly all: readonly Battery[];
  private readonly read: () => Promise<readonly ExtensionManifest[]>;
  private readonly choose: BatteryChoice;
  private readonly place: ConditionPlace;
  private readonly reasons = new Map<string, string | undefined>();
  private readonly listening = new Map<ExtensionEventName, readonly Battery[]>();
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

  /** Returns true if every battery is switched off by choice. Does not check conditions. */
  isEmpty(): boolean {
    return this.all.every((battery) => isRefusal(this.choose(battery, this.place)));
  }

  isOn(battery: Battery): boolean {
    return this.whyOff(battery) === undefined;
  }

  /** Returns why the battery is off: a refusal, or a sentence about the unmet condition. Returns `undefined` if the battery is on. */
  whyOff(battery: Battery): string | undefined {
    const { name, when } = battery;
    if (!this.reasons.has(name)) {
      const wish = this.choose(battery, this.place);
      const unmet = wish === "wanted" && when ? this.unmet(when) : undefined;
      this.reasons.set(name, isRefusal(wish) ? wish : unmet);
    }
    return this.reasons.get(name);
  }

  private unmet(when: BatteryCondition): string | undefined {
    const reason = this.unmetPart(when);
    return reason !== undefined && when.remedy !== undefined ? `${reason}; ${when.remedy}` : reason;
  }

  /**
   * Returns the unmet condition. This runs at every start, so the check for an MCP file comes first: without such a file the other
   * conditions need not be checked.
   */
  private unmetPart(when: BatteryCondition): string | undefined {
    if (when.mcpServers && !this.hasMcpServers && !this.place.resources.hasMcpFile())
      return "no MCP server is configured";
    if (when.sshHosts && !this.place.resources.hasSshFile()) return "no ssh host is configured";
    if (when.hooks && !this.place.resources.hasHooks()) return "no hook is configured";
    if (when.rules && !this.place.resources.hasRules()) return "there is no rule file";
    if (when.agents && !this.place.resources.hasAgents()) return "no agent is described";
    return unmetCondition(when, this.place);
  }

  /** Records that an extension has registered an MCP server. Returns true for the first one. */
  addMcpServers(): boolean {
    const isNew = !this.hasMcpServers;
    this.hasMcpServers = true;
    if (isNew) this.refresh();
    return isNew;
  }

  /** Forgets the results, so that conditions are checked again. */
  refresh(): void {
    this.reasons.clear();
    this.listening.clear();
  }

  /** Returns the same choice for another folder. */
  in(place: ConditionPlace): BatterySet {
    return new BatterySet(place, this.choose, { all: this.all, read: this.read });
  }

  listensTo(event: ExtensionEventName): boolean {
    return this.listeners(event).some((battery) => this.hears(battery));
  }

  /** Whether a battery that is on receives its events at the moment. */
  hears({ eventsWhen }: Pick<Battery, "eventsWhen">): boolean {
    return eventsWhen === undefined || this.unmetPart(eventsWhen) === undefined;
  }

  /** Asked for at every delta of an answer, so the result is kept. */
  private listeners(event: ExtensionEventName): readonly Battery[] {
    const known = this.listening.get(event);
    if (known) return known;
    const listeners = this.all.filter((battery) => battery.events?.includes(event) && this.isOn(battery));
    this.listening.set(event, listeners);
    return listeners;
  }

  hasCommand(name: string): boolean {
    return this.some(({ commands }) => commands?.includes(name));
  }

  /** Returns the declared tools of the batteries that are on. If two tools share a name, the first wins, as in the host. */
  tools(): ToolManifest[] {
    const tools = this.all.flatMap((battery) => (battery.tools && this.isOn(battery) ? battery.tools : []));
    return tools.filter(({ name }, index) => tools.findIndex((other) => other.name === name) === index);
  }

  /**
   * Returns the names of tools that must be found by a search before they are declared. Leaves
   * out batteries with conditions, so that none has to be checked.
   */
  foundTools(): string[] {
    return this.all.flatMap((battery) => (battery.found && !battery.when && this.isOn(battery) ? battery.found : []));
  }

  some(has: (battery: Battery) => boolean | undefined): boolean {
    return this.all.some((battery) => has(battery) === true && this.isOn(battery));
  }

  /** Returns the full manifests of the batteries that are on. */
  async manifests(): Promise<ExtensionManifest[]> {
    const names = new Set(this.on().map(({ name }) => name));
    return names.size === 0 ? [] : (await this.read()).filter(({ name }) => names.has(name));
  }

  /** Returns the manifests of all batteries, on or off, for listings. */
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
