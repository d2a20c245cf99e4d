/** Says why a row creates no deal, in a sentence. */
export function describeMissingFields(name: string, fields: string[]): string {
  const list = new Intl.ListFormat('en').format(fields);
  return `${name} cannot be created: new deals need ${list}.`;
}
