import { useFetcher, useLocation, useNavigate } from '@remix-run/react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useSingleKeys } from '~/components/frame/appearance';
import { isUnsent } from '~/components/forms/unsent';
import { useFetchedAhead } from '~/components/list/fetch-ahead';
import { showToast } from '~/components/frame/show-toast';
import { rowId } from '~/models/list-address';
import type { ColumnView } from '~/screens/dashboard/board.server';

/** What a refused move answers. */
interface Refused {
  errors: { message: string }[];
}

/** Where moves are sent. */
const AHEAD = ['pipeline.$id.stage'];

/** The steps of the keys that move a card. */
const STEPS: Record<string, -1 | 1> = { '[': -1, ']': 1 };

const columnOf = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('[data-stage]') ?? undefined;
const cardOf = (target: EventTarget) => (target as Element).closest('li') ?? undefined;
const dealOf = (target: EventTarget) => cardOf(target)?.id.slice(rowId('').length);

/** Handlers of the board: a card moves by dragging and by keys. Closing a deal asks why on its page. */
export function useMoves(columns: ColumnView[]) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const fetcher = useFetcher<Refused>();
  const hasKeys = useSingleKeys();
  useFetchedAhead(AHEAD);
  const dragged = useRef<string>();
  const moved = useRef<{ id: string; stage: string }>();
  const page = (id: string, query: Record<string, string>) =>
    `/pipeline/${id}/stage?${new URLSearchParams({ ...query, back: pathname + search })}`;

  function move(id: string, stage: string): void {
    const to = columns.find(({ name }) => name === stage);
    if (!to || to.cards.some((card) => String(card.id) === id)) return;
    if (to.isClosed) return navigate(page(id, { stage }));
    moved.current = { id, stage };
    fetcher.submit({ stage }, { method: 'post', action: page(id, {}), preventScrollReset: true });
  }

  // The focus follows a card to its new column.
  useEffect(() => {
    const { id = '', stage } = moved.current ?? {};
    const card = document.getElementById(rowId(id));
    if (!card || columnOf(card)?.dataset.stage !== stage) return;
    card.querySelector('a')?.focus();
    moved.current = undefined;
  }, [columns]);

  const { data } = fetcher;
  useEffect(() => {
    if (!data) return;
    moved.current = undefined;
    const text = isUnsent(data) ? 'The server could not be reached' : data.errors[0]?.message;
    showToast({ title: 'Not moved', text: text ?? '', failed: true });
  }, [data]);

  return {
    onDragStart({ target, dataTransfer }: DragEvent) {
      dragged.current = dealOf(target);
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', cardOf(target)?.querySelector('a')?.textContent ?? '');
    },
    onDragOver(event: DragEvent) {
      if (dragged.current && columnOf(event.target)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      const stage = columnOf(event.target)?.dataset.stage;
      if (dragged.current && stage) move(dragged.current, stage);
      dragged.current = undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      const id = dealOf(event.target);
      if (!hasKeys || !step || !id || event.ctrlKey || event.metaKey) return;
      const index = columns.findIndex(({ name }) => name === columnOf(event.target)?.dataset.stage);
      const to = columns[index + step];
      if (!to) return;
      event.preventDefault();
      move(id, to.name);
    },
  };
}
