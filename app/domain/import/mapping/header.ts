import { normalizeText } from '#db/fold';

/** Keeps letters and digits, without case, width and accents. */
export function normalizeHeader(header: string): string {
  return normalizeText(header, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
