import { z } from 'zod';
import { lineSchema, multilineSchema } from '~/domain/text/schema';
import { MAX_ITEMS_PER_MEMO, MAX_MEMO_TEXT_LENGTH, MAX_MEMO_TITLE_LENGTH } from './limits';

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
  text: ['roundId', 'title', ...MEMO_TEXTS, 'submission'],
  lists: ['notes', 'files'],
} as const;
