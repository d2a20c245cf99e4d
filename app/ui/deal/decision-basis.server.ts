import type { Viewer } from '~/domain/access';
import { listDecisionBasis } from '~/domain/decision/basis.server';
import { isOpenRound } from '~/domain/round/state';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadBasisOptions(viewer: Viewer, dealId: number, locale: Locale) {
  const { rounds, memos } = await listDecisionBasis(viewer, dealId);
  return {
    rounds: rounds.map((round) => ({
      value: String(round.id),
      label: formatRound(round, locale),
    })),
    memos: memos.map(({ id, title, createdAt }) => ({
      value: String(id),
      label: `${title}, ${formatDate(createdAt, locale)}`,
    })),
  };
}

type BasisRound = Awaited<ReturnType<typeof listDecisionBasis>>['rounds'][number];

/** Names time and state, as several rounds may begin on one day. */
function formatRound(round: BasisRound, locale: Locale): string {
  const state = isOpenRound(round) ? 'open' : 'closed';
  return `${round.companyName}, ${formatDateTime(round.openedAt, locale)}, ${state}`;
}
