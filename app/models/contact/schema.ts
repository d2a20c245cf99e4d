import { z } from 'zod';
import { clearable, line, lines } from '~/models/text-schema';

const ADDRESS = 'Please enter a web address that begins with http:// or https://';
const EMAIL = 'Please enter a valid email address';
/** On one deal. */
export const MOST_CONTACTS = 1_000;

/** A program may open it, so it is nothing else. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Somebody at a deal's company (rule 25.1). */
export const ContactInput = z.object({
  name: line(200, 'Please enter a name'),
  role: clearable(line(200)),
  email: clearable(line(254).refine((text) => !text || z.email().safeParse(text).success, EMAIL)),
  phone: clearable(line(100)),
  link: clearable(line(2_000).refine((text) => !text || isWebAddress(text), ADDRESS)),
  note: clearable(lines(2_000)),
});
export type ContactInput = z.output<typeof ContactInput>;

/** A missing key stays, null clears. */
export const ContactChanges = ContactInput.partial();
export type ContactChanges = z.output<typeof ContactChanges>;

/** What a contact is stored with beside the name, unless it is known. */
export const NO_CONTACT = { role: null, email: null, phone: null, link: null, note: null };

export const CONTACT_KEYS = ContactInput.keyof().options;
export const CONTACT_FORM = { text: [...CONTACT_KEYS, 'seen', 'intent', 'back'] } as const;
