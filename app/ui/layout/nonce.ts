import { createContext } from 'react';

/** The nonce of inline scripts and styles; undefined in the browser, which hides it. */
export const Nonce = createContext<string | undefined>(undefined);
