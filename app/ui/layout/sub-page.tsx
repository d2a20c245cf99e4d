import type { ReactNode } from 'react';
import { AppLayout } from './app-layout';
import { BackLink } from './back-link';

interface SubPageProps {
  to: string;
  above: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function SubPage({ to, above, title, description, children }: SubPageProps) {
  return (
    <AppLayout>
      <div className="grid max-w-160 gap-6 text-text wrap-anywhere">
        <div>
          <BackLink to={to}>{above}</BackLink>
          <h1>{title}</h1>
          {description}
        </div>
        {children}
      </div>
    </AppLayout>
  );
}
