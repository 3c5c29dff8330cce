import type { AuthInteraction } from "../../collection/auth-types.ts";
import type { OAuthLoginCallbacks } from "./types.ts";

/** Adapts an interaction to the callbacks that a callback-based login expects. */
export function loginCallbacks(interaction: AuthInteraction): OAuthLoginCallbacks {
  const { signal } = interaction;
  const own = signal ? { signal } : {};
  return {
    ...own,
    onAuth: ({ url, instructions }) =>
      interaction.notify({ type: "auth_url", url, ...(instructions ? { instructions } : {}) }),
    onDeviceCode: (info) => interaction.notify({ type: "device_code", ...info }),
    onProgress: (message) => interaction.notify({ type: "progress", message }),
    onPrompt: ({ message, placeholder }) =>
      interaction.prompt({ type: "text", message, ...(placeholder ? { placeholder } : {}), ...own }),
    onManualCodeInput: () =>
      interaction.prompt({ type: "manual_code", message: "Paste the address the browser ended up at.", ...own }),
    onSelect: ({ message, options }) => interaction.prompt({ type: "select", message, options, ...own }),
  };
}
