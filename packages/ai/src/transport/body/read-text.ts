import { LONGEST_WHOLE_ANSWER, tooLong } from "../../limits.ts";

/** Reads a whole body; fails before an endless one fills the memory. */
export async function readText(body: AsyncIterable<Uint8Array>, mostBytes = LONGEST_WHOLE_ANSWER): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLong("The server's answer", mostBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
