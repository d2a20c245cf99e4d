import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { formatColumns, parseColumns } from '~/address/columns';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import {
  DEFAULT_LIST_COLUMNS,
  hasDefaultColumns,
  keepKnownColumns,
  LIST_COLUMNS,
  moveColumn,
} from '~/domain/deal/list-columns';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { updatePreferences } from '~/domain/user/preferences.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { Icon } from '~/ui/icon';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { TitledCard } from '~/ui/layout/titled-card';

export const meta = createTitleMeta('Columns');

const HOME_PATH = '/dashboard';

/** Splits the query off, as a view's columns are in its address. */
function splitPath(back: string) {
  const [pathname = HOME_PATH, search] = back.split('?', 2);
  const params = new URLSearchParams(search);
  return { pathname, params, isOfView: params.has('view') || params.has('columns') };
}

const MOVES = { up: -1, down: 1 } as const;

function parseMove(intent: string | null) {
  const [, direction, column = ''] = /^(up|down)-(.+)$/.exec(intent ?? '') ?? [];
  return direction ? { column, by: MOVES[direction as keyof typeof MOVES] } : undefined;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? HOME_PATH;
  const { params, isOfView } = splitPath(back);
  const shown: readonly string[] =
    (await getShownColumns(viewer, parseColumns(params.get('columns')))) ?? DEFAULT_LIST_COLUMNS;
  const customColumns = (await listActiveCustomFields()).map(({ key, name }) => ({
    key: toCustomFieldName(key),
    label: name,
  }));
  const all = [...LIST_COLUMNS, ...customColumns];
  const shownColumns = shown.flatMap((key) => all.find((column) => column.key === key) ?? []);
  const hiddenColumns = all.filter(({ key }) => !shown.includes(key));
  return { back, isOfView, shownColumns, hiddenColumns, moved: searchParams.get('moved') };
}

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

export default function Columns() {
  const { back, isOfView, shownColumns, hiddenColumns, moved } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <TitledCard title="Columns">
        <p className="text-ink-muted">
          {isOfView
            ? 'For this list only. Save a view to keep them.'
            : 'For both lists and their printouts, on all your devices.'}
        </p>
        <Form method="post" preventScrollReset className="mt-4 grid gap-4">
          <input type="hidden" name="back" value={back} />
          {/* Enter applies instead of moving the first column. */}
          <button className="hidden" />
          <fieldset>
            <legend className="sr-only">Columns that are shown, from left to right</legend>
            <ol className="grid gap-1">
              {shownColumns.map(({ key, label }, n) => (
                <li key={key} className="flex items-center justify-between gap-2">
                  <ColumnChoice column={key} label={label} isShown />
                  <span className="flex flex-none gap-1">
                    <MoveButton
                      column={key}
                      label={label}
                      moved={moved}
                      n={n}
                      to="up"
                      isEnd={n === 0}
                    />
                    <MoveButton
                      column={key}
                      label={label}
                      moved={moved}
                      n={n}
                      to="down"
                      isEnd={n === shownColumns.length - 1}
                    />
                  </span>
                </li>
              ))}
              {hiddenColumns.map(({ key, label }) => (
                <li key={key}>
                  <ColumnChoice column={key} label={label} />
                </li>
              ))}
            </ol>
            <p className="hint mt-2">Company and Actions always stay.</p>
          </fieldset>
          <div className="flex flex-wrap justify-between gap-2">
            <Link to={back} className="btn">
              Cancel
            </Link>
            <span className="flex flex-row-reverse gap-2">
              <button className="btn btn-primary">Apply</button>
              <button name="intent" value="default" className="btn">
                Restore default
              </button>
            </span>
          </div>
        </Form>
      </TitledCard>
    </AppLayout>
  );
}

interface ColumnProps {
  column: string;
  label: string;
}

function ColumnChoice({ column, label, isShown }: ColumnProps & { isShown?: boolean }) {
  return (
    <label className="flex min-h-8 min-w-0 items-center gap-2">
      <input type="checkbox" name="column" value={column} defaultChecked={isShown} />
      {label}
    </label>
  );
}

interface MoveButtonProps extends ColumnProps {
  to: keyof typeof MOVES;
  n: number;
  isEnd: boolean;
  moved: string | null;
}

function MoveButton({ column, label, to, n, isEnd, moved }: MoveButtonProps) {
  const name = `${to}-${column}`;
  return (
    <button
      key={n}
      name="intent"
      value={name}
      className="btn btn-icon"
      aria-label={`Move ${label} ${to}`}
      aria-disabled={isEnd || undefined}
      autoFocus={moved === name}
    >
      <Icon name={to} />
    </button>
  );
}
