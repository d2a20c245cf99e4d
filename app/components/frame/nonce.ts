import { createContext } from 'react';

/** What this response's inline scripts carry, so that the browser runs them. Browsers hide it from scripts. */
export const Nonce = createContext<string | undefined>(undefined);
