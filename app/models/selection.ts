/** Texts about ticked rows. */

/** How many rows may be ticked at once: the longest page. */
export const MAX_SELECTED = 100;

/** '1 user', '2 users'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** '1 skipped: it is not there any more'; empty when nothing was. `kept` says for each row that had to stay why; `gone` rows went before. */
export function skippedText({ gone, kept }: { gone: number; kept: string[] }): string {
  const skipped = gone + kept.length;
  const subject = kept.length
    ? `${gone} ${gone === 1 ? 'is' : 'are'}`
    : gone === 1
      ? 'it is'
      : 'they are';
  const reasons = [...(gone ? [`${subject} not there any more`] : []), ...new Set(kept)];
  return skipped ? `${skipped} skipped: ${reasons.join(', ')}` : '';
}
