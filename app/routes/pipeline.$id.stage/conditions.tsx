import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { type FieldState, Select, TextField } from '~/ui/form/fields';
import { CONDITION_ROWS, getConditionField } from './condition-fields';
import type { StageView } from './view.server';

interface ConditionsProps {
  deal: StageView;
  getField: (name: string) => FieldState;
}

export function Basis({ deal: { rounds, memos }, getField }: ConditionsProps) {
  return (
    <>
      {rounds.length > 0 && (
        <Select field={getField('roundId')} label="Round" options={rounds} empty="None" />
      )}
      {memos.length > 0 && (
        <Select field={getField('memoId')} label="Memo" options={memos} empty="None" />
      )}
    </>
  );
}

export function Conditions({ deal: { people }, getField }: ConditionsProps) {
  const isFilled = CONDITION_ROWS.some((row) => {
    const { initialValue, errors } = getField(getConditionField('text', row));
    return initialValue || errors;
  });
  return (
    <details open={isFilled}>
      <summary className="w-fit py-1.5 text-accent">Conditions</summary>
      <p className="hint">Each becomes a task, which is shown until it is met or waived.</p>
      {CONDITION_ROWS.map((row) => (
        <fieldset key={row} className="mt-4">
          <legend className="sr-only">Condition {row}</legend>
          <div className="grid gap-2">
            <TextField
              field={getField(getConditionField('text', row))}
              label={`Condition ${row}`}
              autoComplete="off"
            />
            <div className="grid gap-2 sm:grid-cols-2">
              <Select
                field={getField(getConditionField('userId', row))}
                label="Who"
                options={people}
                empty="Me"
              />
              <TextField
                field={getField(getConditionField('dueOn', row))}
                label="By"
                type="date"
                min={MIN_DAY}
                max={MAX_DAY}
              />
            </div>
          </div>
        </fieldset>
      ))}
    </details>
  );
}
