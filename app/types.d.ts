import '@remix-run/server-runtime';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
  interface AppLoadContext {
    nonce?: string;
    /** Where the request comes from, as far as the proxies in front are believed. */
    address?: string;
    /** True at a `.data` address, where Remix reads a route's answer whole. */
    asData?: boolean;
    /**
     * Aborts when the client leaves before the response is complete. Node 20 collects a request's own
     * `signal` with the request, and then it never aborts.
     */
    leaving?: AbortSignal;
    /** A file that the route answers with, set by the route; its answer has the headers. */
    file?: { root: string; name: string };
    /** When the response is over, sent or not. */
    closed?: Promise<void>;
  }
}
