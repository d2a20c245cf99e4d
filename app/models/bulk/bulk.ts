import { z } from 'zod';
import { NOTE_LIMIT } from '~/models/note/schema';
import { lines } from '~/models/text-schema';
import { PIPELINE_LABELS } from '~/models/pipeline/fields';
import { CLEARED, type Lists } from '~/models/lists/lists';

/** What a form changes on several deals together: a field that is left empty stays as it is. */

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

export const bulkChange = ({ names }: Lists) =>
  z
    .object({
      fundingRound: choice(names('rounds')),
      nextMeetingDate: choice(names('meetings')),
      note: lines(NOTE_LIMIT).transform((text) => (text.trim() ? text : undefined)),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), NOTHING);
/** Undefined leaves a field as it is, null clears it. */
export type BulkChange = z.output<ReturnType<typeof bulkChange>>;
