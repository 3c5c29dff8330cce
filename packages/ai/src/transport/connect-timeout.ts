type ClientRequest = import("node:http").ClientRequest;

const CONNECT_TIMEOUT_MS = 10_000;

/** An address that swallows packets would otherwise be waited for as long as the kernel likes: minutes. */
export function giveUpConnecting(sent: ClientRequest): void {
  sent.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      sent.destroy(
        Object.assign(new Error(`no connection after ${CONNECT_TIMEOUT_MS / 1000} s`), { code: "ETIMEDOUT" }),
      );
    }, CONNECT_TIMEOUT_MS);
    socket.once("connect", () => clearTimeout(timer));
    sent.once("close", () => clearTimeout(timer));
  });
}
