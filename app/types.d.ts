import '@remix-run/server-runtime';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
  interface AppLoadContext {
    nonce?: string;
    address?: string;
    /** Remix reads the whole answer of a `.data` address. */
    isDataRequest?: boolean;
    /**
     * Aborts when the client leaves before the response is complete. The request's own `signal`
     * never aborts once Node 20 has collected the request.
     */
    signal?: AbortSignal;
    /** The file that the route answers with; its response has the headers. */
    file?: { root: string; name: string; size: number };
    closed?: Promise<void>;
  }
}
