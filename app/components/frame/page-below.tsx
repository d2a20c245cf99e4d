import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Frame } from './frame';

interface PageBelowProps {
  /** The page above it. */
  to: string;
  above: string;
  title: string;
  /** Stands below the title. */
  description?: ReactNode;
  children: ReactNode;
}

/** A narrow page of sections, below another page. */
export function PageBelow({ to, above, title, description, children }: PageBelowProps) {
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text wrap-anywhere">
        <div>
          <Link to={to} className="link text-base">
            {above}
          </Link>
          <h1 className="mt-2">{title}</h1>
          {description}
        </div>
        {children}
      </div>
    </Frame>
  );
}
