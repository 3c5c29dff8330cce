import { PERMISSION_MODES, type PermissionMode } from "../../../core/permission/permission-mode.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { type KeyAction, keyAction } from "./key-action.ts";

/** Leaves out `yolo`: a key pressed by mistake must not switch off all questions. */
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

/** Returns the modes that the managed settings allow. */
export function choosableModes({ services }: Pick<InteractiveContext, "services">): readonly PermissionMode[] {
  return services.settings.managed?.permissionModes ?? PERMISSION_MODES;
}

/** Returns the current mode. If none was chosen, it depends on whether there is a sandbox, which is known after the first decision. */
export function presentMode({ services, session }: Pick<InteractiveContext, "services" | "session">): PermissionMode {
  const { settings } = services;
  return settings.given("permissionMode") ?? session.permission.defaultMode ?? settings.get("permissionMode");
}
