import type { Model } from "@tau/ai";
import type { EditModeParts } from "./use-edit-mode.ts";

/** Models that, according to their vendor, were trained on the format `apply_patch`. */
const TRAINED = /\bgpt-(?:4\.1|[5-9])|\bcodex-/;

/** Offers `edit` in the mode that the settings and the model call for. The code of the other modes is loaded at their first use. */
export async function followEditMode(parts: EditModeParts, model: Model): Promise<void> {
  const { settings } = parts.services;
  const { PI_EDIT_VARIANT: ofOthers, TAU_EDIT_MODE: variant = ofOthers } = process.env;
  const isTrained = TRAINED.test(model.id);
  const isSet = settings.get("edit.modes") || settings.get("edit.mode") !== "auto";
  if (isTrained || isSet || variant || parts.editing.mode)
    (await import("./use-edit-mode.ts")).useEditMode(parts, model, { isTrained, variant });
}
