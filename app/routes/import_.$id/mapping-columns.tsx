import { useState } from 'react';
import { KEEP_AS_FIELD } from '~/domain/import/mapping/targets';
import type { ColumnProblem } from '~/domain/import/mapping/validate';
import { CURRENCY_CODES, FACTOR_LABELS } from '~/domain/import/values/amount-labels';
import { FieldError } from '~/ui/form/fields';
import { ListTable } from '~/ui/table/list-table';
import type { MappingView } from './view.server';

type SheetView = MappingView['sheets'][number];

export interface SheetProps {
  index: number;
  sheet: SheetView;
  amountTargets: string[];
  numberTargets: string[];
  problems: ColumnProblem[];
}

export function Columns({
  index,
  sheet: { name, columns, targets },
  amountTargets,
  numberTargets,
  problems,
}: SheetProps) {
  return (
    <ListTable
      className="columns"
      caption={`Columns of ${name}`}
      heads={['Column', 'First values', 'Field']}
    >
      {columns.map((column) => (
        <Column
          key={column.column}
          id={`${index}-${column.column}`}
          column={column}
          targets={targets}
          amountTargets={amountTargets}
          numberTargets={numberTargets}
          error={problems.find((problem) => problem.column === column.column)?.message}
        />
      ))}
    </ListTable>
  );
}

interface ColumnProps {
  id: string;
  column: SheetView['columns'][number];
  targets: SheetView['targets'];
  amountTargets: string[];
  numberTargets: string[];
  error?: string;
}

function Column({
  id,
  column: { letter, header, samples, dates, target, newName, amount, separators },
  targets,
  amountTargets,
  numberTargets,
  error,
}: ColumnProps) {
  const [shownTarget, setShownTarget] = useState(target);
  const name = `target-${id}`;
  const label = `column ${letter}, ${header}`;
  const hasNewName = shownTarget === KEEP_AS_FIELD.key;
  const wrong = error && ({ 'aria-invalid': true, 'aria-describedby': `${name}-error` } as const);
  return (
    <tr>
      <th scope="row">
        <span className="muted mr-1 tabular">{letter}</span> {header}
      </th>
      <td>
        {samples.length ? samples.join(' · ') : <span className="muted">empty</span>}
        {dates && <p className="muted">{dates}</p>}
      </td>
      <td>
        <select
          name={name}
          defaultValue={target}
          className="input"
          aria-label={`Field of ${label}`}
          onChange={(event) => setShownTarget(event.target.value)}
          {...(!hasNewName && wrong)}
        >
          <option value="">Ignore</option>
          {targets.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {hasNewName && (
          <input
            {...wrong}
            name={`name-${id}`}
            defaultValue={newName}
            className="input mt-1"
            aria-label={`Name of the new field for ${label}`}
          />
        )}
        {amount && amountTargets.includes(shownTarget) && (
          <AmountUnit id={id} label={label} amount={amount} />
        )}
        {separators && numberTargets.includes(shownTarget) && (
          <Separators id={id} label={label} separators={separators} />
        )}
        <FieldError id={`${name}-error`} message={error} />
      </td>
    </tr>
  );
}

interface AmountUnitProps {
  id: string;
  label: string;
  amount: NonNullable<SheetView['columns'][number]['amount']>;
}

function AmountUnit({ id, label, amount: { currency = '', factor = 1 } }: AmountUnitProps) {
  const currencies = CURRENCY_CODES.includes(currency)
    ? CURRENCY_CODES
    : [currency, ...CURRENCY_CODES];
  return (
    <div className="mt-1">
      <p className="muted">Bare numbers are in</p>
      <div className="flex flex-wrap gap-1">
        <select
          name={`currency-${id}`}
          defaultValue={currency}
          className="input w-auto"
          aria-label={`Currency of ${label}`}
        >
          <option value="">No currency, or the row’s</option>
          {currencies.filter(Boolean).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
        <select
          name={`factor-${id}`}
          defaultValue={factor}
          className="input w-auto"
          aria-label={`Unit of ${label}`}
        >
          {Object.entries(FACTOR_LABELS).map(([value, unit]) => (
            <option key={value} value={value}>
              {unit}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface SeparatorsProps {
  id: string;
  label: string;
  separators: NonNullable<SheetView['columns'][number]['separators']>;
}

/** Asks how to read '1.200' where the column's other numbers do not say it. */
function Separators({ id, label, separators: { number, chosen, readings } }: SeparatorsProps) {
  return (
    <select
      name={`decimals-${id}`}
      defaultValue={chosen}
      className="input mt-1"
      aria-label={`Numbers such as ${number} in ${label}`}
    >
      <option value="">{number}: ask for each value</option>
      {readings.map(({ separator, text }) => (
        <option key={separator} value={separator}>
          {number} is {text}
        </option>
      ))}
    </select>
  );
}
