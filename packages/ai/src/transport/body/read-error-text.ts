import { LONGEST_ERROR_TEXT } from "../../limits.ts";

const LONGEST_ERROR_MS = 10_000;

/**
 * Reads the beginning of a server's error description. Neither an endless body nor a lost connection may hide the failure itself: the text
 * so far is returned. `abandon` closes the connection of a server that takes too long.
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
      // Ending the iteration closes the connection.
      if (bytes >= LONGEST_ERROR_TEXT) break;
    }
  } catch {
    // The status reports the failure; why the rest of its description was lost does not matter.
  } finally {
    clearTimeout(timer);
  }
  return text;
}
