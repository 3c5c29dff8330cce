import type { Model } from "../../contract/model.ts";

/** What a sign-in leaves behind. Providers may keep more beside it. */
export interface OAuthCredentials {
  refresh: string;
  access: string;
  /** Milliseconds since 1970. */
  expires: number;
  [key: string]: unknown;
}

export interface OAuthAuthInfo {
  url: string;
  instructions?: string;
}

export interface OAuthDeviceCodeInfo {
  userCode: string;
  verificationUri: string;
  openBrowserOnConfirm?: boolean;
  copyCodeOnConfirm?: boolean;
  intervalSeconds?: number;
  expiresInSeconds?: number;
}

export interface OAuthPrompt {
  message: string;
  placeholder?: string;
  allowEmpty?: boolean;
}

export interface OAuthSelectOption {
  id: string;
  label: string;
}

export interface OAuthSelectPrompt {
  message: string;
  options: OAuthSelectOption[];
}

/** How a sign-in talks to the user. */
export interface OAuthLoginCallbacks {
  /** Show a link to open. */
  onAuth(info: OAuthAuthInfo): void;
  /** Show a code to type in elsewhere. */
  onDeviceCode(info: OAuthDeviceCodeInfo): void;
  onPrompt(prompt: OAuthPrompt): Promise<string>;
  onProgress?(message: string): void;
  /** Offered beside a link: where no browser reaches this machine, the user pastes the address it ended up at. */
  onManualCodeInput?(): Promise<string>;
  onSelect(prompt: OAuthSelectPrompt): Promise<string | undefined>;
  signal?: AbortSignal;
}

/** A provider one signs in to. */
export interface OAuthProviderInterface {
  readonly id: string;
  readonly name: string;
  /** Whether a sign-in can begin now; without it, a token the user already has is all it can take. Absent: it can. */
  isConfigured?(): boolean;
  login(callbacks: OAuthLoginCallbacks): Promise<OAuthCredentials>;
  refreshToken(credentials: OAuthCredentials, signal?: AbortSignal): Promise<OAuthCredentials>;
  getApiKey(credentials: OAuthCredentials): string;
  modifyModels?(models: Model[], credentials: OAuthCredentials): Model[];
}
