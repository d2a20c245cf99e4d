import { folded, searchTextOf } from '#db/fold';
import type { User } from '#db/schema';
import { fullName, shortName } from '~/models/text';

/** For search and sorting (rule 4.10); here, as SQLite's lower() only knows ASCII. */
export function derivedName({
  firstName,
  lastName,
  email,
}: {
  firstName?: string | null;
  lastName?: string | null;
  email: string;
}): Pick<User, 'searchText' | 'sortName'> {
  const names = [firstName, lastName].filter(Boolean).join(' ');
  const texts = new Set([names, fullName(firstName, lastName), email]);
  return {
    searchText: searchTextOf([...texts].filter(Boolean).join(' ')),
    sortName: folded(shortName({ firstName, email })),
  };
}
