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

/** Also of a domain with letters beyond ASCII, which mail programs encode: info@müller.de. */
function isEmail(text: string): boolean {
  const [, local, domain = ''] = /^([^@]+)@([\p{L}\p{N}.-]+)$/u.exec(text) ?? [];
  const isAscii = !/[^\0-\x7f]/.test(domain);
  const address = local && !isAscii && URL.canParse(`http://${domain}`);
  const host = address ? new URL(`http://${domain}`).hostname : domain;
  return z.email().safeParse(local ? `${local}@${host}` : text).success;
}

/** Somebody at a deal's company (rule 25.1). */
export const ContactInput = z.object({
  name: line(200, 'Please enter a name'),
  role: clearable(line(200)),
  email: clearable(line(254).refine((text) => !text || isEmail(text), EMAIL)),
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
