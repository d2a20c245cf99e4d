import { createHmac } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { generateKey, hashKey } from '~/domain/key.server';
import { getSessionSecrets } from '~/env.server';

const CHALLENGE_TTL_SECONDS = 60 * 60;

const answeredChallenges = new RateLimiterMemory({ points: 1, duration: CHALLENGE_TTL_SECONDS });

export interface ChallengeOwner {
  userId: string;
  holderKey: string;
}

function signWithSecrets({ userId, holderKey }: ChallengeOwner, text: string): string[] {
  return getSessionSecrets().map((secret) =>
    createHmac('sha256', secret)
      .update(`passkey ${holderKey} ${userId} ${text}`)
      .digest('base64url'),
  );
}

/** Creates a random challenge that only this session or login can answer, without storing it. */
export function createChallenge(owner: ChallengeOwner): Uint8Array<ArrayBuffer> {
  const text = `${Date.now() + CHALLENGE_TTL_SECONDS * 1000} ${generateKey()}`;
  return new TextEncoder().encode(`${text} ${signWithSecrets(owner, text)[0]}`);
}

/** Accepts a challenge that this server signed, once. */
export function createChallengeVerifier(owner: ChallengeOwner) {
  return async (challenge: string): Promise<boolean> => {
    const [expires = '', key, signature = ''] = Buffer.from(challenge, 'base64url')
      .toString()
      .split(' ');
    if (!signWithSecrets(owner, `${expires} ${key}`).includes(signature)) return false;
    const left = Number(expires) - Date.now();
    if (left < 0 || left > CHALLENGE_TTL_SECONDS * 1000) return false;
    return answeredChallenges.consume(hashKey(challenge)).then(
      () => true,
      () => false,
    );
  };
}
