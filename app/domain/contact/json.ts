import { z } from 'zod';
import type { Contact } from '#db/schema';

const text = z.string().nullable();
const id = z.int().positive();

export const ContactAnswer = z.object({
  id,
  pipelineId: id,
  name: z.string(),
  role: text,
  email: text,
  phone: text,
  link: text.describe('An http or https URL.'),
  note: text,
});
export type ContactAnswer = z.output<typeof ContactAnswer>;

export function toContactJson({ dealId, searchText: _, ...contact }: Contact): ContactAnswer {
  return { ...contact, pipelineId: dealId };
}
