/** The most rows in one selection: the largest page size. */
export const MAX_SELECTED = 100;

/**
 * '1 skipped: it is not there any more'; empty if none was. `gone` is the number of rows that were
 * deleted before, `kept` has the reason for each row that may not be deleted.
 */
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
