import { Pills } from '~/ui/form/pills';
import type { CustomFieldFilterControl } from './view.server';

const INPUT_TYPES: Record<string, string> = { day: 'date', number: 'number', money: 'number' };

const LABEL_CLASSES = 'label max-w-80 break-words';

export function CustomFieldFilter({ control }: { control: CustomFieldFilterControl }) {
  const { kind, label, names, options, values } = control;
  const [name, max] = names;
  const type = INPUT_TYPES[kind] ?? 'text';
  const box = (name: string, labels: { id?: string; 'aria-label'?: string }) => (
    <input
      type={type}
      step={type === 'number' ? 'any' : undefined}
      name={name}
      defaultValue={values[name]?.[0]}
      className="input min-w-0 flex-1"
      {...labels}
    />
  );
  if (!options.length && !max)
    return (
      <div className="label-row">
        <label htmlFor={name} className={LABEL_CLASSES}>
          {label}
        </label>
        {box(name!, { id: name })}
      </div>
    );
  return (
    <div role="group" aria-labelledby={`${name}-label`} className="label-row">
      <span id={`${name}-label`} className={LABEL_CLASSES}>
        {label}
      </span>
      {options.length ? (
        <Pills type="checkbox" name={name!} options={options} chosen={values[name!] ?? []} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {box(name!, { 'aria-label': 'from' })}
          <span aria-hidden>to</span>
          {box(max!, { 'aria-label': 'to' })}
        </div>
      )}
    </div>
  );
}
