export const DIGITS = 6;

/** Without the spaces and dashes that people type. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/**
 * Whether it is one code of the app, which can be guessed in the long run: three of a million are
 * right at any time. Two in a row and recovery codes cannot.
 */
export function isGuessable(typed: string): boolean {
  return plainCode(typed).length <= DIGITS;
}
