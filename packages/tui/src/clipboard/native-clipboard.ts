/** The system clipboard where a native module reaches it. Undefined means unavailable, null that it holds nothing of the kind. */
export interface NativeClipboard {
  getText(): Promise<string | null | undefined>;
  getImage(): Promise<Uint8Array | null | undefined>;
  setText?(text: string): Promise<void>;
}

/** None is bundled: text is copied by OSC 52, which also works over ssh, and pastes arrive as input. */
export function getNativeClipboard(): NativeClipboard | undefined {
  return undefined;
}
