import { FieldError } from '~/ui/form/fields';
import type { MappingView } from './view.server';

interface DayOrderProps {
  days: MappingView['days'];
  dayFirst?: boolean | null;
  isOpen?: boolean;
}

export function DayOrder({ days, dayFirst, isOpen }: DayOrderProps) {
  const [first] = days;
  if (!first) return null;
  const choices = [
    { value: 'yes', label: `${first.text} is ${first.dayFirst}`, isChosen: dayFirst === true },
    { value: 'no', label: `${first.text} is ${first.monthFirst}`, isChosen: dayFirst === false },
  ];
  const columns = days.map(({ header, text }) => `${header} (${text})`);
  return (
    <fieldset className="section" aria-describedby={isOpen ? 'day-error' : undefined}>
      <legend>
        <h2>Is the day or the month first?</h2>
      </legend>
      {days.length > 1 && (
        <p className="muted break-words">
          This applies to {new Intl.ListFormat('en').format(columns)}.
        </p>
      )}
      {choices.map(({ value, label, isChosen }) => (
        <label key={value} className="flex items-center gap-2">
          <input type="radio" name="dayFirst" value={value} required defaultChecked={isChosen} />
          {label}
        </label>
      ))}
      <FieldError
        id="day-error"
        message={isOpen ? 'Choose how to read dates like this one.' : undefined}
      />
    </fieldset>
  );
}
