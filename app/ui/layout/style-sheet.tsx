import { createContext, useContext } from 'react';
import printStyles from '~/print.css?url';
import styles from '~/tailwind.css?url';
import { Nonce } from './nonce';

export const InlineStyles = createContext<string | undefined>(undefined);

/**
 * Inlines or links the style sheet; inline, it is also fetched for the next visit. React keeps both
 * elements as sent; where an error replaces the document, it links the sheet.
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
