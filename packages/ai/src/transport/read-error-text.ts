import { LONGEST_ERROR_TEXT } from "../limits.ts";

const LONGEST_ERROR_MS = 10_000;

/**
 * The beginning of what a server says about a failure. Neither a body without an end nor a connection that is lost on the
 * way may hide that failure: what came until then is returned. `abandon` closes the connection of a server that takes too long.
 */
export async function readErrorText(body: AsyncIterable<Uint8Array>, abandon: () => void): Promise<string> {
  const decoder = new TextDecoder();
  const timer = setTimeout(abandon, LONGEST_ERROR_MS);
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk.subarray(0, LONGEST_ERROR_TEXT - bytes), { stream: true });
      bytes += chunk.length;
      // Whoever stops reading closes the connection.
      if (bytes >= LONGEST_ERROR_TEXT) break;
    }
  } catch {
    // The status tells of the failure; how the rest of its description was lost adds nothing.
  } finally {
    clearTimeout(timer);
  }
  return text;
}
