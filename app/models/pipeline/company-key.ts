/**
 * A company's name without what two spellings of it may differ in: case, width, accents,
 * punctuation and the legal form (Ltd, Inc, GmbH, 株式会社 and the like). Empty for a name that
 * consists of nothing else.
 */
export function companyKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words;
}
