import { formatColumns } from '~/address/columns';
import {
  DEFAULT_LIST_COLUMNS,
  hasDefaultColumns,
  keepKnownColumns,
  moveColumn,
} from '~/domain/deal/list-columns';
import { updatePreferences } from '~/domain/user/preferences.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { HOME_PATH, splitPath } from './view.server';

export const action = formAction({
  fields: { text: ['back', 'intent'], lists: ['column'] },
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? HOME_PATH;
    const intent = form.get('intent');
    const ticked = keepKnownColumns(form.getAll('column'));
    const move = parseMove(intent);
    const moved = move ? moveColumn(ticked, move.column, move.by) : ticked;
    const chosen = intent === 'default' ? DEFAULT_LIST_COLUMNS : moved;
    const { pathname, params, isOfView } = splitPath(back);
    if (isOfView) params.set('columns', formatColumns(chosen));
    else {
      const columns = hasDefaultColumns(chosen) ? null : [...chosen];
      await updatePreferences(viewer, { columns });
    }
    const list = isOfView ? `${pathname}?${params}` : back;
    if (move)
      return { redirectTo: `/columns?${new URLSearchParams({ back: list, moved: intent! })}` };
    const toast = isOfView ? undefined : { title: 'Success', text: 'Columns saved' };
    return { redirectTo: list, toast };
  },
});

const MOVES = { up: -1, down: 1 } as const;

function parseMove(intent: string | null) {
  const [, direction, column = ''] = /^(up|down)-(.+)$/.exec(intent ?? '') ?? [];
  return direction ? { column, by: MOVES[direction as keyof typeof MOVES] } : undefined;
}
