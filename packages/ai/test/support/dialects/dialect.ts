import type { Api, Model } from "../../../src/index.ts";

/** One thing a scripted server says. */
export type Say =
  | { text: string[] }
  | { thinking: string[]; signature: string }
  | { call: ScriptedCall }
  | { interleaved: [ScriptedCall, ScriptedCall] };

export interface ScriptedCall {
  id: string;
  name: string;
  /** The argument text, in the pieces it is sent in. */
  pieces: string[];
}

export interface Script {
  says: Say[];
  /** Default: `stop`, or the vendor's word for a tool call if there is one. */
  end?: "length" | "refusal";
}

export type Frames = (string | Uint8Array)[];

/** How one vendor writes what the contract suite wants said. Written from the vendor's documentation, see `source`. */
export interface Dialect {
  api: Api;
  source: string;
  model?: Partial<Model>;
  /** The whole answer, one frame per event of the vendor. */
  encode(script: Script): Frames;
  /** An error object in the middle of a stream that began well. */
  midStreamError: string | Uint8Array;
  /** The vendor sends arguments of several calls at once. */
  interleaves: boolean;
  /** The vendor sends arguments in pieces; others send each call whole. */
  streamsArguments: boolean;
  thinks: boolean;
  /** Thinking comes with something that must go back. */
  signs: boolean;
  /** Ids are ours where the vendor has none. */
  ownIds?: boolean;
  /** Where the vendor reports no cache. */
  usage?: { input: number; cacheRead: number };
}

export function callsOf(script: Script): ScriptedCall[] {
  return script.says.flatMap((say) => ("call" in say ? [say.call] : "interleaved" in say ? say.interleaved : []));
}

/** The vendor's word for how the script ends. */
export function endWord<T>({ end }: Script, words: { length: string; refusal: string }, usual: T): string | T {
  return end ? words[end] : usual;
}

/** The pieces of two calls in turn. */
export function alternate(calls: readonly ScriptedCall[]): { call: number; piece: string }[] {
  const longest = Math.max(...calls.map(({ pieces }) => pieces.length));
  return Array.from({ length: longest }).flatMap((_, round) =>
    calls.flatMap(({ pieces }, call) => (pieces[round] === undefined ? [] : [{ call, piece: pieces[round] }])),
  );
}

export function sseFrame(event: { type?: string } | string, named = false): string {
  const data = typeof event === "string" ? event : JSON.stringify(event);
  const name = named && typeof event !== "string" ? `event: ${event.type}\n` : "";
  return `${name}data: ${data}\n\n`;
}
