import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import { type Confirm, type OfferedPlugin, Plugins } from "./plugins.ts";

const ADD = "Add a marketplace…";

/** Runs `/marketplace`: shows the plugins of all marketplaces, and acts on one of them. */
export async function browse(ctx: ExtensionCommandContext, pi: ExtensionAPI): Promise<void> {
  const plugins = new Plugins(pi, { agentDir: ctx.resources.agentDir, cwd: ctx.cwd });
  try {
    await choosePlugin(plugins, ctx);
  } catch (error) {
    ctx.ui.notify(neutralize((error as Error).message), "error");
  }
}

async function choosePlugin(plugins: Plugins, ctx: ExtensionCommandContext): Promise<void> {
  const offered = await plugins.offered();
  const installed = await plugins.store.plugins();
  // Plugins of a folder, and those whose marketplace was removed, are offered by none.
  const others = installed.filter(({ id }) => !offered.some((each) => each.id === id));
  const rows = [
    ...offered.map((plugin) => ({ id: plugin.id, label: plugin.id, cells: [stateOf(plugin.installed)] })),
    ...others.map((plugin) => ({ id: plugin.id, label: plugin.id, cells: [stateOf(plugin)] })),
    { id: ADD, label: ADD, cells: [""] },
  ];
  const about = (id: string) => {
    const plugin = offered.find((each) => each.id === id);
    const listing = installed.find((each) => each.id === id)?.listing ?? [];
    return [neutralize(plugin?.description ?? ""), "", ...listing.map((line) => neutralizeLine(line))]
      .join("\n")
      .trim();
  };
  const chosen = await ctx.ui.list({
    title: "Plugins",
    columns: [{ title: "plugin" }, { title: "state" }],
    rows,
    search: true,
    preview: ({ id }) => about(id),
  }).closed;
  if (!chosen) return;
  if (chosen.id === ADD) return await addMarketplace(plugins, ctx);
  await act(
    chosen.id,
    offered.find((each) => each.id === chosen.id),
    plugins,
    ctx,
  );
}

function stateOf(installed: { readonly enabled: boolean } | undefined): string {
  if (!installed) return "";
  return installed.enabled ? "installed" : "off";
}

async function addMarketplace(plugins: Plugins, ctx: ExtensionCommandContext): Promise<void> {
  const source = await ctx.ui.input("Marketplace: owner/repo, git URL, catalogue or folder");
  if (source === undefined || source.trim() === "") return;
  const { name, plugins: found, problems } = await plugins.addMarketplace(source.trim());
  const added = `Added ${name} with ${found.length} plugin${found.length === 1 ? "" : "s"}.`;
  ctx.ui.notify([added, ...problems].join("\n"), problems.length > 0 ? "warning" : "info");
  await choosePlugin(plugins, ctx);
}

async function act(
  id: string,
  offered: OfferedPlugin | undefined,
  plugins: Plugins,
  ctx: ExtensionCommandContext,
): Promise<void> {
  const installed = (await plugins.store.plugins()).find((each) => each.id === id);
  const verbs = installed
    ? ["Update", installed.enabled ? "Switch off" : "Switch on", "Remove"]
    : ["Install", "Install for this folder only"];
  const verb = await ctx.ui.select(id, verbs);
  if (verb === undefined) return;
  const outcome = await run(verb, id, plugins, confirmer(ctx));
  if (outcome === undefined) return;
  ctx.ui.notify(outcome);
  if (offered || installed) await ctx.reload();
}

async function run(verb: string, id: string, plugins: Plugins, confirm: Confirm): Promise<string | undefined> {
  if (verb === "Remove") return `Removed ${(await plugins.remove(id)).id}.`;
  if (verb === "Update") {
    await plugins.updateMarketplaces();
    return (await plugins.update(id, confirm)).join("\n");
  }
  if (verb.startsWith("Switch")) {
    const isOn = verb === "Switch on";
    await plugins.setEnabled(id, isOn);
    return `${id} is ${isOn ? "on" : "off"}.`;
  }
  const installed = await plugins.install(id, verb === "Install" ? "user" : "project", confirm);
  return installed && `Installed ${id}.`;
}

function confirmer({ ui }: ExtensionCommandContext): Confirm {
  return async ({ title, lines }) => {
    const shown = lines.length > 0 ? lines : ["nothing that Tau uses"];
    return await ui.confirm(neutralizeLine(title), shown.map((line) => neutralizeLine(line)).join("\n"));
  };
}
