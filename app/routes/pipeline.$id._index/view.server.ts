import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getDeal, type ReadableDeal } from '~/domain/deal/get.server';
import { isUrgent } from '~/domain/deal/meeting-due';
import { DEAL_FIELDS, DETAILS_SECTIONS } from '~/domain/deal-field/fields';
import { findLastChanges } from '~/domain/history/field-changes.server';
import { getNotesPage } from '~/domain/note/thread.server';
import { markMentionsAsRead } from '~/domain/note/unread-mentions.server';
import { formatDealField } from '~/format/deal-field';
import type { Locale } from '~/format/locale';
import { getReturnPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadAttachmentsView } from '~/ui/attachment/attachment-view.server';
import { loadContactsView } from '~/ui/contact/contact-view.server';
import { loadDealFacts } from '~/ui/deal/deal-facts-view.server';
import { toNotesView } from '~/ui/note/note-view.server';
import { loadAskedRoundsOfDeal } from '~/ui/round/asked-rounds-view.server';
import { loadTasksView } from '~/ui/task/task-view.server';
import { loadEvaluationSummary } from './evaluation-summary.server';
import { loadLatestChangesView } from './latest-changes.server';
import { loadSplittableMergesView } from './splittable-merges.server';
import { loadStageHistoryView } from './stage-history.server';

const MAX_LATEST_CHANGES = 5;

const NEXT_MEETING_FIELD = DEAL_FIELDS.find(({ key }) => key === 'nextMeetingDate')!;

/** Excludes the score and the next meeting, which the page shows elsewhere. */
const SECTIONS = DETAILS_SECTIONS.filter((title) => title !== 'Evaluation Score');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const seen = await getDeal(viewer, parseId(params.id));
  const { id } = seen;
  const locale = readLocale(request);
  const deal = await loadDealView(viewer, seen, locale);
  const notes = toNotesView(await getNotesPage(viewer, seen), locale);
  const contacts = await loadContactsView(viewer, seen);
  const tasks = await loadTasksView(viewer, seen, locale);
  const files = await loadAttachmentsView(viewer, seen, locale);
  if (request.method === 'GET') await markMentionsAsRead(viewer, id);
  return { deal, notes, contacts, tasks, files, back: getReturnPath(request, viewer, id) };
}

export async function loadDealView(viewer: Viewer, deal: ReadableDeal, locale: Locale) {
  const [{ sections, ...facts }, evaluation, changes, stageHistory, merges, scored, asked] =
    await Promise.all([
      loadDealFacts(viewer, deal, locale, SECTIONS),
      loadEvaluationSummary(viewer, deal.id, locale),
      loadLatestChangesView(viewer, deal.id, locale, MAX_LATEST_CHANGES),
      loadStageHistoryView(viewer, deal, locale),
      loadSplittableMergesView(viewer, deal, locale),
      findLastChanges('pipeline', deal.id, ['evaluationScore']),
      loadAskedRoundsOfDeal(viewer, deal.id, locale),
    ]);
  return {
    ...facts,
    ...stageHistory,
    ...merges,
    sections: sections.map(({ title, facts }) => ({
      title,
      facts: facts.filter(({ key }) => key !== NEXT_MEETING_FIELD.key),
    })),
    scoreBy: deal.evaluationScore === null ? undefined : scored.get('evaluationScore')?.by,
    urgent: isUrgent(deal),
    meeting: formatDealField(NEXT_MEETING_FIELD, deal, locale) as string | null,
    evaluation,
    changes,
    asked,
  };
}

export type DealView = Awaited<ReturnType<typeof loadDealView>>;
