import { runFaultCases } from "./fault-cases.ts";
import * as storage from "./storage-faults.ts";
const [which = "", only = "", ...modes] = process.argv.slice(2);
const groups: any = { full: storage.diskFullCases, ro: storage.readOnlyCases, rights: storage.rightsCases, kind: storage.wrongKindCases, open: () => storage.openFilesCases(Array.from({length: 10}, (_, i) => 24 + 3*i)) };
const cases = groups[which]().filter((c: any) => c.name.includes(only));
const t = Date.now();
const r = await runFaultCases(which, cases, modes.length ? modes : undefined);
console.log(r.name, r.cases, r.failures.length, r.facts, Date.now() - t);
for (const f of r.failures) console.log("-", f);
