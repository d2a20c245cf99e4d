import { z } from 'zod';
import { ContactInput } from './schema';

export const ContactDetails = z
  .object({
    website: ContactInput.shape.link,
    contactName: ContactInput.shape.name.optional(),
    contactEmail: ContactInput.shape.email,
  })
  .refine(({ contactName, contactEmail }) => contactName || !contactEmail, {
    path: ['contactName'],
    message: 'Please enter the name of this person',
  });
export type ContactDetails = z.output<typeof ContactDetails>;

export const CONTACT_DETAIL_KEYS = ['website', 'contactName', 'contactEmail'] as const;
export type ContactDetailKey = (typeof CONTACT_DETAIL_KEYS)[number];
