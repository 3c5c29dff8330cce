export type AuthSource = "stored" | "runtime" | "environment" | "fallback" | "models_json_key" | "models_json_command";

/** Where a provider's key comes from, found without running anything. `label` names the variable or the method. */
export interface AuthStatus {
  configured: boolean;
  source?: AuthSource;
  label?: string;
  /** The credential serves a whole platform, not only its models, and the user has stored no credential for this provider. */
  isPlatform?: true;
}
