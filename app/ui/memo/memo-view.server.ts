import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import {
  computeCategoryScore,
  computeHeaderScore,
  countAssessedCriteria,
} from '~/domain/evaluation/score';
import { getFundName } from '~/domain/intake/settings.server';
import type { MemoContent } from '~/domain/memo/compose.server';
import { getAuthorName } from '~/domain/note/list.server';
import { roundScore } from '~/domain/score/score';
import { getOwnerName } from '~/domain/user/owners.server';
import { formatDate, formatDateTime, formatDay } from '~/format/date';
import { formatFileSize } from '~/format/file-size';
import type { Locale } from '~/format/locale';
import { loadCustomFieldFacts } from '~/ui/deal/custom-field-facts.server';
import { addCustomFieldSection, toFactSections } from '~/ui/deal/deal-facts-view.server';

/** Makes a memo read alike for everyone, whoever froze it. */
const MEMO_LOCALE: Locale = { language: 'en', timeZone: 'UTC' };

/** Limits all custom fields together, as on the deal's page. */
const MAX_CUSTOM_CHARACTERS = 60_000;

export async function loadMemoView(content: MemoContent) {
  const { deal, evaluation, notes, files, conditions } = content;
  const [fund, owner, customFacts] = await Promise.all([
    getFundName(),
    getOwnerName(deal.userId),
    loadCustomFieldFacts(deal.fields, MEMO_LOCALE, { maxCharacters: MAX_CUSTOM_CHARACTERS }),
  ]);
  const sections = addCustomFieldSection(toFactSections(deal, MEMO_LOCALE), customFacts);
  return {
    fund,
    company: deal.companyName,
    title: content.title,
    author: content.author,
    frozenAt: formatDateTime(content.createdAt, MEMO_LOCALE),
    record: [
      { label: 'Stage', value: deal.stage },
      { label: 'Owner', value: owner },
      { label: 'Last updated', value: formatDateTime(deal.updatedAt, MEMO_LOCALE) },
    ],
    summary: content.summary,
    risks: content.risks,
    questions: content.questions,
    conditions: conditions.map(({ text, userName, person, dueOn }) => ({
      text,
      details: [userName ?? person, dueOn && `due ${formatDay(dueOn, MEMO_LOCALE)}`]
        .filter(Boolean)
        .join(', '),
    })),
    sections: sections
      .map(({ title, facts }) => ({
        title,
        facts: facts
          .filter(({ value }) => value?.length)
          .map(({ key, label, value, note }) => ({
            key,
            label,
            value: [value ?? []].flat().join(', '),
            note,
          })),
      }))
      .filter(({ facts }) => facts.length),
    files: files.map(({ id, name, size, sha256 }) => ({
      id,
      name,
      size: formatFileSize(size),
      sha256,
    })),
    evaluation: evaluation && {
      score: roundScore(computeHeaderScore(evaluation)).toFixed(1),
      assessed: countAssessedCriteria(evaluation),
      criteria: CRITERIA.length,
      categories: CATEGORIES.map((category) => ({
        title: category.title,
        score: roundScore(computeCategoryScore(evaluation, category)).toFixed(1),
        notes: evaluation[category.notes],
        criteria: category.criteria.map(({ key, label }) => ({
          label,
          score: evaluation[key]?.toFixed(1) ?? '–',
        })),
      })),
    },
    notes: notes.map((note) => ({
      id: note.id,
      text: note.text,
      by: `${getAuthorName(note)}, ${formatDate(note.createdAt, MEMO_LOCALE)}`,
    })),
  };
}
export type MemoView = Awaited<ReturnType<typeof loadMemoView>>;
