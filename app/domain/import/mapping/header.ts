import { normalizeText } from '#db/fold';

export function normalizeHeader(header: string): string {
  return normalizeText(header, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
