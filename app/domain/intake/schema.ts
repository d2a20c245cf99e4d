import { z } from 'zod';
import type { IntakeSettings } from '#db/schema';
import { normalizeAddress } from '~/domain/person/email-address';
import { lineSchema, multilineSchema } from '~/domain/text/schema';
import { formatNumber } from '~/domain/text/text';
import { MAX_BLOCKED_SENDERS } from './limits';

const TRIAGE = ['staff', 'everyone'] as const satisfies IntakeSettings['triage'][];

const MAX_FUND_NAME_LENGTH = 100;
const MAX_TEXT_LENGTH = 2_000;
const MAX_ADDRESS_LENGTH = 254;

const BLOCKED_SENDER = /^[^\s@]*@[^\s@]+$/;

export const DEFAULT_TEXTS = {
  introduction:
    'Tell us about your company. This takes a few minutes, and you need no account. A pitch deck helps.',
  thanks:
    'We have received your pitch. If we want to know more, we will write to the address that you gave.',
  privacy:
    'We use what you send only to decide whether we invest in your company. Only people who work with us see it. ' +
    'If we do not continue, it is deleted at the latest 180 days after our decision. Write to us at any time if you want it deleted earlier.',
  decline:
    'Dear {contact},\n\nThank you for telling us about {company}. We have looked at it and decided not to continue. ' +
    'This is not a judgement of the quality of your company, and we wish you all the best.\n\nKind regards',
} as const satisfies Partial<Record<keyof IntakeSettings, string>>;

export type IntakeText = keyof typeof DEFAULT_TEXTS;

const BlockedSenders = z
  .string()
  .transform((text) => [...new Set(text.split('\n').map(normalizeAddress).filter(Boolean))])
  .superRefine((senders, context) => {
    const wrong = senders.find(
      (sender) => !BLOCKED_SENDER.test(sender) || sender.length > MAX_ADDRESS_LENGTH,
    );
    if (wrong)
      context.addIssue(
        `“${wrong.slice(0, 100)}” is neither an email address nor a domain such as @spam.example`,
      );
    if (senders.length > MAX_BLOCKED_SENDERS)
      context.addIssue(`Please enter at most ${formatNumber(MAX_BLOCKED_SENDERS)} senders`);
  });

const Text = multilineSchema(MAX_TEXT_LENGTH).optional();

export const IntakeForm = z.object({
  pitch: z
    .literal('on')
    .optional()
    .transform((value) => value === 'on'),
  fundName: lineSchema(MAX_FUND_NAME_LENGTH).optional(),
  introduction: Text,
  thanks: Text,
  privacy: Text,
  triage: z.enum(TRIAGE, 'Please choose who triages').optional(),
  blocked: BlockedSenders.optional(),
  decline: Text,
});
export type IntakeForm = z.output<typeof IntakeForm>;

export const INTAKE_FIELDS = IntakeForm.keyof().options;
