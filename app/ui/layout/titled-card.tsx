import type { ReactNode } from 'react';

export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid max-w-160 grid-cols-1 gap-4 wrap-anywhere">
      <h1>{title}</h1>
      <div className="card">{children}</div>
    </div>
  );
}
