import { AuthStorage, type Credential } from "../../core/auth/index.ts";
import { TauError } from "../../core/tau-error.ts";

/** Returns the credential that the user's file has for a provider. Does not read the environment and refreshes nothing. */
export function readStoredCredential(provider: string, authPath?: string): Credential | undefined {
  return AuthStorage.create(authPath).get(provider);
}

export type CredentialSynchronizationOperation = "login" | "logout" | "setRuntimeApiKey" | "removeRuntimeApiKey";

/** A credential was changed, but the models that depend on it could not be updated. */
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
