import { useEffect, useRef } from 'react';
import type { Clash } from '~/models/merge';

interface ConflictProps {
  noun: string;
  /** The id of the form, where it is elsewhere on the page. */
  form?: string;
  clashes: Clash[];
  seen: number;
  labels: Record<string, string>;
}

/** Both values of each field that two people changed, to choose from (rule 3.19). */
export function Conflict({ noun, form, clashes, seen, labels }: ConflictProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [seen]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className="notice notice-failed scroll-mt-16"
      aria-label="Two versions"
    >
      <input type="hidden" name="seen" value={seen} form={form} />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="font-semibold">
            Someone else has changed this {noun} since you opened it.
          </strong>{' '}
          Nothing was overwritten. Choose which value of each field to keep, then save again.
        </p>
        {clashes.map(({ field, mine, theirs, saved }) => (
          <fieldset
            key={`${field} ${seen}`}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1"
          >
            <legend className="font-semibold">{labels[field]}</legend>
            <Choice form={form} name={`take-${field}`} value="mine" label="Yours" text={mine} />
            <Choice
              form={form}
              name={`take-${field}`}
              value="theirs"
              label="Saved meanwhile"
              text={theirs}
              by={saved}
            />
          </fieldset>
        ))}
      </div>
    </section>
  );
}

interface ChoiceProps {
  form?: string;
  name: string;
  value: string;
  label: string;
  text: string;
  by?: string;
}

function Choice({ label, text, by, ...radio }: ChoiceProps) {
  return (
    <label className="flex items-start gap-2">
      <input type="radio" {...radio} required className="mt-1" />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        <span className="text-ink-muted">{label}: </span>
        {text || '(empty)'}
        {by && <span className="block text-meta text-ink-muted">{by}</span>}
      </span>
    </label>
  );
}
