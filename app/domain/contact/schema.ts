import { z } from 'zod';
import { buildRecord } from '~/domain/record';
import { clearable, lineSchema, multilineSchema } from '~/domain/text/schema';
import { completeWebAddress, isWebAddress } from '~/domain/text/web-address';
import { CONTACT_KEYS, type ContactKey } from './keys';

const INVALID_ADDRESS = 'Please enter a web address, such as www.acme.com';
const INVALID_EMAIL = 'Please enter a valid email address';
export const MAX_CONTACTS_PER_DEAL = 1_000;
export const MAX_CONTACT_NAME_LENGTH = 200;

/** Accepts domains with letters beyond ASCII, which mail programs encode: info@müller.de. */
function isEmail(text: string): boolean {
  const [, local, domain = ''] = /^([^@]+)@([\p{L}\p{N}.-]+)$/u.exec(text) ?? [];
  const isAscii = !/[^\0-\x7f]/.test(domain);
  const address = local && !isAscii && URL.canParse(`http://${domain}`);
  const host = address ? new URL(`http://${domain}`).hostname : domain;
  return z.email().safeParse(local ? `${local}@${host}` : text).success;
}

export const ContactInput = z.object({
  name: lineSchema(MAX_CONTACT_NAME_LENGTH, 'Please enter a name'),
  role: clearable(lineSchema(200)),
  email: clearable(lineSchema(254).refine((text) => !text || isEmail(text), INVALID_EMAIL)),
  phone: clearable(lineSchema(100)),
  link: clearable(
    lineSchema(2_000)
      .overwrite(completeWebAddress)
      .refine((text) => !text || isWebAddress(text), INVALID_ADDRESS),
  ),
  note: clearable(multilineSchema(2_000)),
} satisfies Record<ContactKey, z.ZodType>);
export type ContactInput = z.output<typeof ContactInput>;

export const ContactChanges = ContactInput.partial();
export type ContactChanges = z.output<typeof ContactChanges>;

export const EMPTY_CONTACT = buildRecord(
  ContactInput.omit({ name: true }).keyof().options,
  () => null,
);

export const CONTACT_FORM_FIELDS = { text: [...CONTACT_KEYS, 'seen', 'intent', 'back'] } as const;
