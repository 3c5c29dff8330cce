import { PERMISSION_MODES, type PermissionMode } from "../../../core/permission/permission-mode.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { type KeyAction, keyAction } from "./key-action.ts";

/** `yolo` is left out: a key that is pressed by mistake must not take all questions away. */
export const permissionKeys: readonly KeyAction[] = [
  keyAction("app.permissions.cycle", (context) => {
    const { settings } = context.services;
    const modes: readonly PermissionMode[] = choosableModes(context).filter((mode) => mode !== "yolo");
    const next = modes[(modes.indexOf(presentMode(context)) + 1) % modes.length];
    if (next === undefined) return context.screen.hint("The permission mode is fixed");
    settings.applyOverrides({ permissionMode: next });
    context.screen.hint(`Permissions: ${next}`);
  }),
];

/** The modes that the settings leave to choose from. */
export function choosableModes({ services }: Pick<InteractiveContext, "services">): readonly PermissionMode[] {
  return services.settings.get("permissionModes") ?? PERMISSION_MODES;
}

/** The mode that holds. Where none was chosen, it depends on whether there is a sandbox, which the first decision finds out. */
export function presentMode({ services, session }: Pick<InteractiveContext, "services" | "session">): PermissionMode {
  const { settings } = services;
  return settings.given("permissionMode") ?? session.permission.defaultMode ?? settings.get("permissionMode");
}
