import type { ImportCell } from '#db/schema';
import { getCellText, isLinkedCell } from '~/domain/import/reading/cell';
import { removeInvisible } from '~/domain/text/text';
import { completeWebAddress } from '~/domain/text/web-address';

/** Extracts the address of 'Ada <ada@example.com>' and 'mailto:ada@example.com?subject=Hi'. */
export function extractEmail(text: string): string {
  const bracketed = /<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return bracketed.replace(/^mailto:([^?]*).*$/is, '$1');
}

/** Extracts the name of 'Ada Byron <ada@example.com>'; empty without one. */
export function extractEmailName(text: string): string {
  const name = /^([^<>]+)<[^<>]+>$/.exec(text)?.[1] ?? '';
  return name.trim().replace(/^"(.*)"$/, '$1');
}

/** Returns the text of a cell; for a mail link without an address in its text the link's target. */
export function getEmailText(cell: ImportCell): string {
  const isMailLink = isLinkedCell(cell) && /^mailto:/i.test(cell.link) && !cell.text.includes('@');
  return removeInvisible(isMailLink ? cell.link : getCellText(cell)).trim();
}

/** Splits a cell into addresses. */
export function extractEmails(cell: ImportCell): string[] {
  return getEmailText(cell)
    .split(/[;,\n|]|\s\/\s/)
    .map((part) => part.trim())
    .filter(Boolean);
}

export function extractWebAddress(cell: ImportCell): string {
  const text = removeInvisible(getCellText(cell)).trim();
  if (/^https?:\/\//i.test(text)) return text;
  if (isLinkedCell(cell) && /^https?:/i.test(cell.link)) return cell.link;
  return completeWebAddress(text);
}
