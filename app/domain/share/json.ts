import { z } from 'zod';
import { pick } from '~/domain/record';
import type { ListedShare } from './list.server';
import { SHARE_PARTS } from './parts';

const ids = z.array(z.int().positive());

export const ShareAnswer = z.object({
  id: z.int().positive(),
  until: z.iso.date().describe('The last day of the page, in UTC.'),
  facts: z.boolean(),
  comments: z.boolean(),
  nextMeeting: z.boolean(),
  score: z.boolean(),
  evaluation: z.boolean(),
  files: ids,
  notes: ids,
  createdAt: z.iso.datetime(),
  openings: z
    .array(z.object({ day: z.iso.date(), count: z.int().positive() }))
    .describe('How often the page was opened on each day (UTC).'),
});
export type ShareAnswer = z.output<typeof ShareAnswer>;
export const NewShareAnswer = z.object({
  ...ShareAnswer.shape,
  url: z.url().describe('The address of the page. It is only in this answer.'),
});

export function shareJson(share: ListedShare): ShareAnswer {
  const { id, until, files, notes, openings } = share;
  const createdAt = share.createdAt.toISOString();
  return { id, until, ...pick(share, SHARE_PARTS), files, notes, createdAt, openings };
}
