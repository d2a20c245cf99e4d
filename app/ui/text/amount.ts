/** A number with its thousands, the unit after it, and a currency before it where both are short. */
export const AMOUNT_PATTERN =
  /((?:\p{Lu}{3}\s(?=[\d.,]{1,9}(?!\s?\d)))?\d(?:[\d\s.,'’]*\d)?(?:\s?[\p{L}\p{Sc}]{1,3}(?!\p{L}))?)/u;

/** A text that wraps, but not inside an amount. */
export function keepAmountsTogether(text: string): string {
  return text.replace(new RegExp(AMOUNT_PATTERN, 'gu'), (amount) =>
    amount.replaceAll(/\s/g, '\u00a0'),
  );
}
