export interface NativeClipboard {
  /** Resolves to undefined if there is no clipboard, null if it holds no text. */
  getText(): Promise<string | null | undefined>;
  /** Resolves to undefined if there is no clipboard, null if it holds no image. */
  getImage(): Promise<Uint8Array | null | undefined>;
  setText?(text: string): Promise<void>;
}

/** Returns undefined: this package has no native code. Callers use the system's commands or OSC 52 instead. */
export function getNativeClipboard(): NativeClipboard | undefined {
  return undefined;
}
