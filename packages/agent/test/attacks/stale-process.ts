/** Loses the descriptor of its session, as a network file system may make it, and says how the next steps fail. */
import { closeSync } from "node:fs";
import { AppendFile } from "../../src/node/log/append-file.ts";

const file = AppendFile.open(process.argv[2] as string, "system");
closeSync(file.descriptor);
const failureOf = (action: () => unknown) => {
  try {
    return String(action());
  } catch (error) {
    return error instanceof Error && "code" in error ? `${error.name} ${error.code}` : String(error);
  }
};
console.log(JSON.stringify([failureOf(() => file.size()), failureOf(() => file.append("x\n", 0))]));
