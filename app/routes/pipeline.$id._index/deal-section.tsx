import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

interface DealSectionProps {
  id: string;
  title: string;
  /** Says in the line of the title that there is nothing below it. */
  note?: string;
  more?: { to: string; text: string };
  isList?: boolean;
  children?: ReactNode;
}

export function DealSection({ id, title, note, more, isList, children }: DealSectionProps) {
  return (
    <section
      id={id}
      className={
        isList
          ? 'card deal-list grid grid-cols-1 content-start gap-2 scroll-mt-16 print:gap-1'
          : 'card'
      }
      aria-labelledby={`${id}-title`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={`${id}-title`} className={children && (more || !isList) ? 'mb-1' : undefined}>
          {title}
        </h2>
        {note && <p className="muted mr-auto">{note}</p>}
        {more && (
          <Link to={more.to} className="link link-quiet">
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
