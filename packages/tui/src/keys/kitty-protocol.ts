let active = false;

/** Called by the terminal when it knows which keyboard protocol is in use. */
export function setKittyProtocolActive(value: boolean): void {
  active = value;
}

export function isKittyProtocolActive(): boolean {
  return active;
}
