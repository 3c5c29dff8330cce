const HIDDEN = "[redacted]";

/**
 * Redacts secrets in a text: keys and tokens of known forms, credentials in URLs, and the `known` values. Every
 * expression here is linear in the length of the text, whatever the text contains.
 */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let redacted = withoutPrivateKeys(withoutWebTokens(text))
    .replace(KNOWN_FORMS, HIDDEN)
    .replace(AUTHORIZATION, `$1${HIDDEN}`)
    .replace(VARIABLE, `$1${HIDDEN}`)
    .replace(USER_INFO, hideUserInfo);
  for (const secret of known) if (secret.length >= 8) redacted = redacted.replaceAll(secret, HIDDEN);
  return redacted;
}

/** Returns a value as JSON with secrets redacted. Fields that are named like a secret are redacted whatever their form. */
export function redactedJson(value: unknown, { known = [], indent = 0 }: RedactedJsonOptions = {}): string {
  const asInJson = known.map((secret) => JSON.stringify(secret).slice(1, -1));
  return redactSecrets(JSON.stringify(value, hideNamed, indent) ?? "", asInJson);
}

/** Returns the texts that have the form of a known kind of key. */
export function secretsByForm(text: string): string[] {
  return text.match(KNOWN_FORMS) ?? [];
}

export interface RedactedJsonOptions {
  readonly known?: readonly string[];
  readonly indent?: number;
}

/** Keys that are recognisable by their form. Each alternative ends with a repetition that nothing follows, so it never backtracks. */
const KNOWN_FORMS =
  /\b(?:sk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}|xox[abprs]-[A-Za-z0-9-]{20,}|A(?:KIA|SIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{35}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36})/g;

const AUTHORIZATION = /\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{16,}/gi;

/** Matches `ANTHROPIC_API_KEY=…` in a script or an environment. */
const VARIABLE = /\b([A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)=["']?)[^\s"'$<{(]{8,}/g;

/** Matches from `://` to the last `@` before the path. Two matches cannot overlap, because a slash ends each. */
const USER_INFO = /:\/\/([^\s/?#"<>`]+)@/g;

/** Keeps an account name, as in `ssh://git@host`, which is no secret, and redacts a token in its place. */
function hideUserInfo(whole: string, info: string): string {
  return ACCOUNT.test(info) ? whole : `://${HIDDEN}@`;
}

const ACCOUNT = /^[a-z_][a-z0-9_-]{0,15}$/i;

/** Redacts JSON web tokens: three runs separated by dots, the first of which begins with the Base64 of `{"`. */
function withoutWebTokens(text: string): string {
  if (!text.includes("eyJ")) return text;
  return text.replace(DOTTED_RUNS, (runs) => (runs.includes("eyJ") ? withoutTokensIn(runs.split(".")) : runs));
}

const DOTTED_RUNS = /[\w-]+(?:\.[\w-]+)*/g;

function withoutTokensIn(runs: string[]): string {
  const kept: string[] = [];
  for (let at = 0; at < runs.length; at++) {
    const [head = "", payload = "", signature = ""] = runs.slice(at, at + 3);
    const start = head.search(/\beyJ/);
    const isToken = start >= 0 && head.length - start >= 13 && payload.length >= 10 && signature.length >= 10;
    kept.push(isToken ? head.slice(0, start) + HIDDEN : head);
    if (isToken) at += 2;
  }
  return kept.join(".");
}

/**
 * Redacts private keys. Beginnings and ends are found in one pass each; a beginning without an end hides nothing and is
 * not searched again.
 */
function withoutPrivateKeys(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let begin = nextBegin(text, from);
  for (const { index, 0: end } of text.matchAll(KEY_END)) {
    if (begin === undefined) break;
    if (begin > index) continue;
    kept.push(text.slice(from, begin), HIDDEN);
    from = index + end.length;
    begin = nextBegin(text, from);
  }
  return from === 0 ? text : [...kept, text.slice(from)].join("");
}

function nextBegin(text: string, from: number): number | undefined {
  KEY_BEGIN.lastIndex = from;
  return KEY_BEGIN.exec(text)?.index;
}

const KEY_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const KEY_END = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;

function hideNamed(name: string, value: unknown): unknown {
  return typeof value === "string" && value !== "" && SECRET_NAME.test(name) ? HIDDEN : value;
}

const SECRET_NAME =
  /^(?:authorization|cookie|credentials?|passw(?:or)?d|passphrase|token|secret|(?:.{0,40}[-_.a-z])?(?:api[-_]?key|access[-_]?key|private[-_]?key|secret|password|[-_]token|(?:access|auth|bearer|refresh|session|id)token))$/i;
