/** Scripts in which the family name comes first and no space follows it. */
const FAMILY_NAME_FIRST_SCRIPTS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fb\u30fc]+$/u;

export function getDisplayName(user: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}): string {
  return getFullName(user.firstName, user.lastName) || user.email;
}

export function getActorName(
  user: Parameters<typeof getDisplayName>[0] | null,
  email: string | null,
): string {
  return user ? getDisplayName(user) : (email ?? 'the system');
}

export function getShortName({
  firstName,
  email,
}: {
  firstName?: string | null;
  email: string;
}): string {
  return firstName || email;
}

/** Returns 'Ana Silva', or '陈美' for 美 and 陈; empty without both names. */
export function getFullName(
  first: string | null | undefined,
  last: string | null | undefined,
): string {
  const isFamilyFirst = [first, last].every((name) => name && FAMILY_NAME_FIRST_SCRIPTS.test(name));
  return isFamilyFirst ? `${last}${first}` : [first, last].filter(Boolean).join(' ');
}
