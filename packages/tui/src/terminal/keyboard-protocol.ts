import { control } from "./control.ts";

export type KeyboardProtocolReply = { type: "kitty-flags"; flags: number } | { type: "device-attributes" };

export function parseKeyboardProtocolReply(sequence: string): KeyboardProtocolReply | undefined {
  const flags = /^\x1b\[\?(\d+)u$/.exec(sequence);
  if (flags) return { type: "kitty-flags", flags: Number(flags[1]) };
  return /^\x1b\[\?[\d;]*c$/.test(sequence) ? { type: "device-attributes" } : undefined;
}

/**
 * Negotiates with the terminal how keys are reported. Queries the Kitty protocol and then the device attributes: a terminal
 * without the protocol answers only the second query, or nothing in time. Then `modifyOtherKeys` is used.
 */
export class KeyboardProtocol {
  private readonly write: (data: string) => void;
  private state: "off" | "asked" | "kitty" | "fallback" = "off";
  private timer: NodeJS.Timeout | undefined;

  constructor(write: (data: string) => void) {
    this.write = write;
  }

  get kittyActive(): boolean {
    return this.state === "kitty";
  }

  get modifyOtherKeysActive(): boolean {
    return this.state === "fallback";
  }

  start(): void {
    this.state = "asked";
    this.write(control.kittyKeysPush + control.kittyKeysQuery + control.deviceAttributesQuery);
    this.timer = setTimeout(() => this.fallBack(), REPLY_WAIT_MS);
  }

  /** Returns whether the sequence was a reply and not a key. */
  accept(sequence: string): boolean {
    const reply = parseKeyboardProtocolReply(sequence);
    if (!reply) return false;
    if (reply.type === "kitty-flags" && reply.flags !== 0) this.useKitty();
    else this.fallBack();
    return true;
  }

  /** The bytes that undo the protocol in use. Popping is harmless if nothing was pushed. */
  get undo(): string {
    if (this.state === "off") return "";
    return (this.state === "fallback" ? control.modifyOtherKeysOff : "") + control.kittyKeysPop;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.write(this.undo);
    this.state = "off";
  }

  private useKitty(): void {
    if (this.state === "off") return;
    clearTimeout(this.timer);
    if (this.state === "fallback") this.write(control.modifyOtherKeysOff);
    this.state = "kitty";
  }

  private fallBack(): void {
    if (this.state !== "asked") return;
    clearTimeout(this.timer);
    this.state = "fallback";
    this.write(control.modifyOtherKeysOn);
  }
}

const REPLY_WAIT_MS = 150;
