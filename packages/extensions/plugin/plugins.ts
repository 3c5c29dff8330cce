import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { type DescribedPlugin, describePlugin, listContents } from "./contents.ts";
import { copyInside, type Fetched, fetchCatalogue, fetchSource } from "./fetch-source.ts";
import { type Json, parseObject, readObject } from "./json.ts";
import { CATALOGUE, type Marketplace, type PluginEntry, readMarketplace } from "./marketplace.ts";
import { PluginError } from "./plugin-error.ts";
import { type InstalledPlugin, type KnownMarketplace, PluginStore } from "./plugin-store.ts";
import { type Source, sourceOfPlugin, sourceOfUser, sourceText } from "./source.ts";

/** What the user is asked before a plugin is installed or updated. */
export interface InstallQuestion {
  readonly title: string;
  /** What the plugin brings; for an update, what changes. */
  readonly lines: readonly string[];
}

export type Confirm = (question: InstallQuestion) => Promise<boolean>;

/** A plugin of a marketplace, installed or not. */
export interface OfferedPlugin extends PluginEntry {
  readonly id: string;
  readonly marketplace: string;
  readonly installed?: InstalledPlugin;
}

/** The marketplace of plugins that were installed from a folder. */
const LOCAL = "local";

/** Adds marketplaces, and installs, updates and removes their plugins. */
export class Plugins {
  readonly store: PluginStore;
  private readonly pi: ExtensionAPI;
  private readonly cwd: string;

  constructor(pi: ExtensionAPI, { agentDir, cwd }: { agentDir: string; cwd: string }) {
    this.pi = pi;
    this.cwd = cwd;
    this.store = new PluginStore(agentDir);
  }

  /** Adds a marketplace. Fetches its catalogue and installs nothing. */
  async addMarketplace(text: string): Promise<Marketplace> {
    const source = sourceOfUser(text, this.cwd);
    const { marketplace, known } = await this.fetchMarketplace(source);
    const others = (await this.store.marketplaces()).filter(({ name }) => name !== known.name);
    await this.store.saveMarketplaces([...others, known]);
    return marketplace;
  }

  async updateMarketplaces(name?: string): Promise<string[]> {
    const all = await this.store.marketplaces();
    const chosen = name === undefined ? all : [await this.knownMarketplace(name)];
    const updated = new Map<string, KnownMarketplace>();
    for (const { name: each, source } of chosen) updated.set(each, (await this.fetchMarketplace(source)).known);
    await this.store.saveMarketplaces(all.map((each) => updated.get(each.name) ?? each));
    return chosen.map((each) => each.name);
  }

  /** Removes a marketplace. Plugins that were installed from it stay. */
  async removeMarketplace(name: string): Promise<void> {
    const { folder, source } = await this.knownMarketplace(name);
    await this.store.saveMarketplaces((await this.store.marketplaces()).filter((each) => each.name !== name));
    if (source.kind !== "folder") await rm(folder, { recursive: true, force: true });
  }

  async offered(): Promise<OfferedPlugin[]> {
    const installed = await this.store.plugins();
    const lists = await Promise.all(
      (await this.store.marketplaces()).map(async (known) => {
        const { plugins } = await readKnown(known);
        return plugins.map((plugin): OfferedPlugin => {
          const id = `${plugin.name}@${known.name}`;
          const present = installed.find((each) => each.id === id);
          return { ...plugin, id, marketplace: known.name, ...(present ? { installed: present } : {}) };
        });
      }),
    );
    return lists.flat();
  }

  /** Installs `name`, `name@marketplace` or a folder. Resolves to `undefined` if the user declined. */
  async install(text: string, scope: "user" | "project", confirm: Confirm): Promise<InstalledPlugin | undefined> {
    const isFolder = /^(?:\.{0,2}|~)\//.test(text) || text === ".";
    const found = isFolder
      ? { marketplace: LOCAL, entry: {}, source: sourceOfUser(text, this.cwd) }
      : await this.find(text);
    await using fetched = await this.fetch(found.source);
    const plugin = await describePlugin(fetched.folder, found.entry);
    const id = `${plugin.name}@${found.marketplace}`;
    const listing = await listContents(fetched.folder, plugin);
    const before = (await this.store.plugins()).find((each) => each.id === id);
    const at = `${plugin.version ?? "no version"}, ${fetched.pin.slice(0, 12)}`;
    const question = before
      ? { title: `Replace ${id} by ${at}?`, lines: changes(before.listing, listing) }
      : { title: `Install ${id} (${at}) from ${sourceText(found.source)}?`, lines: listing };
    if (!(await confirm(question))) return undefined;
    const project = scope === "project" ? { project: this.cwd } : {};
    return await this.keep({ id, plugin, fetched, listing, source: sourceText(found.source), ...project });
  }

  /** Updates plugins whose source has changed, each after a question. Resolves to what happened. */
  async update(name: string | undefined, confirm: Confirm): Promise<string[]> {
    const chosen = name === undefined ? await this.store.plugins() : [await this.installed(name)];
    const outcomes: string[] = [];
    for (const present of chosen) outcomes.push(await this.updateOne(present, confirm));
    return outcomes;
  }

  async setEnabled(name: string, enabled: boolean): Promise<InstalledPlugin> {
    const present = await this.installed(name);
    const all = await this.store.plugins();
    await this.store.savePlugins(all.map((each) => (each.id === present.id ? { ...each, enabled } : each)));
    return present;
  }

  async remove(name: string): Promise<InstalledPlugin> {
    const present = await this.installed(name);
    await this.store.savePlugins((await this.store.plugins()).filter((each) => each.id !== present.id));
    await rm(present.root, { recursive: true, force: true });
    return present;
  }

  private async updateOne(present: InstalledPlugin, confirm: Confirm): Promise<string> {
    const { id, project } = present;
    const isLocal = id.endsWith(`@${LOCAL}`);
    const found = isLocal
      ? { entry: {}, source: sourceOfUser(present.source, this.cwd) }
      : await this.find(id).catch(() => undefined);
    if (!found) return `${id}: its marketplace no longer offers it`;
    await using fetched = await this.fetch(found.source);
    if (fetched.pin === present.pin) return `${id}: up to date`;
    const plugin = await describePlugin(fetched.folder, found.entry);
    const listing = await listContents(fetched.folder, plugin);
    const title = `Update ${id} from ${present.pin.slice(0, 12)} to ${fetched.pin.slice(0, 12)}?`;
    if (!(await confirm({ title, lines: changes(present.listing, listing) }))) return `${id}: not updated`;
    const at = project === undefined ? {} : { project };
    await this.keep({ id, plugin, fetched, listing, source: present.source, ...at });
    return `${id}: updated to ${fetched.pin.slice(0, 12)}`;
  }

  /** Copies the plugin into Tau's home and records it. Its copy is replaced only when the new one is complete. */
  private async keep(given: {
    id: string;
    plugin: DescribedPlugin;
    fetched: Fetched;
    listing: readonly string[];
    source: string;
    project?: string;
  }): Promise<InstalledPlugin> {
    const { id, plugin, fetched, listing, source, project } = given;
    const [name = "", marketplace = LOCAL] = id.split("@");
    const root = join(this.store.folder, "cache", marketplace, name, fetched.pin.slice(0, 12));
    await rm(root, { recursive: true, force: true });
    await copyInside(fetched.folder, root);
    const { version = "", contents } = plugin;
    const record: InstalledPlugin = {
      ...{ id, name: plugin.name, version, pin: fetched.pin, source, root },
      ...(project === undefined ? {} : { project }),
      ...{ enabled: true, contents, listing },
    };
    const all = await this.store.plugins();
    const before = all.find((each) => each.id === id);
    await this.store.savePlugins([...all.filter((each) => each.id !== id), record]);
    if (before && before.root !== root) await rm(before.root, { recursive: true, force: true });
    return record;
  }

  private async fetch(source: Source): Promise<Fetched> {
    if (source.kind === "url") throw new PluginError(`${source.url} is a catalogue, not a plugin.`);
    return await fetchSource(source, this.pi);
  }

  private async find(text: string): Promise<{ marketplace: string; entry: Json; source: Source }> {
    const [name, marketplace] = text.split("@");
    const known = await this.store.marketplaces();
    const hits: { marketplace: string; entry: Json; source: Source }[] = [];
    for (const each of known.filter((one) => marketplace === undefined || one.name === marketplace)) {
      const { plugins, pluginRoot } = await readKnown(each);
      const plugin = plugins.find((one) => one.name === name);
      if (!plugin) continue;
      const place = {
        ...(each.source.kind === "url" ? {} : { root: each.folder }),
        ...(pluginRoot === undefined ? {} : { pluginRoot }),
        isLocal: each.source.kind === "folder",
      };
      hits.push({ marketplace: each.name, entry: plugin.fields, source: sourceOfPlugin(plugin.source, place) });
    }
    const [hit, ...more] = hits;
    if (hit && more.length === 0) return hit;
    const names = hits.map((each) => `${name}@${each.marketplace}`).join(", ");
    if (hit) throw new PluginError(`Several marketplaces have ${name}. Name one: ${names}.`, { exitCode: 2 });
    throw new PluginError(`No marketplace has ${text}. "tau plugin list --available" shows what there is.`, {
      exitCode: 3,
    });
  }

  private async installed(name: string): Promise<InstalledPlugin> {
    const all = await this.store.plugins();
    const hits = all.filter((each) => each.id === name || each.name === name);
    const [hit] = hits;
    if (hit && hits.length === 1) return hit;
    if (hit)
      throw new PluginError(`Several plugins are named ${name}: ${hits.map(({ id }) => id).join(", ")}.`, {
        exitCode: 2,
      });
    throw new PluginError(`The plugin ${name} is not installed.`, { exitCode: 3 });
  }

  private async knownMarketplace(name: string): Promise<KnownMarketplace> {
    const known = (await this.store.marketplaces()).find((each) => each.name === name);
    if (!known) throw new PluginError(`There is no marketplace ${name}.`, { exitCode: 3 });
    return known;
  }

  private async fetchMarketplace(source: Source): Promise<{ marketplace: Marketplace; known: KnownMarketplace }> {
    if (source.kind === "url") {
      const text = await fetchCatalogue(source.url, this.pi);
      const marketplace = readMarketplace(parseObject(text, source.url));
      const folder = this.folderOf(marketplace);
      await mkdir(dirname(join(folder, CATALOGUE)), { recursive: true });
      await writeFile(join(folder, CATALOGUE), text);
      return { marketplace, known: { name: marketplace.name, source, folder, pin: "" } };
    }
    await using fetched = await fetchSource(source, this.pi);
    const given = await readObject(join(fetched.folder, CATALOGUE));
    if (!given) throw new PluginError(`${sourceText(source)} is no marketplace: it has no ${CATALOGUE}.`);
    const marketplace = readMarketplace(given);
    // A folder of the user is used where it is, so that its plugins can be developed.
    const folder = source.kind === "folder" ? source.path : this.folderOf(marketplace);
    if (source.kind !== "folder") {
      await rm(folder, { recursive: true, force: true });
      await copyInside(fetched.folder, folder);
    }
    return { marketplace, known: { name: marketplace.name, source, folder, pin: fetched.pin } };
  }

  private folderOf({ name }: Marketplace): string {
    return join(this.store.folder, "marketplaces", name);
  }
}

async function readKnown({ name, folder }: KnownMarketplace): Promise<Marketplace> {
  const given = existsSync(folder) ? await readObject(join(folder, CATALOGUE)) : undefined;
  if (!given) throw new PluginError(`The marketplace ${name} is missing. Run: tau plugin marketplace update ${name}`);
  return readMarketplace(given);
}

/** Returns the lines that differ, marked with + and -. */
function changes(before: readonly string[], after: readonly string[]): string[] {
  const removed = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const added = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  const all = [...removed, ...added];
  return all.length > 0 ? all : ["It brings the same as before; files have changed."];
}
