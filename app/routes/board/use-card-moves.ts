import { useFetcher, useLocation, useNavigate, useRevalidator } from '@remix-run/react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { getDealRowId } from '~/address/return-paths';
import { isConnectionFailure } from '~/ui/form/client-action';
import { useSingleKeyShortcuts } from '~/ui/layout/appearance';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { showToast } from '~/ui/toast/show-toast';
import type { ColumnView } from './view.server';

interface RejectedMove {
  errors: { message: string }[];
}

const PREFETCHED_ROUTES = ['pipeline.$id.stage'];

const KEY_STEPS: Record<string, -1 | 1> = { '[': -1, ']': 1 };

const findColumn = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('[data-stage]') ?? undefined;
const findCard = (target: EventTarget) => (target as Element).closest('li') ?? undefined;
const findDealId = (target: EventTarget) => findCard(target)?.id.slice(getDealRowId('').length);

export function useCardMoves(columns: ColumnView[]) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const fetcher = useFetcher<RejectedMove>();
  const hasKeys = useSingleKeyShortcuts();
  usePrefetchedRoutes(PREFETCHED_ROUTES);
  const dragged = useRef<string>();
  const moved = useRef<{ id: string; stage: string }>();
  const page = (id: string, query: Record<string, string>) =>
    `/pipeline/${id}/stage?${new URLSearchParams({ ...query, back: pathname + search })}`;

  function move(id: string, stage: string): void {
    const to = columns.find(({ name }) => name === stage);
    const from = columns.find(({ cards }) => cards.some((card) => String(card.id) === id));
    if (!to || !from || to === from) return;
    if (to.isClosed) return navigate(page(id, { stage }));
    moved.current = { id, stage };
    const form = { stage, seen: from.name };
    fetcher.submit(form, { method: 'post', action: page(id, {}), preventScrollReset: true });
  }

  // Moves the focus with the card to its new column.
  useEffect(() => {
    const { id = '', stage } = moved.current ?? {};
    const card = document.getElementById(getDealRowId(id));
    if (!card || findColumn(card)?.dataset.stage !== stage) return;
    card.querySelector('a')?.focus();
    moved.current = undefined;
  }, [columns]);

  const { data } = fetcher;
  useEffect(() => {
    if (!data) return;
    moved.current = undefined;
    if (!isConnectionFailure(data)) void revalidate();
    const text = isConnectionFailure(data)
      ? 'The server could not be reached'
      : data.errors[0]?.message;
    showToast({ title: 'Not moved', text: text ?? '', failed: true });
  }, [data, revalidate]);

  return {
    onDragStart({ target, dataTransfer }: DragEvent) {
      dragged.current = findDealId(target);
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', findCard(target)?.querySelector('a')?.textContent ?? '');
    },
    onDragOver(event: DragEvent) {
      if (dragged.current && findColumn(event.target)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      const stage = findColumn(event.target)?.dataset.stage;
      if (dragged.current && stage) move(dragged.current, stage);
      dragged.current = undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const step = KEY_STEPS[event.key];
      const id = findDealId(event.target);
      if (!hasKeys || !step || !id || event.ctrlKey || event.metaKey) return;
      const index = columns.findIndex(
        ({ name }) => name === findColumn(event.target)?.dataset.stage,
      );
      const to = columns[index + step];
      if (!to) return;
      event.preventDefault();
      move(id, to.name);
    },
  };
}
