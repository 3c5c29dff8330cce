import { AuthStorage, type Credential } from "../../core/auth/index.ts";
import { TauError } from "../../core/tau-error.ts";

/** What the user's file holds for a provider. The environment is not asked, and nothing is refreshed. */
export function readStoredCredential(provider: string, authPath?: string): Credential | undefined {
  return AuthStorage.create(authPath).get(provider);
}

export type CredentialSynchronizationOperation = "login" | "logout" | "setRuntimeApiKey" | "removeRuntimeApiKey";

/** A credential was changed, but what depends on it could not be told. */
export class CredentialSynchronizationError extends TauError<"credential-sync"> {
  override readonly name = "CredentialSynchronizationError";
  readonly providerId: string;
  readonly operation: CredentialSynchronizationOperation;
  readonly credential: Credential | undefined;

  constructor(
    providerId: string,
    operation: CredentialSynchronizationOperation,
    credential: Credential | undefined,
    options: ErrorOptions,
  ) {
    super(
      "credential-sync",
      `The models of ${providerId} could not be brought up to date after ${operation}.`,
      options,
    );
    this.providerId = providerId;
    this.operation = operation;
    this.credential = credential;
  }
}
