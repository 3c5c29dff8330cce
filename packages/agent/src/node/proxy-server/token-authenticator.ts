import { createHash, timingSafeEqual } from "node:crypto";

/** Returns an `authenticate` function for a fixed set of tokens by user. The comparison takes constant time. */
export function authenticateByToken(tokens: Readonly<Record<string, string>>): (token: string) => string | undefined {
  const known = Object.entries(tokens).map(([user, token]) => ({ user, digest: digest(token) }));
  return (token) => {
    const given = digest(token);
    const matches = known.filter((candidate) => timingSafeEqual(candidate.digest, given));
    return matches[0]?.user;
  };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
