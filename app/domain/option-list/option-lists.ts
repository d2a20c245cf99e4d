import type { ListOption, OptionListName } from '#db/schema';

export type OptionWithUsage = ListOption & {
  /** Whether filters still offer a retired round or group. */
  isInUse: boolean;
};

/** All lists of the fund. */
export function buildOptionLists(rows: OptionWithUsage[]) {
  const all = rows.toSorted((left, right) => Number(!left.retiredAt) - Number(!right.retiredAt));
  /** The entries of a list in its order, retired ones first. */
  const entries = (list: OptionListName) => all.filter((entry) => entry.list === list);
  /** The same without retired ones. */
  const listed = (list: OptionListName) => entries(list).filter(({ retiredAt }) => !retiredAt);
  const names = (list: OptionListName) => listed(list).map(({ name }) => name);
  /** The entry with this name, a retired one only if none is listed. */
  const named = (list: OptionListName, name: string) =>
    entries(list).findLast((entry) => entry.name === name);
  /** What an entry of this former name is called now; any other text as it is. */
  const present = (list: OptionListName, text: string) => {
    if (named(list, text)) return text;
    return entries(list).findLast(({ former }) => former.includes(text))?.name ?? text;
  };
  return { entries, listed, names, named, present };
}

export type OptionLists = ReturnType<typeof buildOptionLists>;

/** What filters offer: the names of a list, and those of retired ones that something still has. */
export function listFilterOptions(lists: OptionLists, list: OptionListName): string[] {
  const retired = lists.entries(list).filter(({ retiredAt, isInUse }) => retiredAt && isInUse);
  return [...new Set([...lists.names(list), ...retired.map(({ name }) => name)])];
}

/** Clears a field of several deals, so that no entry can have this name. */
export const CLEAR_VALUE = 'none';

/** Names of entries are the same whatever their case. */
export function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
