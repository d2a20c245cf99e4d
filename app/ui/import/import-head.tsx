import type { ReactNode } from 'react';
import { BackLink } from '~/ui/layout/back-link';

export function ImportHead({
  title,
  file,
  children,
}: {
  title: string;
  file: string;
  children?: ReactNode;
}) {
  return (
    <div>
      <BackLink to="/import">All imports</BackLink>
      <h1 className="break-words">
        {title}: {file}
      </h1>
      {children}
    </div>
  );
}
