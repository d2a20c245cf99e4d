import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AppLayout } from './app-layout';

interface SubPageProps {
  /** Address of the parent page. */
  to: string;
  above: string;
  title: string;
  /** Text below the title. */
  description?: ReactNode;
  children: ReactNode;
}

export function SubPage({ to, above, title, description, children }: SubPageProps) {
  return (
    <AppLayout>
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
    </AppLayout>
  );
}
