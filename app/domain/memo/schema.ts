import { z } from 'zod';
import { lineSchema, multilineSchema } from '~/domain/text/schema';

export const MAX_ITEMS_PER_MEMO = 200;
export const MAX_MEMOS_PER_DEAL = 100;
export const MAX_MEMO_BYTES = 2_000_000;
/** Limits all memos of a deal together, which move with it into the trash and back. */
export const MAX_DEAL_MEMO_BYTES = 20_000_000;

export const MAX_MEMO_TITLE_LENGTH = 200;
export const MAX_MEMO_TEXT_LENGTH = 5_000;

const createTextSchema = () =>
  multilineSchema(MAX_MEMO_TEXT_LENGTH)
    .nullish()
    .transform((text) => text ?? '');
const createIdsSchema = (noun: string) =>
  z
    .array(z.int('Please send ids').positive(), 'Please send a list of ids')
    .max(MAX_ITEMS_PER_MEMO, `Please choose at most ${MAX_ITEMS_PER_MEMO} ${noun}`)
    .transform((ids) => [...new Set(ids)])
    .default([]);

export const MemoInput = z.object({
  roundId: z
    .int('Please send the id of a round')
    .positive('Please send the id of a round')
    .nullish()
    .transform((id) => id ?? null)
    .describe('A round of the deal. Its scores and votes are shown if it is closed.'),
  title: lineSchema(MAX_MEMO_TITLE_LENGTH, 'Please enter a title'),
  summary: createTextSchema(),
  risks: createTextSchema(),
  questions: createTextSchema(),
  notes: createIdsSchema('notes'),
  files: createIdsSchema('files'),
});
export type MemoInput = z.output<typeof MemoInput>;

const MEMO_TEXTS = ['summary', 'risks', 'questions'] as const;

export const MEMO_FORM_FIELDS = {
  text: ['roundId', 'title', ...MEMO_TEXTS],
  lists: ['notes', 'files'],
} as const;
