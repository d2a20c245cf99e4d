import type { OptionListName } from '#db/schema';
import { normalizeHeader } from '~/domain/import/mapping/header';
import type { OptionParser } from '~/domain/import/values/option-parser';
import type { OptionLists } from '~/domain/option-list/option-lists';

const HEADING_LISTS: OptionListName[] = ['stages', 'reasons', 'rounds'];

const HEADING_NOUN = /\s+(?:deals?|companies|startups?|unternehmen|firmen)$/i;

const COUNT_OR_YEAR = /\s*(?:\(\d{1,6}\)|(?:19|20)\d\d)$/;

const MAX_HEADING_LENGTH = 100;

/** Returns a function that recognizes 'Passed', 'Met deals' and 'Series A (3)' as headings of a list. */
export function createHeadingCheck(
  lists: OptionLists,
  { parseRound }: OptionParser,
): (text: string) => boolean {
  const options = HEADING_LISTS.flatMap((list) => lists.listOptions(list));
  const names = options.flatMap(({ name, previousNames }) => [name, ...previousNames]);
  const keys = new Set(names.map(normalizeHeader));
  keys.delete('');
  return (text) => {
    if (text.length > MAX_HEADING_LENGTH) return false;
    const withoutCount = text.replace(/\s*[:：]$/, '').replace(COUNT_OR_YEAR, '');
    const name = withoutCount.replace(HEADING_NOUN, '').trim();
    return keys.has(normalizeHeader(name)) || keys.has(normalizeHeader(parseRound(name)));
  };
}
