import { z } from 'zod';
import { NOTE_LIMIT } from '~/models/note/schema';
import { lines } from '~/models/text-schema';
import { PIPELINE_LABELS } from '~/models/pipeline/labels';
import { MEETINGS, ROUNDS } from '~/models/pipeline/options';

/** What a form changes on several deals at once: a field that is left empty stays as it is. */

/** The value that clears a field. */
export const CLEARED = 'none';

export const BULK_FORM = {
  text: ['back', 'submission', 'fundingRound', 'nextMeetingDate', 'note'],
  lists: ['id'],
} as const;
export const BULK_LABELS = {
  fundingRound: PIPELINE_LABELS.fundingRound,
  nextMeetingDate: PIPELINE_LABELS.nextMeetingDate,
  note: 'Add a note',
};

export type BulkField = keyof typeof BULK_LABELS;

const NOTHING = 'Please choose what to change';

const choice = (options: readonly string[]) =>
  z
    .enum([...options, CLEARED, ''], { error: 'Please choose one from the list' })
    .nullish()
    .transform((value) => (value === CLEARED ? null : value || undefined));

export const BulkChange = z
  .object({
    fundingRound: choice(ROUNDS),
    nextMeetingDate: choice(MEETINGS),
    note: lines(NOTE_LIMIT).transform((text) => (text.trim() ? text : undefined)),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), NOTHING);
/** Undefined leaves a field as it is, null clears it. */
export type BulkChange = z.output<typeof BulkChange>;
