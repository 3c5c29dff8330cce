import { modelName } from "../../../../core/models/index.ts";
import { saveDefaultModel } from "../../../../core/session/model/model-choice.ts";
import { type SettingPath, valueAt } from "../../../../core/settings/index.ts";
import type { InteractiveContext } from "../../interactive-context.ts";
import { joinHints, keyHint } from "../../keys/key-text.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";
import { modelChoice } from "../model-selector.ts";
import { openOverlay } from "../open-overlay.ts";
import { Panel } from "../panel.ts";
import { selectTheme } from "../theme-selector.ts";
import { type MenuSetting, menuSettings, parseValue, shownValue, textOf, valuesOf } from "./setting-items.ts";
import { SettingsBrowser } from "./settings-browser.ts";

/** Shows every setting with its value. A change takes effect at once and is written to the user's file. */
export async function editSettings(context: InteractiveContext): Promise<void> {
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  await openOverlay<void>(tui, (done) => {
    const body = new SettingsBrowser({
      tui,
      theme,
      settings: menuSettings(context.services.settings.extensions),
      valueOf: (setting) => ({ text: shownText(setting, context), isSet: isSet(setting, context) }),
      onChoose: (setting) =>
        void context.attempt(() => unlessManaged(setting, context, () => change(setting, context))),
      onReset: (setting) =>
        void context.attempt(() => unlessManaged(setting, context, () => apply(context, setting, undefined))),
      onCancel: () => done(),
    });
    return new Panel({ title: "Settings", body, hint, theme });
  });
}

function hint(): string {
  const reset = keyHint("app.models.clearAll", "default");
  const change = keyHint("tui.select.confirm", "change");
  return joinHints(change, reset, keyHint("tui.select.cancel", "close"), "written to settings.json");
}

function isSet({ path }: MenuSetting, { services: { settings } }: InteractiveContext): boolean {
  return valueAt(settings.layer("global"), path) !== undefined;
}

function isManaged({ path }: MenuSetting, { services: { settings } }: InteractiveContext): boolean {
  return valueAt(settings.managed?.settings ?? {}, path) !== undefined;
}

async function unlessManaged(setting: MenuSetting, context: InteractiveContext, edit: () => Promise<void>) {
  if (!isManaged(setting, context)) return await edit();
  context.say(`${setting.path} is set by your administrator and cannot be changed here.`, "warning");
}

function presentValue({ path }: MenuSetting, { services: { settings } }: InteractiveContext): unknown {
  return settings.get(path as SettingPath) ?? settings.getForeign(path);
}

function shownText(setting: MenuSetting, context: InteractiveContext): string {
  const value = shownValue(presentValue(setting, context), setting);
  const text = isManaged(setting, context) ? `${value} (administrator)` : value;
  const provider = context.services.settings.get("defaultProvider");
  const isModel = setting.common !== undefined && setting.path === "defaultModel";
  return isModel && provider !== undefined ? `${provider}/${isSet(setting, context) ? text : "automatic"}` : text;
}

async function change(setting: MenuSetting, context: InteractiveContext): Promise<void> {
  if (setting.path === "theme") return await selectTheme(context);
  if (setting.path === "defaultModel") return await chooseDefaultModel(context);
  const present = presentValue(setting, context);
  const values = valuesOf(setting.schema);
  if (values?.length === 2 && values.includes(present))
    return await apply(
      context,
      setting,
      values.find((value) => value !== present),
    );
  if (values) return await chooseValue(setting, values, context);
  const typed = await askText(context, {
    title: setting.common
      ? `${setting.common.name}${setting.common.partsOfSecond ? ", in seconds" : ""}`
      : setting.path,
    value: textOf(present, setting),
    placeholder: "empty for the default",
    problemOf: (text) => {
      const parsed = parseValue(text, setting);
      return "error" in parsed ? parsed.error : undefined;
    },
  });
  const parsed = typed === undefined ? undefined : parseValue(typed, setting);
  if (parsed && "value" in parsed) await apply(context, setting, parsed.value);
}

async function chooseValue(setting: MenuSetting, values: readonly unknown[], context: InteractiveContext) {
  const { common, path } = setting;
  const present = presentValue(setting, context);
  const chosen = await choose(context, {
    title: common?.name ?? path,
    choices: values.map((value) => ({
      value: { value },
      label: shownValue(value, setting),
      description: common?.meanings?.[String(value)] ?? "",
    })),
    isCurrent: ({ value }) => value === present,
  });
  if (chosen) await apply(context, setting, chosen.value);
}

/** Sets provider and model, which are two settings, in one choice. */
async function chooseDefaultModel(context: InteractiveContext): Promise<void> {
  const { models, settings } = context.services;
  await models.loadUsable();
  const present = `${settings.get("defaultProvider")}/${settings.get("defaultModel")}`;
  const model = await choose(context, {
    title: "Default model",
    choices: models.getSelectable().map(modelChoice),
    isCurrent: (candidate) => modelName(candidate) === present,
    labelWidth: 44,
    placeholder: "type a name or a provider",
  });
  if (model) saveDefaultModel(settings, model);
}

async function apply(context: InteractiveContext, { path }: MenuSetting, value: unknown): Promise<void> {
  const { services, session, say } = context;
  if (value !== undefined) {
    const { findUnknownName } = await import("../../../../core/workspace/known-values.ts");
    const tools = session.tools.all().map(({ tool }) => tool.name);
    const problem = await findUnknownName(path, value, { ...services, tools });
    if (problem !== undefined) return say(`${path} was not changed. ${problem}`, "warning");
  }
  services.settings.set(path as SettingPath, value as never);
  if (path === "defaultModel" && value === undefined) services.settings.set("defaultProvider", undefined);
  context.screen.tui.requestRender();
}
