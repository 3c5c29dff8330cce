import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import type { Context } from "@tau/ai";
import type { PermissionRequest } from "../permission/index.ts";
import { heldSecrets, knownSecrets } from "./known-secrets.ts";
import { secretsByForm } from "./redact-secrets.ts";

/**
 * Which texts are hidden from the model. `held`: keys that Tau holds; `environment`: also secret variables; `format`:
 * also anything that looks like a key.
 */
export type ObfuscationLevel = "held" | "environment" | "format";

/**
 * Replaces secrets in model requests by `#XXXX#` and restores them in the arguments of the model's calls. A secret has
 * the same placeholder in every session, so that earlier placeholders stay valid after a restart.
 */
export class SecretObfuscation {
  private readonly agentDir: string;
  private readonly secretOf = new Map<string, string>();
  private readonly placeholderOf = new Map<string, string>();

  constructor(agentDir: string) {
    this.agentDir = agentDir;
  }

  /** Hides secrets in a request. `inUse` is the key of this request. */
  hide(context: Context, level: ObfuscationLevel, inUse: string | undefined): Context {
    const known = level === "held" ? heldSecrets(this.agentDir) : knownSecrets(this.agentDir);
    const secrets = [...(inUse ? [inUse] : []), ...known].filter(isTellable);
    if (secrets.length === 0 && level !== "format") return context;
    const hideText = (text: string) => {
      let hidden = text;
      for (const secret of level === "format" ? [...secrets, ...secretsByForm(text)] : secrets)
        if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, this.placeholder(secret));
      return hidden;
    };
    return {
      ...context,
      ...(context.systemPrompt === undefined ? {} : { systemPrompt: hideText(context.systemPrompt) }),
      messages: context.messages.map((message) => mapTexts(message, hideText)),
    };
  }

  /**
   * Restores secrets in the arguments in place, because the tool receives these objects. Calls that reach a host, change
   * what is no file, or do not say what they do keep the placeholders, because their arguments may leave the machine.
   */
  restore(args: unknown, { effect, host, paths = [] }: Pick<PermissionRequest, "effect" | "host" | "paths">): void {
    const isLocal = LOCAL.has(effect) && host === undefined && paths.every((path) => isAbsolute(path));
    if (this.secretOf.size > 0 && isLocal) this.restoreIn(args);
  }

  private restoreIn(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === "string") Reflect.set(value, key, this.restoreText(each));
      else this.restoreIn(each);
    }
  }

  private restoreText(text: string): string {
    return text.replace(/#[A-Z0-9]{4}#/g, (placeholder) => this.secretOf.get(placeholder) ?? placeholder);
  }

  private placeholder(secret: string): string {
    const known = this.placeholderOf.get(secret);
    if (known) return known;
    for (let attempt = 0; ; attempt++) {
      const digest = createHash("sha256").update(`tau-secret-${attempt}:${secret}`).digest();
      const placeholder = `#${[...digest.subarray(0, 4)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")}#`;
      if (this.secretOf.has(placeholder)) continue;
      this.secretOf.set(placeholder, secret);
      this.placeholderOf.set(secret, placeholder);
      return placeholder;
    }
  }
}

const LOCAL: ReadonlySet<PermissionRequest["effect"]> = new Set(["read", "write", "execute"]);
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/**
 * Returns whether a secret is distinctive enough. The key of a private server is often a plain word that may occur in a
 * conversation.
 */
function isTellable(secret: string): boolean {
  return secret.length >= 24 || (secret.length >= 12 && /\d/.test(secret));
}

/** Maps every text in a value; returns the same value if nothing changes. Images and signed data stay as they are. */
function mapTexts<T>(value: T, map: (text: string) => string): T {
  if (typeof value === "string") return map(value) as T;
  if (typeof value !== "object" || value === null) return value;
  let changed: T | undefined;
  for (const [key, each] of Object.entries(value)) {
    const mapped = UNTOUCHED.test(key) ? each : mapTexts(each, map);
    if (mapped === each) continue;
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as T;
    Reflect.set(changed as object, key, mapped);
  }
  return changed ?? value;
}

const UNTOUCHED = /^(?:data|id|toolCallId|.*[sS]ignature)$/;
