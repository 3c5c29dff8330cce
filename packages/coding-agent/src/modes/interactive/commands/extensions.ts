import type { DescribedExtension } from "../../../core/extensions/batteries/describe-extensions.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

const ACTIONS = ["enable", "disable"] as const;

export const extensionsCommand: SlashCommand = {
  name: "extensions",
  aliases: ["plugins"],
  givesWay: true,
  description: "Show the extensions: what each adds and costs, and why one is off; or switch one",
  argumentHint: "[enable|disable name]",
  complete: (prefix, { session }) => {
    const names = session.extensions?.batteries?.all.map(({ name }) => name) ?? [];
    return wordsStarting(prefix, [
      ...ACTIONS,
      ...ACTIONS.flatMap((action) => names.map((name) => `${action} ${name}`)),
    ]);
  },
  run: async (context, argument) => {
    const [action, name, ...more] = argument.trim().split(/\s+/).filter(Boolean);
    if (action === undefined) return await show(context);
    if ((action !== "enable" && action !== "disable") || name === undefined || more.length > 0)
      return context.say("Usage: /extensions [enable|disable <name>]", "warning");
    await switchExtension(context, name, action === "enable");
  },
};

async function show({ session, screen, say }: InteractiveContext): Promise<void> {
  const { describeExtensions } = await import("../../../core/extensions/batteries/describe-extensions.ts");
  const all = await describeExtensions(session);
  if (all.length === 0) return say("There are no extensions in this session: Tau was started without them.");
  screen.showDefinitions(
    { title: "Batteries", rows: all.filter(({ isBuiltIn }) => isBuiltIn).map(row) },
    { title: "Extensions", rows: all.filter(({ isBuiltIn }) => !isBuiltIn).map(row) },
  );
}

function row({ name, whyOff, description, adds, tokens }: DescribedExtension): [string, string] {
  const state = whyOff === undefined ? `on${tokens > 0 ? `, about ${tokens} tokens a request` : ""}` : `off: ${whyOff}`;
  const what = [description, ...adds].filter(Boolean).join("; ");
  return [name, `${state}${what ? ` · ${what}` : ""}`];
}

async function switchExtension(context: InteractiveContext, name: string, enabled: boolean): Promise<void> {
  const { cwd, agentDir, settings } = context.services;
  const { listResources, setResourceEnabled } = await import("../../../core/packages/index.ts");
  const builtIn = context.session.extensions?.batteries?.all ?? [];
  const found = (await listResources({ cwd, agentDir, settings, builtIn })).filter(
    (each) => each.type === "extensions" && (each.name === name || each.path === name),
  );
  const [resource, ...others] = found;
  if (!resource || others.length > 0)
    return context.say(
      resource ? `Several extensions are called ${name}: use the path.` : `There is no extension "${name}".`,
      "warning",
    );
  await setResourceEnabled(resource, enabled, { settings, scope: "user", base: agentDir });
  await context.reload();
  const { batteries } = context.session.extensions ?? {};
  const battery = batteries?.all.find((each) => `builtin:${each.name}` === resource.path);
  const reason = enabled && battery ? batteries?.whyOff(battery) : undefined;
  const { describeReason } = await import("../../../core/extensions/batteries/describe-extensions.ts");
  const notHere = reason && battery ? `, but not here: ${describeReason(reason, battery)}` : "";
  context.say(`${name} is ${enabled ? "on" : "off"}${notHere}.`);
}
