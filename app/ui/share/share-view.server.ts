import type { Viewer } from '~/domain/access';
import type { DealDetails } from '~/domain/deal/details.server';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import type { DealKey } from '~/domain/deal-field/fields';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { getFundName } from '~/domain/intake/settings.server';
import { createNameRedactor } from '~/domain/note/redact.server';
import { getScoreTone } from '~/domain/score/score';
import {
  cacheSharedPage,
  listSharedAttachments,
  listSharedNotes,
  type ShareWithDeal,
} from '~/domain/share/get.server';
import type { SharePart } from '~/domain/share/parts';
import { formatDate, formatDay } from '~/format/date';
import { formatFileSize } from '~/format/file-size';
import type { Locale } from '~/format/locale';
import { loadCustomFieldFacts } from '~/ui/deal/custom-field-facts.server';
import { addCustomFieldSection, toFactSections } from '~/ui/deal/deal-facts-view.server';
import { toEvaluationView } from '~/ui/evaluation/evaluation-view';

const NOTES_PER_PAGE = 50;

/**
 * Hides account names in every text (rule 26.12). Caches the view until the next commit, as anyone
 * with the address may request it repeatedly.
 */
export async function loadShareView(opened: ShareWithDeal, locale: Locale, page = 1) {
  return cacheSharedPage(opened.share, JSON.stringify([locale, page]), () =>
    buildShareView(opened, locale, page),
  );
}

interface ShareContent {
  deal: DealDetails;
  user: Viewer;
  share: Omit<ShareWithDeal['share'], 'id' | 'key' | 'userId' | 'createdAt' | 'submission'>;
}

export async function buildShareView(opened: ShareContent, locale: Locale, page = 1) {
  const { share, deal } = opened;
  const slice = { limit: NOTES_PER_PAGE, offset: (page - 1) * NOTES_PER_PAGE };
  const [fund, sections, evaluation, notes, files, hideNames] = await Promise.all([
    getFundName(),
    listSharedFacts(opened, locale),
    share.evaluation ? loadSharedEvaluation(opened) : undefined,
    listSharedNotes(share, slice),
    listSharedAttachments(share),
    createNameRedactor(),
  ]);
  const score = share.score ? deal.evaluationScore : null;
  return {
    fund,
    company: deal.companyName,
    summary: share.facts ? hideNames(formatSummary(deal)) : '',
    score:
      score === null ? undefined : { text: `${score.toFixed(1)}/10`, tone: getScoreTone(score) },
    until: formatDay(share.until, locale),
    sections: sections.map(({ title, facts }) => ({
      title,
      facts: facts.map((fact) => ({ ...fact, value: hideNamesIn(fact.value, hideNames) })),
    })),
    evaluation: evaluation && {
      ...evaluation,
      categories: evaluation.categories.map((category) => ({
        ...category,
        notes: category.notes && hideNames(category.notes),
      })),
    },
    page,
    hasMoreNotes: notes.total > slice.offset + slice.limit,
    notes: notes.rows.map(({ text, createdAt }) => ({
      text: hideNames(text),
      day: formatDate(createdAt, locale),
    })),
    files: files.map(({ id, name, size }) => ({ id, name, size: formatFileSize(size) })),
  };
}
export type ShareView = Awaited<ReturnType<typeof loadShareView>>;

type FactValue = string | string[] | null;

function hideNamesIn(value: FactValue, hideNames: (text: string) => string): FactValue {
  if (value === null) return null;
  return Array.isArray(value) ? value.map(hideNames) : hideNames(value);
}

function formatSummary({ industries, fundingRound, targetFundingSize }: DealDetails): string {
  const round = fundingRound && getFundingRoundLabel(fundingRound);
  return [industries.join(', '), round, targetFundingSize].filter(Boolean).join(' · ');
}

const PARTS_BY_FACT: Partial<Record<DealKey, SharePart>> = {
  comments: 'comments',
  nextMeetingDate: 'nextMeeting',
};

async function listSharedFacts({ share, deal }: ShareContent, locale: Locale) {
  const customFacts = share.facts
    ? await loadCustomFieldFacts(deal.fields, locale, { withoutPeople: true })
    : [];
  const isShown = ({ key, value }: { key: string; value: FactValue }) =>
    key !== 'evaluationScore' && value?.length && share[PARTS_BY_FACT[key as DealKey] ?? 'facts'];
  return addCustomFieldSection(toFactSections(deal, locale), customFacts)
    .map(({ title, facts }) => ({ title, facts: facts.filter(isShown) }))
    .filter(({ facts }) => facts.length);
}

async function loadSharedEvaluation({ user, deal }: ShareContent) {
  const evaluation = await findEvaluation(user, deal.id);
  return evaluation && toEvaluationView(evaluation);
}
