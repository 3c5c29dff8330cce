import type { PackageNeed } from "@tau/coding-agent";

/** The library that speaks the DevTools protocol. It brings no browser. */
export const PLAYWRIGHT: PackageNeed = {
  name: "playwright-core",
  version: "1.65.1",
  integrity: "sha512-hqPpz7blSMPxWVdoeE1yiBSzXsKiVOd2k+kjCvmUywD2GPO2Dd9HfcWnq9NN0GHbNZDFgZ9JfBFr+X5/BLo0qw==",
  battery: "browser",
};
