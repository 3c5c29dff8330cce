export interface NativeClipboard {
  /** Undefined if there is no clipboard to ask, null if it holds no text. */
  getText(): Promise<string | null | undefined>;
  /** Undefined if there is no clipboard to ask, null if it holds no image. */
  getImage(): Promise<Uint8Array | null | undefined>;
  setText?(text: string): Promise<void>;
}

/** This package brings no native code, so there is none: callers use the system's commands or OSC 52 instead. */
export function getNativeClipboard(): NativeClipboard | undefined {
  return undefined;
}
