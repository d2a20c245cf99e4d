const DOMAIN_PATTERN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;
const MAX_DOMAIN_LENGTH = 2_000;

/** Rejects other schemes, because a program may open the link. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Completes 'www.acme.com' to 'https://www.acme.com' as a browser does; other texts stay. */
export function completeWebAddress(text: string): string {
  const bare = text.replace(/^\/\//, '');
  return bare.length <= MAX_DOMAIN_LENGTH && DOMAIN_PATTERN.test(bare) ? `https://${bare}` : text;
}
