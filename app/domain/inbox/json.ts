import { z } from 'zod';
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

export const InboxItemAnswer = z.object({
  id,
  source: z.enum(INBOX_SOURCES),
  state: z.enum(INBOX_STATES),
  receivedAt: z.iso.datetime(),
  companyName: text,
  contactName: text,
  contactEmail: text.describe('The sender; of a forwarded email, its original sender.'),
  website: text,
  subject: text,
  text,
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
    subject: item.subject,
    text: item.text || null,
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
