import { createContext } from 'react';

/** Nonce of inline scripts and styles; undefined in the browser, which hides it. */
export const Nonce = createContext<string | undefined>(undefined);
