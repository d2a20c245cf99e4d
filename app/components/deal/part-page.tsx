import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Frame } from '~/components/frame/frame';

interface PartPageProps {
  company: string;
  pipelineId: number;
  /** The id of the section, for links to it. */
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}

/** A page with all of one part of a deal, such as its tasks. */
export function PartPage(props: PartPageProps) {
  const {
    company,
    pipelineId,
    id,
    title,
    className = 'grid grid-cols-1 gap-2 wrap-anywhere',
    children,
  } = props;
  return (
    <Frame>
      <div className="mx-auto grid max-w-[800px] grid-cols-1 gap-4 break-words">
        <h1>
          <Link to={`/pipeline/${pipelineId}`} className="link">
            {company}
          </Link>
        </h1>
        <section id={id} className={`card ${className}`} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {children}
        </section>
      </div>
    </Frame>
  );
}
