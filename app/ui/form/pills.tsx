interface PillsProps {
  type: 'radio' | 'checkbox';
  name: string;
  options: { value: string; label: string; className?: string }[];
  /** The values that are chosen at first. */
  chosen: (string | undefined)[];
}

/** Choices side by side; of radios one has to be chosen. */
export function Pills({ type, name, options, chosen }: PillsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {options.map(({ value, label, className }) => (
        <label key={value} className="check-pill">
          <input
            type={type}
            name={name}
            value={value}
            className={className}
            defaultChecked={chosen.includes(value)}
            required={type === 'radio'}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
