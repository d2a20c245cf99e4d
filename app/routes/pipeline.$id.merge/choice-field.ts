/** Returns the form's field that says from which deal the value of `key` comes. */
export function getChoiceField(key: string): string {
  return `take-${key}`;
}
