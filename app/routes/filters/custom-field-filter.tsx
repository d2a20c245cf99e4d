import { Pills } from '~/ui/form/pills';
import type { CustomFieldFilterControl } from './view.server';

const INPUT_TYPES: Record<string, string> = { day: 'date', number: 'number', money: 'number' };

const LABEL_CLASSES = 'label max-w-80 break-words';

export function CustomFieldFilter({ control }: { control: CustomFieldFilterControl }) {
  const { kind, label, names, options, values } = control;
  const [name, max] = names;
  const type = INPUT_TYPES[kind] ?? 'text';
  const renderBox = (
    name: string,
    labels: { id?: string; 'aria-label'?: string },
    value = values[name]?.[0],
  ) => (
    <input
      type={type}
      step={type === 'number' ? 'any' : undefined}
      name={name}
      defaultValue={value}
      className="input min-w-0 flex-1"
      {...labels}
    />
  );
  const texts = values[name!] ?? [];
  if (!options.length && !max && texts.length < 2)
    return (
      <div className="label-row">
        <label htmlFor={name} className={LABEL_CLASSES}>
          {label}
        </label>
        {renderBox(name!, { id: name })}
      </div>
    );
  return (
    <div role="group" aria-labelledby={`${name}-label`} className="label-row">
      <span id={`${name}-label`} className={LABEL_CLASSES}>
        {label}
      </span>
      {options.length > 0 && (
        <Pills type="checkbox" name={name!} options={options} chosen={texts} />
      )}
      {!options.length && !max && (
        <div className="grid min-w-0 flex-1 gap-2">
          {texts.map((text, n) => (
            <div key={text} className="flex">
              {renderBox(name!, { 'aria-label': `${label} ${n + 1}` }, text)}
            </div>
          ))}
        </div>
      )}
      {max && (
        <div className="flex flex-wrap items-center gap-2">
          {renderBox(name!, { 'aria-label': 'from' })}
          <span aria-hidden>to</span>
          {renderBox(max!, { 'aria-label': 'to' })}
        </div>
      )}
    </div>
  );
}
