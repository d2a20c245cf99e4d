interface PillsProps {
  type: 'radio' | 'checkbox';
  name: string;
  options: readonly { value: string; label: string; className?: string }[];
  chosen: (string | undefined)[];
}

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
