import { useEffect, useState } from 'react';
import { useHydrated } from '~/ui/layout/hydrated';

interface MentionNamesProps {
  id: string;
  field: string;
  names: string[];
  addable: string[];
}

const MAX_OFFERED_NAMES = 8;
const MENTION_PATTERN = /@([^@\n]*)$/;

export function MentionNames({ id, field, names, addable }: MentionNamesProps) {
  const isHydrated = useHydrated();
  const { beforeCaret } = useTextArea(field);
  const typed = MENTION_PATTERN.exec(beforeCaret)?.[1] ?? '';
  const isBegun = (name: string) => name.toLowerCase().startsWith(typed.toLowerCase());
  const begun = [...names.filter(isBegun), ...(typed ? addable.filter(isBegun) : [])];
  const offered = begun.length ? begun : names;
  if (!names.length && !addable.length) return <p id={id} className="hint min-w-0 flex-1" />;
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

interface AddMentionedProps extends Pick<MentionNamesProps, 'field' | 'addable'> {
  isChosen: boolean;
}

/** Offers to add mentioned people to the deal; without scripts, everyone who can be mentioned. */
export function AddMentioned({ field, addable, isChosen }: AddMentionedProps) {
  const isHydrated = useHydrated();
  const { text } = useTextArea(field);
  if (!addable.length) return null;
  const mentioned = addable.filter((name) => isMentioned(text, name));
  if (isHydrated && !mentioned.length) return null;
  const box = (
    <label className="flex items-center gap-2">
      <input type="checkbox" name="addsMentioned" value="on" defaultChecked={isChosen} />
      Add {isHydrated ? new Intl.ListFormat('en').format(mentioned) : 'people I mention'} to this
      deal
    </label>
  );
  return isHydrated ? box : <noscript>{box}</noscript>;
}

function isMentioned(text: string, name: string): boolean {
  const start = text.toLowerCase().indexOf(`@${name.toLowerCase()}`);
  return start >= 0 && !/^[\p{L}\p{N}]/u.test(text.slice(start + 1 + name.length));
}

function useTextArea(field: string): { text: string; beforeCaret: string } {
  const [state, setState] = useState({ text: '', beforeCaret: '' });
  useEffect(() => {
    const area = findTextArea(field);
    const read = () => setState({ text: area?.value ?? '', beforeCaret: getTextBeforeCaret(area) });
    read();
    area?.addEventListener('input', read);
    return () => area?.removeEventListener('input', read);
  }, [field]);
  return state;
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
