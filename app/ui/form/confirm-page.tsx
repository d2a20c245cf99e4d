import { Form, Link } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { AppLayout } from '~/ui/layout/app-layout';
import { TitledCard } from '~/ui/layout/titled-card';
import { OpenedBy } from './opened-by';

export function ConfirmPage({
  title,
  back,
  ids = [],
  button,
  isDestructive = true,
  fields,
  action,
  retry,
  children,
}: {
  title: string;
  back: string;
  ids?: string[];
  button?: string;
  isDestructive?: boolean;
  fields?: ReactNode;
  action?: string;
  retry?: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; notice: ReactNode };
  children: ReactNode;
}) {
  const tone = isDestructive ? 'btn-danger' : 'btn-primary';
  return (
    <AppLayout>
      <TitledCard title={title}>
        {children}
        {retry?.notice}
        <Form
          method="post"
          action={action}
          onSubmit={retry?.onSubmit}
          className="mt-6 flex flex-wrap justify-between gap-2"
        >
          <OpenedBy />
          <input type="hidden" name="back" value={back} />
          {fields && <div className="mb-2 w-full">{fields}</div>}
          {ids.map((id) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <Link to={back} className="btn">
            {button ? 'Cancel' : 'Back'}
          </Link>
          {button && <button className={`btn ${tone}`}>{button}</button>}
        </Form>
      </TitledCard>
    </AppLayout>
  );
}

export function NameList({
  label,
  rows,
}: {
  label: string;
  rows: { id: string | number; name: string; note?: string }[];
}) {
  // Lets the keyboard scroll the list.
  const scrolled = { role: 'region', 'aria-label': label, tabIndex: 0 };
  return (
    <div {...scrolled} className="name-list mt-3">
      <ul aria-label={label} className="ruled">
        {rows.map(({ id, name, note }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 px-3 py-2">
            <span className="min-w-0 font-medium break-words">{name}</span>
            {note && <span className="muted min-w-0 break-words">{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
