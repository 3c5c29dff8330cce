/**
 * The command line that starts every script. Any login shell understands it: it has no quotes, backslashes, exclamation marks or line breaks
 * within its quotes. It reports its process id, reads one line, and runs that line; what follows on stdin is left to the script.
 */
export function bootstrap(shell: "sh" | "bash", nonce: string): string {
  return `exec ${shell} -c 'echo TAU-$0-$$; IFS= read -r s; eval "$(printf %b "$s")"' ${nonce}`;
}

/** Returns the pattern of the line with the process id. What stands before it comes from start-up files of the shell. */
export function startMarker(nonce: string): RegExp {
  return new RegExp(`TAU-${nonce}-(\\d+)\\r?\\n`);
}

/** Returns a script as one line of ASCII that `printf %b` turns back into its bytes. */
export function encodeLine(script: string): string {
  let line = "";
  for (const byte of Buffer.from(script)) {
    if (byte === 0) throw new TypeError("A shell script cannot hold a NUL character.");
    if (byte === 0x5c) line += "\\\\";
    else if (byte >= 0x20 && byte < 0x7f) line += String.fromCharCode(byte);
    else line += `\\0${byte.toString(8).padStart(3, "0")}`;
  }
  return `${line}\n`;
}

/** Quotes a word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) && !word.startsWith("-") ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Returns what a script writes to stdout and stderr when its command has ended, and how it begins. It does not begin with a line break: the
 * last line break of an output would be held back, and the other stream could overtake it.
 */
export function endMarker(nonce: string) {
  return { script: `printf 'TAU-END-%s-%d\\n' ${nonce} "$s"`, prefix: `TAU-END-${nonce}-` };
}
