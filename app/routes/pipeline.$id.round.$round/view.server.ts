import type { LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal, type Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { CATEGORIES, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { getRound } from '~/domain/round/get.server';
import type { RevealedScorecard, VisibleRound } from '~/domain/round/reveal.server';
import { computeSpread, type CriterionSpread, listWidest } from '~/domain/round/spread';
import { EVALUATOR_STATE_LABELS } from '~/domain/round/state';
import { VOTE_LABELS } from '~/domain/round/votes';
import { abbreviate } from '~/domain/text/text';
import { formatLastDay } from '~/format/closing-time';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

const NOT_ASSESSED = '–';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const ids = { dealId: parseId(params.id), roundId: parseId(params.round) };
  const options = {
    locale: readLocale(request),
    wholeNotes: searchParams.get('notes'),
    previewsMedians: searchParams.get('medians') === 'preview',
  };
  return loadRoundView(viewer, ids, options);
}

interface RoundViewOptions {
  locale: Locale;
  /** Category whose notes are shown in full. */
  wholeNotes: string | null;
  previewsMedians: boolean;
}

async function loadRoundView(
  viewer: Viewer,
  { dealId, roundId }: { dealId: number; roundId: number },
  options: RoundViewOptions,
) {
  const deal = await getDeal(viewer, dealId);
  const round = await getRound(viewer, dealId, roundId);
  const { cards } = round;
  const canUseMedians = !round.isOpen && deal.canEdit && Boolean(cards?.length);
  return {
    id: dealId,
    company: deal.companyName,
    canManage: canManageDeal(viewer, deal),
    asksViewer: round.isOpen && round.evaluators.some(({ id }) => id === viewer.id),
    round: toRoundHead(round, options.locale),
    spread: cards ? toSpreadView(round, cards, options) : undefined,
    medians:
      cards && canUseMedians
        ? {
            rows: options.previewsMedians
              ? compareMedians(computeSpread(cards), await findEvaluation(viewer, dealId))
              : undefined,
          }
        : undefined,
  };
}

export type RoundView = Awaited<ReturnType<typeof loadRoundView>>;

function toRoundHead(round: VisibleRound, locale: Locale) {
  return {
    id: round.id,
    isOpen: round.isOpen,
    company: round.companyName,
    openedBy: round.openedByName,
    opened: formatDate(round.openedAt, locale),
    state: round.closedAt
      ? `Closed ${formatDateTime(round.closedAt, locale)}`
      : `Open until ${formatLastDay(round.until, locale)}`,
    evaluators: round.evaluators.map(({ id, name, state }) => ({
      id,
      name,
      state: EVALUATOR_STATE_LABELS[state],
    })),
  };
}

export type SpreadView = ReturnType<typeof toSpreadView>;

function toSpreadView(
  { recusals }: VisibleRound,
  cards: RevealedScorecard[],
  { locale, wholeNotes }: RoundViewOptions,
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
    whyNoneDiffer: explainWhyNoneDiffer(cards, spread),
    votes: cards.map(({ evaluator, vote, reason, correctedAt }) => ({
      name: evaluator.name,
      vote: vote ? VOTE_LABELS[vote] : 'No vote',
      reason,
      corrected: correctedAt && formatDateTime(correctedAt, locale),
    })),
    recusals: recusals ?? [],
    categories: (cards.length ? CATEGORIES : []).map(({ title, notes, criteria }) => {
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
          wholeNotes === notes ? Infinity : noteLength,
        ),
        notesKey: notes,
      };
    }),
  };
}

function explainWhyNoneDiffer(cards: RevealedScorecard[], spread: CriterionSpread[]): string {
  if (!cards.length) return 'No scorecard was submitted.';
  if (cards.length === 1) return 'Only one scorecard was submitted.';
  const isCompared = spread.some(({ range }) => range !== null);
  return isCompared ? 'The scorecards do not differ.' : 'No criterion was scored by two people.';
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
