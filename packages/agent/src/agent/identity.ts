/** Requests do not name the application to vendors that ask for it. They carry only our own user agent. */
export const DEFAULT_AGENT_IDENTITY: { readonly attribution: null } = { attribution: null };
