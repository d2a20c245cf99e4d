import type { Viewer } from '~/domain/access';
import type { Locale } from '~/domain/date/locale';
import { getFollowUp } from '~/domain/deal/follow-up';
import { formatMeeting, formatOfferedMeeting } from '~/domain/deal/format';
import { getDeal } from '~/domain/deal/get.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getMeetingVersion } from './set.server';

/**
 * Returns the data of the forms 'Mark as met' and 'Reschedule'. Throws 404 if the deal is not
 * visible.
 */
export async function getMeetingForm(viewer: Viewer, id: number, locale: Locale) {
  const deal = await getDeal(viewer, id);
  const { nextMeetingDate: current } = deal;
  const lists = await getOptionLists();
  const values = [...lists.activeNames('meetings'), ...[current ?? []].flat()];
  return {
    id,
    company: deal.companyName,
    meeting: formatMeeting(deal, locale) ?? undefined,
    current: current ?? undefined,
    due: getFollowUp(deal, locale.timeZone),
    seen: getMeetingVersion(deal),
    choices: [...new Set(values)].map((value) => ({
      value,
      label: formatOfferedMeeting(value, lists, locale),
    })),
  };
}

export type MeetingForm = Awaited<ReturnType<typeof getMeetingForm>>;
