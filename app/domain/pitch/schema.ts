import { z } from 'zod';
import { InboxInput } from '~/domain/inbox/schema';
import { multilineSchema } from '~/domain/text/schema';

export const MAX_PITCH_FILES = 3;
export const MAX_PITCH_FILE_MB = 20;
export const MIN_PITCH_LENGTH = 10;
const MAX_PITCH_LENGTH = 5_000;

const NO_CONSENT = 'Please agree to this. Otherwise we may not read your pitch';
const NOT_OFFERED = 'Please choose from the list';

interface OfferedValues {
  industries: readonly string[];
  rounds: readonly string[];
}

export function createPitchSchema({ industries, rounds }: OfferedValues) {
  const fields = InboxInput.shape;
  return InboxInput.extend({
    contactName: fields.contactName.refine(Boolean, 'Please enter your name'),
    contactEmail: fields.contactEmail.refine(Boolean, 'Please enter your email address'),
    text: multilineSchema(MAX_PITCH_LENGTH)
      .overwrite((text) => text.trim())
      .min(MIN_PITCH_LENGTH, `Please write at least ${MIN_PITCH_LENGTH} characters`),
    industries: fields.industries.refine(
      (chosen) => (chosen ?? []).every((name) => industries.includes(name)),
      NOT_OFFERED,
    ),
    fundingRound: fields.fundingRound.refine(
      (round) => !round || rounds.includes(round),
      NOT_OFFERED,
    ),
    consent: z.string(NO_CONSENT).min(1, NO_CONSENT),
  });
}
export type PitchInput = z.output<ReturnType<typeof createPitchSchema>>;

export const PITCH_FIELDS = [
  'companyName',
  'contactName',
  'contactEmail',
  'website',
  'industries',
  'fundingRound',
  'targetFundingSize',
  'text',
  'heardFrom',
  'files',
  'consent',
] as const;
export type PitchField = (typeof PITCH_FIELDS)[number];
