declare const TAU_VERSION: string | undefined;

/** Put in by the build; a run from source has none. */
export const VERSION = typeof TAU_VERSION === "string" ? TAU_VERSION : "0.0.0-source";
