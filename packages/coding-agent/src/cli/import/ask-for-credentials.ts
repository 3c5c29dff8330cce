import { createInterface } from "node:readline/promises";

/** Keys are copied only if the user says so: by the flag, or at the terminal. Where nobody sits at it, the answer is no. */
export function askForCredentials(flag: boolean | undefined): (file: string) => Promise<boolean> {
  return async (file) => {
    if (flag !== undefined) return flag;
    const { stdin: input, stderr: output } = process;
    if (!input.isTTY || !output.isTTY) return false;
    const terminal = createInterface({ input, output });
    try {
      const answer = await terminal.question(`Take over the keys and logins in ${file} too? [y/N] `);
      return /^y(?:es)?$/i.test(answer.trim());
    } finally {
      terminal.close();
    }
  };
}
