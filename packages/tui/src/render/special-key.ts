/** Whether the key went up, as only the Kitty protocol tells. A paste may hold the same characters. */
export function isKeyRelease(data: string): boolean {
  return !data.startsWith("\x1b[200~") && /^\x1b\[[\d;:]*:3[u~A-HPQRS]$/.test(data);
}

/** Shift+Ctrl+D, in each way a terminal may report it. */
export function isDebugKey(data: string): boolean {
  return /^\x1b\[(?:100(?::68)?;6(?::1)?u|68;6u|27;6;(?:68|100)~)$/.test(data);
}
