import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';

interface SectionPageProps {
  company: string;
  dealId: number;
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}

export function SectionPage(props: SectionPageProps) {
  const {
    company,
    dealId,
    id,
    title,
    className = 'grid grid-cols-1 gap-2 wrap-anywhere',
    children,
  } = props;
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-4 break-words">
        <div>
          <BackLink to={`/pipeline/${dealId}`}>{company}</BackLink>
          <h1 id={`${id}-title`}>{title}</h1>
        </div>
        <section id={id} className={`card ${className}`} aria-labelledby={`${id}-title`}>
          {children}
        </section>
      </div>
    </AppLayout>
  );
}

interface SectionPagerProps {
  address: string;
  noun: string;
  page: number;
  pages: number;
}

export function SectionPager({ address, noun, page, pages }: SectionPagerProps) {
  if (pages < 2) return null;
  const to = (number: number) => (number > 1 ? `${address}?page=${number}` : address);
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex flex-wrap items-center gap-2">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className="btn">
          Previous {noun}
        </Link>
      )}
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className="btn">
          More {noun}
        </Link>
      )}
      <span className="muted tabular">
        Page {page} of {pages}
      </span>
    </nav>
  );
}
