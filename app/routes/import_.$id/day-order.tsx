import { FieldError } from '~/ui/form/fields';
import type { MappingView } from './view.server';

interface DayOrderProps {
  day: NonNullable<MappingView['day']>;
  dayFirst?: boolean | null;
  isOpen?: boolean;
}

export function DayOrder({ day, dayFirst, isOpen }: DayOrderProps) {
  const choices = [
    { value: 'yes', label: `${day.text} is ${day.dayFirst}`, isChosen: dayFirst === true },
    { value: 'no', label: `${day.text} is ${day.monthFirst}`, isChosen: dayFirst === false },
  ];
  return (
    <fieldset className="section" aria-describedby={isOpen ? 'day-error' : undefined}>
      <legend>
        <h2>Is the day or the month first?</h2>
      </legend>
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
