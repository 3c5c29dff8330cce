import { attempts, controlled, type EscapeAttempt } from "./attempt.ts";

const perlConnect = (address: string, family: string) =>
  `perl -MSocket -e 'socket(S, ${family}, SOCK_STREAM, 0) or die "socket: $!"; connect(S, ${address}) or die "connect: $!"; print <S>' 2>&1`;

export const networkAttempts: readonly EscapeAttempt[] = [
  ...controlled({
    "a server of this machine": ({ port }) => `exec 5<>/dev/tcp/127.0.0.1/${port} && cat <&5`,
    "a server of this machine by name": ({ port }) => `exec 5<>/dev/tcp/localhost/${port} && cat <&5`,
    "a server by its address in another form": ({ port }) =>
      perlConnect(`pack_sockaddr_in(${port}, inet_aton("127.1"))`, "PF_INET"),
    "a unix socket outside": ({ outside }) => perlConnect(`pack_sockaddr_un("${outside}/agent.sock")`, "PF_UNIX"),
    "a unix socket in the workspace": ({ workspace }) =>
      perlConnect(`pack_sockaddr_un("${workspace}/in-workspace.sock")`, "PF_UNIX"),
    "an abstract socket": ({ abstractName }) => perlConnect(`pack_sockaddr_un("\\0${abstractName}")`, "PF_UNIX"),
  }),
  ...attempts({
    "the agent of ssh":
      'ssh-add -l 2>&1 | grep -q SHA256 && echo ESCAPED; [ -n "$SSH_AUTH_SOCK" ] && echo ESCAPED; true',
    "the engine of containers":
      '[ -S /run/docker.sock ] && echo ESCAPED; [ -S /var/run/docker.sock ] && echo ESCAPED; [ -n "$DOCKER_HOST" ] && echo ESCAPED; true',
    "the bus of the session":
      'ls /run/user 2>/dev/null && echo ESCAPED; [ -n "$DBUS_SESSION_BUS_ADDRESS" ] && echo ESCAPED; ls /run/dbus 2>/dev/null && echo ESCAPED; true',
    "a display":
      'ls /tmp/.X11-unix 2>/dev/null && echo ESCAPED; [ -n "$DISPLAY$WAYLAND_DISPLAY" ] && echo ESCAPED; true',
    interfaces:
      "[ $(ls /sys/class/net 2>/dev/null | wc -l) -ge 0 ] && grep -v -E 'lo:|face|Inter' /proc/net/dev | grep -q : && echo ESCAPED; true",
    "a route": "[ $(wc -l < /proc/net/route) -gt 1 ] && echo ESCAPED; true",
    "names by UDP": `perl -MSocket -e 'socket(S, PF_INET, SOCK_DGRAM, 0) or exit; send(S, "x", 0, pack_sockaddr_in(53, inet_aton("192.0.2.1"))) and print "ESCAPED"'; true`,
    "the address of clouds": "exec 5<>/dev/tcp/169.254.169.254/80 && echo ESCAPED",
    "raw packets": `perl -MSocket -e 'socket(S, 17, SOCK_RAW, 0) and print "ESCAPED"'; true`,
    "the host of a virtual machine": `perl -MSocket -e 'socket(S, 40, SOCK_STREAM, 0) and print "ESCAPED"'; true`,
    "sockets of the kernel's cryptography": `perl -MSocket -e 'socket(S, 38, 5, 0) and print "ESCAPED"'; true`,
    bluetooth: `perl -MSocket -e 'socket(S, 31, 3, 0) and print "ESCAPED"'; true`,
    "a new network interface": "ip link add dummy0 type dummy && echo ESCAPED; true",
    "an address for the interface": "ip addr add 192.0.2.2/24 dev lo && echo ESCAPED; true",
    "a socket pair is no way out": `perl -MSocket -e 'socketpair(A, B, PF_UNIX, SOCK_STREAM, 0) or print "ESCAPED: programs need it"'`,
    "a datagram to a unix socket": ({ outside }) =>
      `perl -MSocket -e 'socket(S, PF_UNIX, SOCK_DGRAM, 0) or exit; send(S, "x", 0, pack_sockaddr_un("${outside}/agent.sock")) and print "ESCAPED"'; true`,
    "a unix socket of its own": `perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) and print "ESCAPED"'; true`,
  }),
];
