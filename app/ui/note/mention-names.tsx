import { useEffect, useState } from 'react';
import { useHydrated } from '~/ui/layout/hydrated';

interface MentionNamesProps {
  id: string;
  /** Id of the text area. */
  field: string;
  names: string[];
}

const MAX_OFFERED_NAMES = 8;
const MENTION_PATTERN = /@([^@\n]*)$/;

/** Suggests names that start with the text after '@'. */
export function MentionNames({ id, field, names }: MentionNamesProps) {
  const isHydrated = useHydrated();
  const typed = useTypedName(field);
  const begun = names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  const offered = begun.length ? begun : names;
  if (!names.length) return <p id={id} className="hint min-w-0 flex-1" />;
  return (
    <div className="hint flex min-w-0 flex-1 flex-wrap items-center gap-1">
      <span id={id}>Type @ to notify</span>
      {offered.slice(0, MAX_OFFERED_NAMES).map((name) =>
        isHydrated ? (
          <button
            key={name}
            type="button"
            className="pill"
            onClick={() => insertName(field, name)}
            aria-label={`Mention ${name}`}
          >
            @{name}
          </button>
        ) : (
          <span key={name} className="pill">
            @{name}
          </span>
        ),
      )}
      {offered.length > MAX_OFFERED_NAMES && (
        <span>and {offered.length - MAX_OFFERED_NAMES} more</span>
      )}
    </div>
  );
}

/** Returns the text between the last '@' and the caret. */
function useTypedName(field: string): string {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const area = findTextArea(field);
    const read = () => setTyped(MENTION_PATTERN.exec(getTextBeforeCaret(area))?.[1] ?? '');
    area?.addEventListener('input', read);
    return () => area?.removeEventListener('input', read);
  }, [field]);
  return typed;
}

function findTextArea(field: string): HTMLTextAreaElement | null {
  const area = document.getElementById(field);
  return area instanceof HTMLTextAreaElement ? area : null;
}

function getTextBeforeCaret(area: HTMLTextAreaElement | null): string {
  return area ? area.value.slice(0, area.selectionStart) : '';
}

function insertName(field: string, name: string): void {
  const area = findTextArea(field);
  if (!area) return;
  const before = getTextBeforeCaret(area);
  const typed = MENTION_PATTERN.exec(before)?.[1] ?? ' ';
  const isBegun = name.toLowerCase().startsWith(typed.toLowerCase());
  const start = isBegun ? before.length - typed.length - 1 : before.length;
  const space = isBegun || /(^|\s)$/.test(before) ? '' : ' ';
  area.setRangeText(`${space}@${name} `, start, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
  area.focus();
}
