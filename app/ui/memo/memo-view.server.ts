import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { countAssessedCriteria } from '~/domain/evaluation/score';
import { getFundName } from '~/domain/intake/settings.server';
import type { MemoContent } from '~/domain/memo/compose.server';
import { getAuthorName } from '~/domain/note/list.server';
import { computeSpread, listWidest } from '~/domain/round/spread';
import { EVALUATOR_STATE_LABELS } from '~/domain/round/state';
import { VOTE_LABELS } from '~/domain/round/votes';
import { getOwnerName } from '~/domain/user/owners.server';
import { formatDate, formatDateTime, formatDay } from '~/format/date';
import { formatFileSize } from '~/format/file-size';
import type { Locale } from '~/format/locale';
import { loadCustomFieldFacts, MAX_CUSTOM_CHARACTERS } from '~/ui/deal/custom-field-facts.server';
import { addCustomFieldSection, toFactSections } from '~/ui/deal/deal-facts-view.server';
import { toEvaluationView } from '~/ui/evaluation/evaluation-view';

/** Formats days and times of a memo in the same way for all its readers. */
const MEMO_LOCALE: Locale = { language: 'en', timeZone: 'UTC' };

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
      ...toEvaluationView(evaluation),
      assessed: countAssessedCriteria(evaluation),
      criteria: CRITERIA.length,
    },
    round: content.round && toRoundView(content.round),
    notes: notes.map((note) => ({
      id: note.id,
      text: note.text,
      by: `${getAuthorName(note)}, ${formatDate(note.createdAt, MEMO_LOCALE)}`,
    })),
  };
}

type MemoRound = NonNullable<MemoContent['round']>;

function toRoundView({ companyName, openedAt, evaluators, cards, recusals }: MemoRound) {
  return {
    title: `Round on ${companyName}, opened ${formatDate(openedAt, MEMO_LOCALE)}`,
    states: evaluators.map(({ id, name, state }) => ({
      id,
      name,
      state: EVALUATOR_STATE_LABELS[state],
    })),
    revealed: cards && toSpreadView(cards, recusals ?? []),
  };
}

function toSpreadView(
  cards: NonNullable<MemoRound['cards']>,
  recusals: NonNullable<MemoRound['recusals']>,
) {
  const spread = computeSpread(cards);
  const format = (score: number | null) => score?.toFixed(1) ?? '–';
  return {
    order: cards.map(({ evaluator }) => evaluator.name).join(', '),
    widest: listWidest(spread)
      .map(({ label, range }) => `${label} (${format(range)})`)
      .join(', '),
    rows: spread.map(({ key, label, median, range, scores }) => ({
      key,
      label,
      median: format(median),
      range: format(range),
      scores: scores.map(format).join(' · '),
    })),
    votes: cards.map(({ evaluator: { id, name }, vote, reason }) => ({
      id,
      name,
      reason,
      vote: vote ? VOTE_LABELS[vote] : 'No vote',
    })),
    notes: CATEGORIES.map(({ title, notes }) => ({
      title,
      texts: cards.flatMap(({ evaluator: { id, name }, [notes]: text }) =>
        text ? [{ id, name, text }] : [],
      ),
    })).filter(({ texts }) => texts.length),
    recusals,
  };
}

export type MemoView = Awaited<ReturnType<typeof loadMemoView>>;
