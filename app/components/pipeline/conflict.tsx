import type { Clash } from '~/models/pipeline/conflict.server';
import { PIPELINE_FORM_LABELS } from '~/models/pipeline/labels';

/** Both versions of what differs, to choose from. What is not chosen stays as it was typed. */
export function Conflict({ clashes }: { clashes: Clash[] }) {
  return (
    <section className="notice notice-failed" aria-label="Two versions">
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="font-semibold">
            Someone else has changed this deal since you opened it.
          </strong>{' '}
          Nothing was overwritten. Choose which version of each field to keep, then save again.
        </p>
        {clashes.map(({ field, mine, theirs }) => (
          <fieldset key={field} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
            <legend className="font-semibold">{PIPELINE_FORM_LABELS[field]}</legend>
            <Choice name={`take-${field}`} value="mine" label="Yours" text={mine} defaultChecked />
            <Choice name={`take-${field}`} value="theirs" label="Saved meanwhile" text={theirs} />
          </fieldset>
        ))}
        {clashes.length === 0 && (
          <p>Both versions are the same by now. Saving again changes nothing.</p>
        )}
      </div>
    </section>
  );
}

function Choice({
  label,
  text,
  ...radio
}: {
  name: string;
  value: string;
  label: string;
  text: string;
  defaultChecked?: boolean;
}) {
  return (
    <label className="flex items-start gap-2">
      <input type="radio" {...radio} className="mt-1" />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        <span className="text-ink-muted">{label}: </span>
        {text || '(empty)'}
      </span>
    </label>
  );
}
