import '@remix-run/server-runtime';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
  interface AppLoadContext {
    /** What this response's inline scripts carry. */
    nonce?: string;
    /** Where the request comes from, as far as the proxies in front are believed. */
    address?: string;
  }
}
