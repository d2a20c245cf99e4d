import type { ListOption, OptionListName } from '#db/schema';

export type OptionWithUsage = ListOption & {
  isInUse: boolean;
};

export function buildOptionLists(rows: OptionWithUsage[]) {
  const all = rows.toSorted((left, right) => Number(!left.retiredAt) - Number(!right.retiredAt));
  const options = (list: OptionListName) => all.filter((option) => option.list === list);
  const activeOptions = (list: OptionListName) =>
    options(list).filter(({ retiredAt }) => !retiredAt);
  const activeNames = (list: OptionListName) => activeOptions(list).map(({ name }) => name);
  const findByName = (list: OptionListName, name: string) =>
    options(list).findLast((option) => option.name === name);
  const toCurrentName = (list: OptionListName, text: string) => {
    if (findByName(list, text)) return text;
    return (
      options(list).findLast(({ previousNames }) => previousNames.includes(text))?.name ?? text
    );
  };
  const toCurrentNameInAnyCase = (list: OptionListName, text: string) => {
    const named = options(list).findLast(({ name }) => isSameName(name, text));
    const renamed = options(list).findLast(({ previousNames }) =>
      previousNames.some((previousName) => isSameName(previousName, text)),
    );
    return (named ?? renamed)?.name ?? text;
  };
  return {
    options,
    activeOptions,
    activeNames,
    findByName,
    toCurrentName,
    toCurrentNameInAnyCase,
  };
}

export type OptionLists = ReturnType<typeof buildOptionLists>;

export function listFilterOptions(lists: OptionLists, list: OptionListName): string[] {
  const retired = lists.options(list).filter(({ retiredAt, isInUse }) => retiredAt && isInUse);
  return [...new Set([...lists.activeNames(list), ...retired.map(({ name }) => name)])];
}

/** Clears a field in bulk changes, so no option can have this name. */
export const CLEAR_VALUE = 'none';

export function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
