import { createContext, useContext } from 'react';
import printStyles from '~/print.css?url';
import styles from '~/tailwind.css?url';
import { Nonce } from './nonce';

/** The whole style sheet, where the server puts it into the page: on a browser's first visit. */
export const InlineStyles = createContext<string | undefined>(undefined);

/**
 * The style sheet, inline or linked. Inline, it is fetched beside for the next visit. React leaves
 * both elements as the server sent them; where it has to make the document anew, for an error, it
 * links the sheet.
 */
export function StyleSheet() {
  const inline = useContext(InlineStyles);
  return (
    <>
      <style
        nonce={useContext(Nonce)}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: inline ?? '' }}
      />
      <link
        rel="stylesheet"
        href={styles}
        media={inline ? 'not all' : undefined}
        suppressHydrationWarning
      />
      <link rel="stylesheet" href={printStyles} media="print" />
    </>
  );
}
