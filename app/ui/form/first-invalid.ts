/** Tells whether a field is the first wrong one, which takes the focus without scripts. */
export function isFirstInvalid(
  { allErrors }: { allErrors: Record<string, unknown> },
  name: string,
): boolean {
  return Object.keys(allErrors)[0] === name;
}
