import '@remix-run/server-runtime';
import type { Writable } from 'node:stream';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
  interface AppLoadContext {
    /** What this response's inline scripts carry. */
    nonce?: string;
    /** Where the request comes from, as far as the proxies in front are believed. */
    address?: string;
    /**
     * Where the answer is written to: Remix does not wait for a slow reader, so a long answer has
     * to.
     */
    response?: Writable;
  }
}
