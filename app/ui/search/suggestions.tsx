import '~/styles/suggestions.css';
import { useNavigate } from '@remix-run/react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { formatCount } from '~/domain/text/text';
import { appendQuery, useFromQuery } from '~/ui/layout/from-query';
import type { SuggestionsView } from './search-view.server';

const SEARCH_PATH = '/search';
const DEBOUNCE_MS = 120;

export interface SuggestionsProps {
  box: RefObject<HTMLInputElement>;
}

interface Option {
  address: string;
  company: string;
  details?: string;
}

export default function Suggestions({ box }: SuggestionsProps) {
  const navigate = useNavigate();
  const from = useFromQuery();
  const id = useId();
  const [text, setText] = useState(box.current?.value.trim() ?? '');
  const [isOpen, setOpen] = useState(true);
  const [active, setActive] = useState(-1);
  const results = useSuggestions(text);
  const groups = results ? toGroups(results, text) : [];
  const options = groups.flatMap((group) => group.options);
  const isShown = isOpen && options.length > 0;

  const choose = ({ address }: Option) => {
    setOpen(false);
    box.current?.blur();
    navigate(address.startsWith(SEARCH_PATH) ? address : appendQuery(address, from));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || !options.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      setOpen(true);
      setActive(isShown ? stepOption(active, step, options.length) : 0);
    } else if (event.key === 'Enter' && isShown && options[active]) choose(options[active]);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else return;
    event.preventDefault();
  };
  const handlers = {
    input: () => {
      setText(box.current!.value.trim());
      setOpen(true);
      setActive(-1);
    },
    blur: () => setOpen(false),
    keydown: onKey,
  };
  const hasActive = isShown && active >= 0;
  useCombobox(box, handlers, {
    list: isShown ? id : undefined,
    active: hasActive ? `${id}-${active}` : undefined,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && results && describeResults(results)}
      </p>
      {isShown && (
        <ul
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="suggestions ruled"
          // Keeps the focus in the box.
          onPointerDown={(event) => event.preventDefault()}
        >
          {groups.map((group) => (
            <li key={group.label} role="group" aria-label={group.label}>
              {group.options.map((option) => {
                const n = options.indexOf(option);
                return (
                  <div
                    key={n}
                    id={`${id}-${n}`}
                    role="option"
                    aria-selected={n === active}
                    className="flex gap-2"
                    onPointerUp={() => choose(option)}
                  >
                    <span className="max-w-[60%] flex-none truncate font-medium">
                      {option.company}
                    </span>
                    {option.details && <span className="muted truncate">{option.details}</span>}
                  </div>
                );
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function toGroups({ deals, notes }: SuggestionsView, text: string) {
  const address = `${SEARCH_PATH}?${new URLSearchParams({ q: text, all: '1' })}`;
  const all: Option[] = [{ address, company: `All results for “${text}”` }];
  return [
    { label: 'Deals', options: deals },
    { label: 'Notes', options: notes },
    { label: 'More', options: deals.length + notes.length ? all : [] },
  ].filter(({ options }) => options.length);
}

function describeResults({ deals, notes }: SuggestionsView): string {
  return `${formatCount(deals.length, 'deal')}, ${formatCount(notes.length, 'note')}`;
}

function stepOption(active: number, step: number, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}

/** Returns undefined until the server answers. A later text drops an answer. */
function useSuggestions(text: string): SuggestionsView | undefined {
  const [results, setResults] = useState<SuggestionsView>();
  useEffect(() => {
    if (!text) return setResults(undefined);
    const request = new AbortController();
    const load = () => fetchSuggestions(text, request.signal).then(setResults, () => undefined);
    const timer = setTimeout(() => void load(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text]);
  return results;
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<SuggestionsView> {
  const answer = await fetch(`/search/suggest?${new URLSearchParams({ q: text })}`, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const results = (await answer.json()) as SuggestionsView;
  signal.throwIfAborted();
  return results;
}

type ComboboxHandlers = Record<'input' | 'blur' | 'keydown', (event: KeyboardEvent) => void>;

function useCombobox(
  box: RefObject<HTMLInputElement>,
  handlers: ComboboxHandlers,
  { list, active }: { list?: string; active?: string },
): void {
  useEffect(() => {
    const element = box.current;
    const listening = new AbortController();
    const { signal } = listening;
    for (const [name, handler] of Object.entries(handlers))
      element?.addEventListener(name, handler as EventListener, { signal });
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(Boolean(list)),
      'aria-controls': list,
      'aria-activedescendant': active,
    };
    for (const [name, value] of Object.entries(attributes))
      if (value) element?.setAttribute(name, value);
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
    return () => {
      listening.abort();
      for (const name of Object.keys(attributes)) element?.removeAttribute(name);
    };
  });
}
