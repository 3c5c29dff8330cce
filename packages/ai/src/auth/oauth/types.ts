import type { Model } from "../../contract/model.ts";

/** The result of a sign-in. Providers may store further fields. */
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

/** How a sign-in interacts with the user. */
export interface OAuthLoginCallbacks {
  /** Shows a link to open. */
  onAuth(info: OAuthAuthInfo): void;
  /** Shows a code to enter on another device. */
  onDeviceCode(info: OAuthDeviceCodeInfo): void;
  onPrompt(prompt: OAuthPrompt): Promise<string>;
  onProgress?(message: string): void;
  /** Offered together with a link: if no browser can reach this machine, the user pastes the browser's final URL. */
  onManualCodeInput?(): Promise<string>;
  onSelect(prompt: OAuthSelectPrompt): Promise<string | undefined>;
  signal?: AbortSignal;
}

/** A provider with a sign-in. */
export interface OAuthProviderInterface {
  readonly id: string;
  readonly name: string;
  /** Whether a sign-in can start now; if not, the provider only accepts an existing token. Absent means true. */
  isConfigured?(): boolean;
  login(callbacks: OAuthLoginCallbacks): Promise<OAuthCredentials>;
  refreshToken(credentials: OAuthCredentials, signal?: AbortSignal): Promise<OAuthCredentials>;
  getApiKey(credentials: OAuthCredentials): string;
  modifyModels?(models: Model[], credentials: OAuthCredentials): Model[];
}
