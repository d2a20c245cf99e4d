import type { ReactNode } from 'react';
import { ToastBanner } from '~/ui/toast/toast';
import { PageNotice } from './page-notice';

export function CentredCard({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      className="flex min-h-dvh flex-col items-center justify-center gap-4 p-4"
      tabIndex={-1}
    >
      <div className="w-full max-w-96">
        <ToastBanner />
        <PageNotice />
        <div className="card p-6">{children}</div>
      </div>
    </main>
  );
}
