import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { Toast } from '~/toast';
import { useHydrated } from '~/ui/layout/hydrated';
import { useRootData } from '~/ui/layout/root-data';
import { DealLink } from './deal-link';
import { showToast, useLatestToast } from './show-toast';
import { UndoForm } from './undo-form';

/** Loaded with the first toast. If the connection is gone by then, the toast is a plain notice. */
const Toaster = lazy<ComponentType<{ toast: Toast }>>(() =>
  import('./toaster').catch(() => ({ default: Notice })),
);

export function Toasts() {
  const next = useRootData()?.toast;
  useEffect(() => {
    if (next) showToast(next);
  }, [next]);
  const toast = useLatestToast();
  return (
    toast && (
      <Suspense fallback={null}>
        <Toaster toast={toast} />
      </Suspense>
    )
  );
}

export function ToastBanner() {
  const toast = useRootData()?.toast;
  const isHydrated = useHydrated();
  return toast && !isHydrated ? <Notice toast={toast} className="without-scripts mb-4" /> : null;
}

function Notice({ toast, className = 'toast' }: { toast: Toast; className?: string }) {
  return (
    <div
      role={toast.failed ? 'alert' : 'status'}
      className={`notice ${className} ${toast.failed ? 'notice-failed' : ''}`}
    >
      <p>
        <strong className="font-semibold">{toast.title}</strong>
        {toast.text && <span className="block">{toast.text}</span>}
      </p>
      {toast.undo && <UndoForm undo={toast.undo} />}
      {toast.deal && <DealLink id={toast.deal} />}
    </div>
  );
}
