import type { CustomField } from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { Person } from '~/domain/custom-field/values';
import { getFollowUpDueSoon } from '~/domain/deal/follow-up';
import { listDealIds } from '~/domain/deal/list.server';
import { getTextCells } from '~/domain/deal/list-columns';
import { isUrgent } from '~/domain/deal/meeting-due';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { preparePrintedDeal, type PrintedDeal } from '~/domain/deal/print.server';
import type { DealQuery } from '~/domain/deal/query';
import { getShortName } from '~/domain/person/names';
import { formatNames, getFirstWords, truncate } from '~/domain/text/text';
import { formatDate } from '~/format/date';
import { formatMeetingDay } from '~/format/deal-field';
import { describeFollowUp } from '~/format/follow-up';
import type { Locale } from '~/format/locale';
import { formatCells } from './custom-field-cells.server';
import { MAX_SHOWN_WORDS } from './list-view.server';

export const MAX_PRINTED_DEALS = 10_000;

const PRINT_LIMITS = {
  maxIntroductionCharacters: 600,
  maxNumbersCharacters: 1_200,
  maxIndustries: 10,
};

export async function* streamPrintRows(
  viewer: Viewer,
  query: DealQuery,
  locale: Locale,
  { fields, people }: { fields: CustomField[]; people: Person[] },
): AsyncGenerator<PrintRow> {
  const findDeal = preparePrintedDeal(viewer, fields, PRINT_LIMITS);
  const page = { limit: MAX_PRINTED_DEALS, offset: 0 };
  for (const id of await listDealIds(viewer, query, { page })) {
    const deal = await findDeal(id);
    if (!deal) continue;
    yield {
      ...toPrintRow(deal, locale),
      customCells: formatCells(fields, deal.customValues, people, locale),
    };
  }
}

function toPrintRow(deal: PrintedDeal, locale: Locale) {
  const { introduction, numbers } = deal;
  return {
    updated: formatDate(deal.updatedAt, locale),
    company: deal.companyName,
    ceo: deal.ceoName,
    urgent: isUrgent(deal),
    owner: getShortName(deal.owner),
    stage: deal.stage,
    industries: formatNames(deal.industries, deal.industryCount),
    round: deal.fundingRound && getFundingRoundLabel(deal.fundingRound),
    ...getTextCells(deal),
    introduction: introduction && truncate(introduction, PRINT_LIMITS.maxIntroductionCharacters),
    numbers: numbers && getFirstWords(numbers, MAX_SHOWN_WORDS),
    score: deal.evaluationScore,
    meeting: deal.nextMeetingDate,
    meetingDay: formatMeetingDay(deal, locale),
    due: describeFollowUp(getFollowUpDueSoon(deal, locale.timeZone)),
  };
}

export type PrintRow = ReturnType<typeof toPrintRow> & { customCells: string[] };
