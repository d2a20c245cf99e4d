import type { ImportCell } from '#db/schema';
import { cellText, isLinkedCell } from '~/models/import/cell';

/** Email and web addresses as people put them into cells. */

/** 'Ada <ada@example.com>' and 'mailto:ada@example.com?subject=Hi' as the address alone. */
export function addressIn(text: string): string {
  const bracketed = /<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return bracketed.replace(/^mailto:([^?]*).*$/is, '$1');
}

/** Signs that nobody sees, which programs leave around addresses. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** The addresses of a cell, each as it stands there; of a link the one that it leads to. */
export function emailsIn(cell: ImportCell): string[] {
  const isMailLink = isLinkedCell(cell) && /^mailto:/i.test(cell.link) && !cell.text.includes('@');
  const text = isMailLink ? cell.link : cellText(cell);
  return text
    .replace(INVISIBLE, '')
    .split(/[;,\n|]|\s\/\s/)
    .map((part) => part.trim())
    .filter(Boolean);
}

const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;
/** In characters, as of a link field. */
const MAX_DOMAIN_LENGTH = 2_000;

/** A web address with its scheme, as a browser completes 'acme.com'; any other text as it is. */
export function webAddressIn(cell: ImportCell): string {
  const text = cellText(cell).replace(INVISIBLE, '').trim();
  if (/^https?:\/\//i.test(text)) return text;
  if (isLinkedCell(cell) && /^https?:/i.test(cell.link)) return cell.link;
  const bare = text.replace(/^\/\//, '');
  return bare.length <= MAX_DOMAIN_LENGTH && DOMAIN.test(bare) ? `https://${bare}` : text;
}
