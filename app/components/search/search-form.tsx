import { Form } from '@remix-run/react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Icon } from '~/components/frame/icon';
import { useSyncedField } from '~/components/forms/select-behavior';
import type { SuggestionsProps } from './suggestions';
import { LONGEST_SEARCH } from '~/models/text';

/** Loaded when the box gets the focus. If loading fails, only suggestions are missing. */
const Suggestions = lazy<ComponentType<SuggestionsProps>>(() =>
  import('./suggestions').catch(() => ({ default: () => null })),
);

const WHAT = 'Search all deals and notes';

/** The search in deals and notes, in the header and on its own page. */
export function SearchForm({
  className,
  text = '',
  autoFocus,
}: {
  className: string;
  text?: string;
  autoFocus?: boolean;
}) {
  const box = useSyncedField<HTMLInputElement>(text, false);
  const [isUsed, setUsed] = useState(false);
  return (
    <Form
      action="/search"
      role="search"
      aria-label="Everywhere"
      className={`search ${className}`}
      // The results replace the suggestions, also those that would come later.
      onSubmit={() => setUsed(false)}
    >
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        name="q"
        defaultValue={text}
        placeholder={WHAT}
        aria-label={WHAT}
        autoComplete="off"
        autoFocus={autoFocus}
        maxLength={LONGEST_SEARCH}
        className="input"
        enterKeyHint="search"
        onFocus={() => setUsed(true)}
        onInput={() => setUsed(true)}
      />
      {isUsed && (
        <Suspense fallback={null}>
          <Suggestions box={box} />
        </Suspense>
      )}
    </Form>
  );
}
