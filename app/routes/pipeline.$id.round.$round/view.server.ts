import type { LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { CATEGORIES, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { getRound } from '~/domain/round/get.server';
import type { RevealedScorecard, VisibleRound } from '~/domain/round/reveal.server';
import { computeSpread, type CriterionSpread, listWidest } from '~/domain/round/spread';
import { EVALUATOR_STATE_LABELS } from '~/domain/round/state';
import { VOTE_LABELS } from '~/domain/round/votes';
import { abbreviate } from '~/domain/text/text';
import { formatDate, formatDateTime, formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

const NOT_ASSESSED = '–';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const round = await getRound(viewer, deal.id, parseId(params.round));
  const locale = readLocale(request);
  const canUseMedians = !round.isOpen && deal.canEdit && Boolean(round.cards?.length);
  const query = new URL(request.url).searchParams;
  const isPreview = query.get('medians') === 'preview';
  return {
    id: deal.id,
    company: deal.companyName,
    canManage: canManageDeal(viewer, deal),
    asksViewer: round.isOpen && round.evaluators.some(({ id }) => id === viewer.id),
    round: {
      id: round.id,
      isOpen: round.isOpen,
      company: round.companyName,
      openedBy: round.openedByName,
      opened: formatDate(round.openedAt, locale),
      state: round.closedAt
        ? `Closed ${formatDateTime(round.closedAt, locale)}`
        : `Open until ${formatDay(round.until, locale)}`,
      evaluators: round.evaluators.map(({ id, name, state }) => ({
        id,
        name,
        state: EVALUATOR_STATE_LABELS[state],
      })),
    },
    spread: round.cards
      ? toSpreadView(round, round.cards, { locale, whole: query.get('notes') })
      : undefined,
    medians: canUseMedians
      ? {
          rows: isPreview
            ? compareMedians(
                computeSpread(round.cards ?? []),
                await findEvaluation(viewer, deal.id),
              )
            : undefined,
        }
      : undefined,
  };
}

export type SpreadView = ReturnType<typeof toSpreadView>;

function toSpreadView(
  { recusals }: VisibleRound,
  cards: RevealedScorecard[],
  { locale, whole }: { locale: Locale; whole: string | null },
) {
  const noteLength = chooseNoteLength(cards);
  const spread = computeSpread(cards);
  const byKey = new Map(spread.map((criterion) => [criterion.key, criterion]));
  return {
    names: cards.map(({ evaluator }) => evaluator.name),
    widest: listWidest(spread).map(({ label, min, max }) => ({
      label,
      min: formatScore(min),
      max: formatScore(max),
    })),
    votes: cards.map(({ evaluator, vote, reason, correctedAt }) => ({
      name: evaluator.name,
      vote: vote ? VOTE_LABELS[vote] : 'No vote',
      reason,
      corrected: correctedAt && formatDateTime(correctedAt, locale),
    })),
    recusals: recusals ?? [],
    categories: CATEGORIES.map(({ title, notes, criteria }) => {
      const rows = criteria.map(({ key }) => byKey.get(key)!);
      return {
        title,
        dots: rows.flatMap(({ scores }) => scores.filter((score) => score !== null)),
        criteria: rows.map(({ label, scores, median, range }) => ({
          label,
          cells: [...scores, median, range].map(formatScore),
        })),
        ...shortenNotes(
          cards.flatMap((card) =>
            card[notes] ? [{ name: card.evaluator.name, text: card[notes] }] : [],
          ),
          whole === notes ? Infinity : noteLength,
        ),
        notesKey: notes,
      };
    }),
  };
}

/** Bounds the page: 30 scorecards may have a million characters of notes. */
const MAX_NOTES_CHARACTERS = 240_000;

function chooseNoteLength(cards: RevealedScorecard[]): number {
  const lengths = cards.flatMap((card) => NOTES_KEYS.map((key) => card[key]?.length ?? 0));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return total <= MAX_NOTES_CHARACTERS
    ? Infinity
    : Math.floor(MAX_NOTES_CHARACTERS / lengths.length);
}

function shortenNotes(notes: { name: string; text: string }[], maxLength: number) {
  return {
    notes: notes.map(({ name, text }) => ({ name, text: abbreviate(text, maxLength) })),
    isShortened: notes.some(({ text }) => text.length > maxLength),
  };
}

function compareMedians(
  spread: CriterionSpread[],
  evaluation: Awaited<ReturnType<typeof findEvaluation>>,
) {
  const known = spread.filter(({ median }) => median !== null);
  return known.map(({ key, label, median }) => ({
    label,
    now: formatScore(evaluation?.[key] ?? null),
    median: formatScore(median),
  }));
}

function formatScore(score: number | null): string {
  return score?.toFixed(1) ?? NOT_ASSESSED;
}
