import type { Viewer } from '~/domain/access';
import { listDecisionBasis } from '~/domain/decision/basis.server';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadBasisOptions(viewer: Viewer, dealId: number, locale: Locale) {
  const { rounds, memos } = await listDecisionBasis(viewer, dealId);
  return {
    rounds: rounds.map(({ id, companyName, openedAt }) => ({
      value: String(id),
      label: `${companyName}, ${formatDate(openedAt, locale)}`,
    })),
    memos: memos.map(({ id, title, createdAt }) => ({
      value: String(id),
      label: `${title}, ${formatDate(createdAt, locale)}`,
    })),
  };
}
