/** How requests name the application to vendors that ask for it: not at all. They carry our own user agent and nothing more. */
export const DEFAULT_AGENT_IDENTITY: { readonly attribution: null } = { attribution: null };
