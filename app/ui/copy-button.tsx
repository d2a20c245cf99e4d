import { useEffect, useState } from 'react';
import { Icon } from './icon';
import { useHydrated } from './layout/hydrated';

const FEEDBACK_MS = 3_000;
const FEEDBACK = { copied: 'Copied', failed: 'Not copied' };

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof FEEDBACK>();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(() => setState(undefined), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  // Undefined unless the page is served over https.
  const clipboard = isHydrated ? (navigator.clipboard as Clipboard | undefined) : undefined;
  if (!clipboard) return null;
  return (
    <button
      type="button"
      className="btn"
      onClick={() =>
        clipboard.writeText(text).then(
          () => setState('copied'),
          () => setState('failed'),
        )
      }
    >
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">{state ? FEEDBACK[state] : label}</span>
    </button>
  );
}
