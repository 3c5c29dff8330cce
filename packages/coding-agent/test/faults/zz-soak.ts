import { runByteASecond } from "./byte-a-second.ts";
import { runSoak } from "./soak.ts";

const t = Date.now();
const r =
  process.argv[2] === "soak" ? await runSoak(Number(process.argv[3])) : await runByteASecond(Number(process.argv[3]));
console.log(process.env.X ?? "", JSON.stringify(r, null, 1), Date.now() - t);
