import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible';

export type Limiter = RateLimiterMemory | RateLimiterCluster;

/**
 * At most `points` in `duration` seconds, counted for all processes of the server together.
 * `keyPrefix` is its name, which no other limiter has.
 */
export function limiter(keyPrefix: string, points: number, duration: number): Limiter {
  const options = { keyPrefix, points, duration };
  return cluster.isWorker ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
}
