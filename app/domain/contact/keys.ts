import type { Contact } from '#db/schema';

/** Stands apart from the schema, which would bring zod into the deal page. */
export const CONTACT_KEYS = [
  'name',
  'role',
  'email',
  'phone',
  'link',
  'note',
] as const satisfies (keyof Contact)[];

export type ContactKey = (typeof CONTACT_KEYS)[number];
