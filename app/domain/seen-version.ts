/** The version of a record that was read, or several of which one must be current. */
export type SeenVersion = number | readonly number[];

export function isCurrentVersion(current: number, seen: SeenVersion | undefined): boolean {
  return seen === undefined || [seen].flat().includes(current);
}
