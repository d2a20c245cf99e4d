import { useState } from 'react';
import { useRootData } from '~/ui/layout/root-data';

/**
 * Names the account that opened a form. The server refuses the form if another one has signed in
 * since, which happens in a second tab of the same browser.
 */
export function OpenedBy() {
  const [id] = useState(useRootData()?.viewer?.id);
  return id ? <input type="hidden" name="openedBy" value={id} /> : null;
}
