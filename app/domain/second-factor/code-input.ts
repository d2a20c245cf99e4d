export const CODE_DIGITS = 6;

export function normalizeCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** Detects a single app code, which can be guessed over time: three in a million are right at any moment. */
export function isGuessableCode(input: string): boolean {
  return normalizeCode(input).length <= CODE_DIGITS;
}
