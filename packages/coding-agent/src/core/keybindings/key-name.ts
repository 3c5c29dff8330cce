const MODIFIERS = ["ctrl", "shift", "alt", "super"];
const NAMED = new Set(
  "escape enter tab space backspace delete insert clear home end pageup pagedown up down left right".split(" "),
);
const ALIASES: Readonly<Record<string, string>> = { esc: "escape", return: "enter" };
const SYMBOLS = new Set("`-=[]\\;',./!@#$%^&*()_+|~{}:<>?");

/** Normalises a key name: modifiers in a fixed order, lower case. Returns `undefined` if the text is not a key. */
export function normalizeKey(text: string): string | undefined {
  // The last plus of `ctrl++` is the key itself.
  const parts = text.toLowerCase().split(/\+(?!$)/);
  const last = parts.pop() ?? "";
  const key = ALIASES[last] ?? last;
  const modifiers = MODIFIERS.filter((modifier) => parts.includes(modifier));
  if (modifiers.length !== parts.length || !isKey(key)) return undefined;
  return [...modifiers, key].join("+");
}

function isKey(key: string): boolean {
  return /^[a-z0-9]$/.test(key) || /^f([1-9]|1[0-2])$/.test(key) || NAMED.has(key) || SYMBOLS.has(key);
}
