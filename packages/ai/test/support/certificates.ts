import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export interface Authority {
  /** Its certificate, as PEM. */
  readonly ca: string;
  /** A server's key and certificate that it vouches for. */
  issue(about?: { name?: string; until?: Date }): { key: string; cert: string };
}

const DAY_MS = 24 * 3600 * 1000;

/** A certificate authority of our own; its servers are at 127.0.0.1 unless named otherwise. */
export function createAuthority(commonName = "Tau test authority"): Authority {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const until = new Date(Date.now() + DAY_MS);
  const basic = extension([0x55, 0x1d, 0x13], sequence(der(0x01, [0xff])));
  const ca = certificate({ issuer: commonName, subject: commonName, until, extensions: [basic] }, own);
  return {
    ca,
    issue: ({ name, until: end = until } = {}) => {
      const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const subject = name ? der(0x82, Buffer.from(name)) : der(0x87, [127, 0, 0, 1]);
      const names = extension([0x55, 0x1d, 0x11], sequence(subject));
      const about = { issuer: commonName, subject: name ?? "127.0.0.1", until: end, extensions: [names] };
      return {
        key: `${keys.privateKey.export({ type: "pkcs8", format: "pem" })}`,
        cert: certificate(about, { publicKey: keys.publicKey, privateKey: own.privateKey }),
      };
    },
  };
}

interface About {
  readonly issuer: string;
  readonly subject: string;
  readonly until: Date;
  readonly extensions: readonly Buffer[];
}

/** X.509 version 3, signed with ECDSA and SHA-256. */
function certificate(about: About, { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const algorithm = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const begin = new Date(Math.min(Date.now(), about.until.getTime()) - DAY_MS);
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(about.issuer),
    sequence(time(begin), time(about.until)),
    distinguishedName(about.subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...about.extensions)),
  );
  const signature = sign("sha256", content, privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from(commonName)))));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, "")));
}

function oid(bytes: readonly number[]): Buffer {
  return der(0x06, bytes);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer | readonly number[]): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), Buffer.from(content)]);
}
