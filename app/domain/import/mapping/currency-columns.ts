import type { ImportSheet } from '#db/schema';
import { removeUnit } from '~/domain/import/values/amounts';
import { normalizeHeader } from './header';
import { HEADER_WORDS } from './header-words';
import { CURRENCY_TARGET } from './targets';

const CURRENCY_KEYS = new Set(HEADER_WORDS.currency!.map(normalizeHeader));

/**
 * Returns for each column the one with the currency of its amounts: "Pre-money currency" for
 * "Pre-money", else the column that was chosen for all amounts; -1 if there is none.
 */
export function findCurrencyColumns({
  headers,
  targets,
}: Pick<ImportSheet, 'headers' | 'targets'>): number[] {
  const keys = headers.map(normalizeHeader);
  const shared = targets.indexOf(CURRENCY_TARGET);
  return headers.map((header) => {
    const amountKey = normalizeHeader(removeUnit(header));
    const own = amountKey ? keys.findIndex((key) => isCurrencyOf(key, amountKey)) : -1;
    return own < 0 ? shared : own;
  });
}

function isCurrencyOf(key: string, amountKey: string): boolean {
  return (
    (key.startsWith(amountKey) && CURRENCY_KEYS.has(key.slice(amountKey.length))) ||
    (key.endsWith(amountKey) && CURRENCY_KEYS.has(key.slice(0, -amountKey.length)))
  );
}
