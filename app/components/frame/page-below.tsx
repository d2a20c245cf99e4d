import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Frame } from './frame';

interface PageBelowProps {
  /** The page above it. */
  to: string;
  above: string;
  title: string;
  /** Stands below the title. */
  about?: ReactNode;
  children: ReactNode;
}

/** A narrow page of sections, below another page. */
export function PageBelow({ to, above, title, about, children }: PageBelowProps) {
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text wrap-anywhere">
        <div>
          <Link to={to} className="link text-base">
            {above}
          </Link>
          <h1 className="mt-2">{title}</h1>
          {about}
        </div>
        {children}
      </div>
    </Frame>
  );
}
