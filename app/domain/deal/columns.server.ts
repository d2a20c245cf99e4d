import { sql } from 'drizzle-orm';
import { deals, listOptions, users } from '#db/schema';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { pick } from '~/domain/record';

export const stageNameColumn = sql<string>`(
  select name from ${listOptions} where ${listOptions}.id = ${deals}.stage_id)`;

export const dealColumns = {
  id: deals.id,
  userId: deals.userId,
  user: { email: users.email, firstName: users.firstName },
  group: users.group,
  ...pick(deals, DEAL_KEYS),
  nextMeetingSetAt: deals.nextMeetingSetAt,
  meetingDays: deals.meetingDays,
  meetingDueAt: deals.meetingDueAt,
  targetFundingAmount: deals.targetFundingAmount,
  targetFundingCurrency: deals.targetFundingCurrency,
  fields: deals.fields,
  stage: stageNameColumn,
  stageSince: deals.stageSince,
  createdAt: deals.createdAt,
  updatedAt: deals.updatedAt,
};
