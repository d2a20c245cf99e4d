/** The first `count` words (split at white space), followed by '...' where more follow (spec §2). */
export function firstWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/, count + 1);
  return words.length > count ? `${words.slice(0, count).join(' ')}...` : words.join(' ');
}

/** What two texts must share to count as equal for search: compatibility form, lower case, one kind of sigma wherever it stands in a word. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** How a person is called: full name, else email (clarification 8). */
export function displayName(person: { firstName: string | null; lastName: string | null; email: string }): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email;
}
