let active = false;

/** Set by the terminal once it knows which keyboard protocol is spoken. */
export function setKittyProtocolActive(value: boolean): void {
  active = value;
}

export function isKittyProtocolActive(): boolean {
  return active;
}
