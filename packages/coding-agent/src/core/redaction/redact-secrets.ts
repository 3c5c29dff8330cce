const HIDDEN = "[redacted]";

/** Keys that say what they are by their form. */
const KNOWN_FORMS =
  /\b(?:sk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}|xox[abprs]-[A-Za-z0-9-]{20,}|AKIA[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{35}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|npm_[A-Za-z0-9]{36}|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})/g;

const BEARER = /\b(Bearer\s+)[A-Za-z0-9._~+/=-]{16,}/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----/gs;

/** The text without what opens doors: keys and tokens of known forms, and the values that are named. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let redacted = text.replace(KNOWN_FORMS, HIDDEN).replace(BEARER, `$1${HIDDEN}`).replace(PRIVATE_KEY, HIDDEN);
  for (const secret of known) if (secret.length >= 8) redacted = redacted.replaceAll(secret, HIDDEN);
  return redacted;
}
