import { z } from 'zod';
import { splitRecipients } from '~/domain/email/note-text';
import type { Mailbox } from '~/domain/email/parsed-email';
import { getDisplayName } from '~/domain/person/names';
import type { ListedInboxItem } from './list.server';
import { MATCH_REASONS } from './match-reasons';
import { INBOX_SOURCES, INBOX_STATES } from './states';

const text = z.string().nullable();
const id = z.int().positive();

const InboxFileAnswer = z.object({
  id,
  name: z.string(),
  size: z.int().nonnegative().describe('The size in bytes.'),
  type: z.string(),
});

const MailboxAnswer = z.object({ name: text, email: z.string() });

export const InboxItemAnswer = z.object({
  id,
  source: z.enum(INBOX_SOURCES),
  state: z.enum(INBOX_STATES),
  receivedAt: z.iso.datetime(),
  companyName: text,
  contactName: text,
  contactEmail: text.describe('The sender; of a forwarded email, its original sender.'),
  website: text,
  to: z.array(MailboxAnswer).describe('The recipients of an email.'),
  cc: z.array(MailboxAnswer).describe('The recipients of a copy of an email.'),
  sentAt: z.iso.datetime().nullable().describe('The time that an email gives as its own.'),
  subject: text,
  text,
  quotedText: text.describe('The earlier emails below the text, and the signature.'),
  industries: z.array(z.string()),
  fundingRound: text,
  targetFundingSize: text,
  heardFrom: text,
  files: z.array(InboxFileAnswer),
  matches: z
    .array(
      z.object({
        pipelineId: id,
        companyName: z.string(),
        ownerName: z.string(),
        reason: z.enum(MATCH_REASONS),
      }),
    )
    .describe('Deals that the caller sees and that the item may belong to.'),
  pipelineId: id
    .nullable()
    .describe('The deal of an accepted item; null if the caller does not see it.'),
  decidedBy: z.object({ id: text, name: z.string(), email: text }).nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: text.describe('The reason for a decline.'),
});
export type InboxItemAnswer = z.output<typeof InboxItemAnswer>;

export const KnownInboxItemAnswer = InboxItemAnswer.pick({ id: true, state: true });

export const AcceptedAnswer = z.object({ pipelineId: id });

export function toInboxItemJson({
  item,
  files,
  matches,
  decidedBy,
  dealId,
}: ListedInboxItem): InboxItemAnswer {
  const { id, source, state, receivedAt, decidedById, decidedByName, decidedAt } = item;
  const { to, cc } = splitRecipients(item.to);
  const isDecided = state !== 'pending';
  return {
    id,
    source,
    state,
    receivedAt: receivedAt.toISOString(),
    companyName: item.companyName,
    contactName: item.contactName,
    contactEmail: item.contactEmail,
    website: item.website,
    to: to.map(toMailboxJson),
    cc: cc.map(toMailboxJson),
    sentAt: item.sentAt?.toISOString() ?? null,
    subject: item.subject,
    text: item.text || null,
    quotedText: item.quotedText || null,
    industries: item.industries,
    fundingRound: item.fundingRound,
    targetFundingSize: item.targetFundingSize,
    heardFrom: item.heardFrom,
    files: files.map(({ id, name, size, type }) => ({ id, name, size, type })),
    matches: matches.map(({ dealId, ...match }) => ({ pipelineId: dealId, ...match })),
    pipelineId: dealId,
    decidedBy:
      isDecided && decidedByName !== null
        ? {
            id: decidedBy ? decidedById : null,
            name: decidedBy ? getDisplayName(decidedBy) : decidedByName,
            email: decidedBy?.email ?? null,
          }
        : null,
    decidedAt: isDecided ? (decidedAt?.toISOString() ?? null) : null,
    reason: state === 'declined' ? item.reason : null,
  };
}

const toMailboxJson = ({ name, address }: Mailbox) => ({ name: name || null, email: address });
