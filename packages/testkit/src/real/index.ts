export { requirePackage, requireProgram } from "./require-program.ts";
export { freePort, type SshServer, type SshServerOptions, startSshServer, untilListening } from "./ssh-server.ts";
