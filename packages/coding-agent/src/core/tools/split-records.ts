import { StringDecoder } from "node:string_decoder";

/** Splits a stream of bytes into records that end with `separator`, independent of how the bytes are chunked. */
export function splitRecords(separator: string, onRecord: (record: string) => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  return (bytes) => {
    const text = decoder.write(bytes);
    let start = 0;
    for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
      pieces.push(text.slice(start, end));
      onRecord(pieces.length === 1 ? (pieces[0] ?? "") : pieces.join(""));
      pieces = [];
      start = end + separator.length;
    }
    if (start < text.length) pieces.push(text.slice(start));
  };
}
