type ClientRequest = import("node:http").ClientRequest;

const CONNECT_TIMEOUT_MS = 10_000;

/** Aborts a connection attempt after ten seconds. For an address that drops packets the kernel would wait for minutes. */
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
