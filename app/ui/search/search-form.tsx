import { Form } from '@remix-run/react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { useSyncedField } from '~/ui/form/select-behavior';
import { Icon } from '~/ui/icon';
import type { SuggestionsProps } from './suggestions';

/** Loaded when the box gets the focus. If loading fails, only suggestions are missing. */
const Suggestions = lazy<ComponentType<SuggestionsProps>>(() =>
  import('./suggestions').catch(() => ({ default: () => null })),
);

const SEARCH_LABEL = 'Search all deals and notes';

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
      // Drops suggestions, late ones too, because the results replace them.
      onSubmit={() => setUsed(false)}
    >
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        name="q"
        defaultValue={text}
        placeholder={SEARCH_LABEL}
        aria-label={SEARCH_LABEL}
        autoComplete="off"
        autoFocus={autoFocus}
        maxLength={MAX_SEARCH_LENGTH}
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
