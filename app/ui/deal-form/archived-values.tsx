import { useEffect, useRef } from 'react';
import type { ArchivedValue } from '~/domain/custom-field/archived-values.server';
import { Icon } from '~/ui/icon';

/** Shows what was typed into fields that have been archived since the form was opened (rule 24.8). */
export function ArchivedValues({ values }: { values: ArchivedValue[] }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [values]);
  if (!values.length) return null;
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      autoFocus
      className="notice notice-failed scroll-mt-16"
    >
      <Icon name="alert" className="mt-0.5 text-danger" />
      <div className="grid min-w-0 flex-1 gap-3">
        <div>
          <p className="font-semibold">Not saved yet</p>
          <p>
            {values.length > 1 ? 'These fields have' : `${values[0]!.label} has`} been archived
            since you opened this form, so what you entered there cannot be saved. Copy it to keep
            it elsewhere, then save the rest.
          </p>
        </div>
        {values.map(({ label, text }) => (
          <label key={label} className="grid gap-1">
            <span className="label">{label}</span>
            <textarea readOnly rows={2} className="input" value={text} />
          </label>
        ))}
      </div>
    </section>
  );
}
