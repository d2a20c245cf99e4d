import { Form, Link, useLoaderData } from '@remix-run/react';
import { Icon } from '~/ui/icon';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { TitledCard } from '~/ui/layout/titled-card';
import type { loader } from './view.server';

export const meta = createTitleMeta('Columns');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

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
  to: 'up' | 'down';
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
