import { Pills } from '~/ui/form/pills';
import type { CustomFieldFilterControl } from './view.server';

const INPUT_TYPES: Record<string, string> = { day: 'date', number: 'number', money: 'number' };

export function CustomFieldFilter({ control }: { control: CustomFieldFilterControl }) {
  const { kind, label, names, options, values } = control;
  const [name, max] = names;
  if (options.length)
    return (
      <fieldset>
        <legend className="label">{label}</legend>
        <div className="mt-1">
          <Pills type="checkbox" name={name!} options={options} chosen={values[name!] ?? []} />
        </div>
      </fieldset>
    );
  const type = INPUT_TYPES[kind] ?? 'text';
  const box = (name: string, word?: string) => (
    <label className="flex items-center gap-2">
      <span className={word ? undefined : 'label'}>{word ?? label}</span>
      <input
        type={type}
        step={type === 'number' ? 'any' : undefined}
        name={name}
        defaultValue={values[name]?.[0]}
        className="input"
      />
    </label>
  );
  if (!max) return box(name!);
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {box(name!, 'from')}
        {box(max, 'to')}
      </div>
    </fieldset>
  );
}
