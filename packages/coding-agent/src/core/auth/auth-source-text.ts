import type { AuthStatus } from "./auth-status.ts";

const SOURCES: Readonly<Record<string, string>> = {
  stored: "auth.json",
  models_json_key: "models.json",
  models_json_command: "a command of models.json",
};

/** Names where a provider's key comes from. */
export function authSourceText({ label, source }: AuthStatus): string {
  return label ?? SOURCES[source ?? ""] ?? source ?? "auth.json";
}
