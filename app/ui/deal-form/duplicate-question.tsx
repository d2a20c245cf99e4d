import { useEffect, useRef } from 'react';
import { jumpToTarget } from '~/ui/layout/jump';
import type { DuplicatesView } from './duplicates-view.server';

interface DuplicateQuestionProps {
  question: DuplicatesView;
  nameId: string;
  then: string | undefined;
  isSaving: boolean;
}

export function DuplicateQuestion({ question, nameId, then, isSaving }: DuplicateQuestionProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [question]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      autoFocus
      className="notice scroll-mt-16"
      aria-labelledby="same-company"
    >
      <div className="grid min-w-0 flex-1 gap-2">
        <p id="same-company" className="font-semibold">
          You may already have this company.
        </p>
        <ul className="grid gap-1">
          {question.duplicates.map(({ id, who, companyName, details }) => (
            <li key={id} className="break-words">
              {who ? `${who} already has` : 'You already have'}{' '}
              <a
                href={`/dashboard?details=${id}`}
                target="_blank"
                rel="noopener noreferrer"
                className="link"
              >
                {companyName}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>{' '}
              ({details})
            </li>
          ))}
          {question.colleagues.map(({ owner, since }, index) => (
            <li key={index} className="break-words">
              {owner} has had a deal with this company since {since}.
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {then && <input type="hidden" name="then" value={then} />}
          {/* Pressed by Enter in a field, instead of "Save anyway". */}
          <button name="then" value={then} className="sr-only" tabIndex={-1} aria-hidden />
          <button name="force" value={question.key} className="btn" disabled={isSaving}>
            Save anyway
          </button>
          <a href={`#${nameId}`} className="link" onClick={jumpToTarget}>
            Change the name
          </a>
        </p>
      </div>
    </section>
  );
}
