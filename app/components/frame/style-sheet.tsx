import { createContext, useContext, useEffect, useState } from 'react';
import styles from '~/tailwind.css?url';
import { useHydrated } from './hydrated';
import { Nonce } from './nonce';

/** True where the page carries the rules it needs (app/web/styles.server.ts) and its style sheet comes after the content. */
export const StylesInside = createContext(
  typeof document !== 'undefined' && document.querySelector('style[data-own]') !== null,
);

/** Until scripts have taken over what the server sent. A document that they make anew, for an error, has the style sheet. */
let isAsSent = true;

function useStylesInside(): boolean {
  const areInside = useContext(StylesInside);
  return useState(areInside && isAsSent)[0];
}

/** In the head. The rules come in when it is known which elements the page has, and stay as they are when scripts run. */
export function StyleSheet() {
  const nonce = useContext(Nonce);
  if (!useStylesInside()) return <link rel="stylesheet" href={styles} />;
  return (
    <style
      data-own
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

/**
 * At the end of the content, which is painted before. It applies once scripts run, which show what the page did not have;
 * without them the page needs no more, and the browser has it for the next one.
 */
export function StyleSheetLater() {
  const isLater = useStylesInside();
  const hydrated = useHydrated();
  useEffect(() => void (isAsSent = false), []);
  return isLater && <link rel="stylesheet" href={styles} media={hydrated ? 'all' : 'not all'} />;
}
