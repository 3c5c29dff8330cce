import { basename } from "node:path";
import type { MemoryScope } from "../memory.ts";
import type { HindsightSettings } from "../settings.ts";
import type { HindsightClient, TagFilter } from "./client.ts";
import { REFLECT_MISSION } from "./prompts.ts";

/** Banks that this process has sent missions to, with their servers. */
const informed = new Set<string>();
const MAX_INFORMED = 10_000;

/** The bank of a project, and the tags that tell its memories from those of others. */
export class Bank {
  readonly id: string;
  private readonly client: HindsightClient;
  private readonly settings: HindsightSettings;
  private readonly tag: string | undefined;

  constructor(client: HindsightClient, settings: HindsightSettings, project: string) {
    this.client = client;
    this.settings = settings;
    const name = basename(project) || "root";
    this.id = settings.scoping === "per-project" ? `${settings.bankId}-${name}` : settings.bankId;
    this.tag = settings.scoping === "per-project-tagged" ? `project:${name}` : undefined;
  }

  /** Returns the tags of a new memory. One that holds for all projects has none. */
  tagsFor(scope: MemoryScope): { readonly tags?: readonly string[] } {
    return this.tag === undefined || scope === "global" ? {} : { tags: [this.tag] };
  }

  /** Returns the filter of a search: memories with the project's tag, and those without any. */
  filter(): TagFilter {
    return this.tag === undefined ? {} : { tags: [this.tag], tags_match: "any" };
  }

  /** Tells the server once what the bank is for. A failure does not matter: the server has a default. */
  async sendMissions(): Promise<void> {
    const { apiUrl, reflectMission = REFLECT_MISSION, retainMission } = this.settings;
    const key = `${apiUrl}\n${this.id}`;
    if (informed.has(key)) return;
    informed.add(key);
    if (informed.size > MAX_INFORMED)
      for (const old of [...informed].toSorted().slice(0, MAX_INFORMED / 2)) informed.delete(old);
    const missions = { reflect_mission: reflectMission, ...(retainMission && { retain_mission: retainMission }) };
    await this.client.putBank(this.id, missions).catch(() => undefined);
  }
}
