import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

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
      <Link to="/import" className="link">
        All imports
      </Link>
      <h1 className="mt-2 break-words">
        {title}: {file}
      </h1>
      {children}
    </div>
  );
}
