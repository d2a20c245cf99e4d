import { z } from 'zod';
import type { ListedShare } from './shares.server';

const ids = z.array(z.int().positive());

export const ShareAnswer = z.object({
  id: z.int().positive(),
  until: z.iso.date().describe('Its last day, UTC.'),
  facts: z.boolean(),
  evaluation: z.boolean(),
  files: ids,
  notes: ids,
  createdAt: z.iso.datetime(),
  openings: z
    .array(z.object({ day: z.iso.date(), count: z.int().positive() }))
    .describe('How often it was opened, by day in UTC.'),
});
export type ShareAnswer = z.output<typeof ShareAnswer>;
export const NewShareAnswer = z.object({
  ...ShareAnswer.shape,
  url: z.url().describe('Its address, in this answer alone.'),
});

export function shareJson(share: ListedShare): ShareAnswer {
  const { id, until, facts, evaluation, files, notes, openings } = share;
  const createdAt = share.createdAt.toISOString();
  return { id, until, facts, evaluation, files, notes, createdAt, openings };
}
