import { Session as Inspector, type Profiler } from "node:inspector/promises";

export type CpuProfile = Profiler.Profile;

/** Records what this process computes until the promise settles. */
export async function recordProfile(until: Promise<unknown>): Promise<CpuProfile> {
  const inspector = new Inspector();
  inspector.connect();
  try {
    await inspector.post("Profiler.enable");
    await inspector.post("Profiler.start");
    await until;
    const { profile } = await inspector.post("Profiler.stop");
    return profile;
  } finally {
    inspector.disconnect();
  }
}
