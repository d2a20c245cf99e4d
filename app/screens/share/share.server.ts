import { cachedUntilCommit } from '#db/cache';
import { inChunks } from '#db/chunks';
import { formatDate, formatDay, type Locale } from '~/models/dates';
import { CATEGORIES } from '~/models/evaluation/criteria';
import { categoryScore, headerScore } from '~/models/evaluation/score';
import { findEvaluation } from '~/models/evaluation/write.server';
import { sizeText } from '~/models/file/schema';
import { nameHider } from '~/models/note/mention.server';
import { roundScore } from '~/models/score';
import { filesOfShare, notesOfShare, type OpenedShare } from '~/models/share/shares.server';
import { factSections, withOwn } from '~/screens/deal/details.server';
import { ownFacts } from '~/screens/deal/own.server';

const NOTES_PER_PAGE = 50;

/**
 * The data of a shared page; its pages of notes count from 1. Whatever is typed there, it names no account (rule 26.12). It is
 * read once until something is changed, as everybody with its address may ask for it again and again.
 */
export async function shareView(opened: OpenedShare, locale: Locale, page = 1) {
  const key = JSON.stringify(['share', opened.share.id, locale, page]);
  return cachedUntilCommit(key, () => readShareView(opened, locale, page));
}

async function readShareView(opened: OpenedShare, locale: Locale, page: number) {
  const { share, deal } = opened;
  const slice = { limit: NOTES_PER_PAGE, offset: (page - 1) * NOTES_PER_PAGE };
  const [sections, evaluation, notes, files, hideNames] = await Promise.all([
    share.facts ? filledFacts(deal, locale) : [],
    share.evaluation ? evaluationOf(opened) : undefined,
    notesOfShare(share, slice),
    filesOfShare(share),
    nameHider(),
  ]);
  return {
    company: deal.companyName,
    until: formatDay(share.until, locale),
    sections: sections.map(({ title, facts }) => ({
      title,
      facts: facts.map((fact) => ({ ...fact, value: hiddenIn(fact.value, hideNames) })),
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
    notes: await noteViews(notes.rows, hideNames, locale),
    files: files.map(({ id, name, size }) => ({ id, name, size: sizeText(size) })),
  };
}
export type ShareView = Awaited<ReturnType<typeof shareView>>;

/** Others have their turn in between: a note has up to 10,000 characters, all of which may be '@'. */
async function noteViews(
  rows: Awaited<ReturnType<typeof notesOfShare>>['rows'],
  hideNames: (text: string) => string,
  locale: Locale,
) {
  const views: { text: string; day: string }[] = [];
  for await (const chunk of inChunks(rows, NOTES_PER_PAGE))
    for (const { text, createdAt } of chunk)
      views.push({ text: hideNames(text), day: formatDate(createdAt, locale) });
  return views;
}

type FactValue = string | string[] | null;

function hiddenIn(value: FactValue, hideNames: (text: string) => string): FactValue {
  if (value === null) return null;
  return Array.isArray(value) ? value.map(hideNames) : hideNames(value);
}

async function filledFacts(deal: OpenedShare['deal'], locale: Locale) {
  const own = await ownFacts(deal.fields, locale, { withoutPeople: true });
  return withOwn(factSections(deal, locale), own)
    .map(({ title, facts }) => ({ title, facts: facts.filter(({ value }) => value?.length) }))
    .filter(({ facts }) => facts.length);
}

async function evaluationOf({ user, deal }: OpenedShare) {
  const evaluation = await findEvaluation(user, deal.id);
  if (!evaluation) return undefined;
  return {
    score: roundScore(headerScore(evaluation)).toFixed(1),
    categories: CATEGORIES.map((category) => ({
      title: category.title,
      score: roundScore(categoryScore(evaluation, category)).toFixed(1),
      notes: evaluation[category.notes],
      criteria: category.criteria.map(({ key, label }) => ({
        label,
        score: evaluation[key]?.toFixed(1) ?? '–',
      })),
    })),
  };
}
