import { and, eq, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type CustomField, customFieldValues, deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { parseCellValues, selectCellValues } from '~/domain/custom-field/cell-values.server';
import { pick } from '~/domain/record';
import { visibleTo } from '~/domain/visibility.server';
import { stageNameColumn } from './columns.server';
import { TEXT_COLUMN_FIELDS } from './list-columns';

interface PrintLimits {
  maxIntroductionCharacters: number;
  maxNumbersCharacters: number;
  maxIndustries: number;
}

/** Returns a function that reads a visible deal without unprinted texts: a deal may have 200 KB. */
export function preparePrintedDeal(viewer: Viewer, fields: CustomField[], limits: PrintLimits) {
  const query = db
    .select({
      updatedAt: deals.updatedAt,
      companyName: deals.companyName,
      ceoName: deals.ceoName,
      owner: { email: users.email, firstName: users.firstName },
      stage: stageNameColumn,
      industries: sql<string>`(select json_group_array(value)
        from (select value from json_each(${deals.industries}) limit ${limits.maxIndustries}))`,
      industryCount: sql<number>`json_array_length(${deals.industries})`,
      fundingRound: deals.fundingRound,
      ...pick(deals, TEXT_COLUMN_FIELDS),
      introduction: sql<
        string | null
      >`substr(${deals.businessIntroduction}, 1, ${limits.maxIntroductionCharacters})`,
      numbers: sql<
        string | null
      >`substr(${deals.keyBusinessNumbers}, 1, ${limits.maxNumbersCharacters})`,
      evaluationScore: deals.evaluationScore,
      nextMeetingDate: deals.nextMeetingDate,
      nextMeetingOn: deals.nextMeetingOn,
      meetingDays: deals.meetingDays,
      meetingDueAt: deals.meetingDueAt,
      customValues: fields.length ? selectCellValues(fields) : sql<string>`'{}'`,
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .leftJoin(customFieldValues, eq(customFieldValues.dealId, deals.id))
    .where(and(eq(deals.id, sql.placeholder('id')), visibleTo(viewer)))
    .prepare();
  return async (id: number) => {
    const [deal] = await query.execute({ id });
    return (
      deal && {
        ...deal,
        industries: JSON.parse(deal.industries) as string[],
        customValues: parseCellValues(deal.customValues),
      }
    );
  };
}

export type PrintedDeal = NonNullable<Awaited<ReturnType<ReturnType<typeof preparePrintedDeal>>>>;
