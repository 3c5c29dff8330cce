import { RequestError } from "../ai-error.ts";

const MEGABYTE = 1024 * 1024;
/** No answer that is read whole comes near it: not a list of models, and not the pictures of one request. */
const MOST_BYTES = 256 * MEGABYTE;

/** A whole body. One that does not end fails before it fills the memory. */
export async function readText(body: AsyncIterable<Uint8Array>, mostBytes = MOST_BYTES): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLong(mostBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(bytes: number): RequestError {
  const most = bytes / MEGABYTE;
  return new RequestError(`The server's answer is longer than ${most} MB and was left unread. Check the base URL.`, {
    code: "invalid-request",
  });
}
