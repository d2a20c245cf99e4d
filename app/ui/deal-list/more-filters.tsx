import { Link } from '@remix-run/react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import type { DealQuery } from '~/domain/deal/query';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { useSyncedField } from '~/ui/form/select-behavior';
import { Icon } from '~/ui/icon';
import { FIRST_PAGE, useAddress } from '~/ui/layout/address';
import { FilterSelect, GroupFilter } from '~/ui/table/filter-bar';
import type { FilterOptions } from './filter-options.server';

interface MoreFiltersProps {
  query: DealQuery;
  offered: FilterOptions;
  hasGroupFilter?: boolean;
}

const RANGE_FILTERS = [
  { label: 'Score', names: ['scoreMin', 'scoreMax'], max: 10, step: 0.1 },
  { label: 'Target size', names: ['sizeMin', 'sizeMax'], max: 1e15, step: 0.01 },
] as const;
const DAY_FILTERS = [
  { name: 'updatedSince', label: 'Updated in the last' },
  { name: 'createdSince', label: 'Created in the last' },
] as const;
const NUMBER_FILTERS = [
  ...DAY_FILTERS.map(({ name }) => name),
  ...RANGE_FILTERS.flatMap(({ names }) => names),
];

/** Opens if one is used. The fields follow the `<details>`, on a line of their own. */
export function MoreFilters({ query, offered, hasGroupFilter }: MoreFiltersProps) {
  const { stage = [], currency, group, text, sort } = query;
  const names = [...offered.choices.map(({ name }) => name), ...NUMBER_FILTERS];
  const used = [...names.map((name) => query[name]), currency, text, ...stage];
  const isUsed = used.some((value) => value !== undefined) || Boolean(hasGroupFilter && group);
  return (
    <>
      <details className="more-filters" open={isUsed}>
        <summary className="btn" title="More filters">
          <Icon name="filters" />
          <span>More filters</span>
        </summary>
      </details>
      <div className="more-fields">
        {stage.length < 2 && (
          <LabelledFilter label="Stage">
            <FilterSelect name="stage" all="All Stages" options={offered.stages} value={stage[0]} />
          </LabelledFilter>
        )}
        {offered.choices.map(({ label, ...select }) => (
          <LabelledFilter key={select.name} label={label}>
            <FilterSelect {...select} value={query[select.name]} />
          </LabelledFilter>
        ))}
        {hasGroupFilter && (
          <LabelledFilter label="Group">
            <GroupFilter options={offered.groups} value={group} />
          </LabelledFilter>
        )}
        {RANGE_FILTERS.map(({ label, names: [min, max], ...limits }) => (
          <div key={label}>
            <span>{label}</span>
            <p>
              <NumberBox name={min} value={query[min]} label={`${label} from`} {...limits} />
              to
              <NumberBox name={max} value={query[max]} label={`${label} to`} {...limits} />
              {label === 'Target size' && (
                <TextBox name="currency" label="Currency" value={currency} maxLength={3} />
              )}
            </p>
          </div>
        ))}
        {DAY_FILTERS.map(({ name, label }) => (
          <div key={name}>
            <span>{label}</span>
            <p>
              <NumberBox name={name} value={query[name]} label={`${label} days`} />
              days
            </p>
          </div>
        ))}
        <div>
          <span>Text</span>
          <TextBox
            name="text"
            type="search"
            label="Text in notes and introduction"
            value={text}
            maxLength={MAX_SEARCH_LENGTH}
          />
        </div>
        <DueSort sort={sort} />
      </div>
    </>
  );
}

interface LabelledFilterProps {
  label: string;
  children: ReactNode;
}

function LabelledFilter({ label, children }: LabelledFilterProps) {
  return (
    <label>
      <span>{label}</span>
      {children}
    </label>
  );
}

interface NumberBoxProps {
  name: string;
  label: string;
  value: number | undefined;
  max?: number;
  step?: number;
}

function NumberBox({ label, value, max = 9999, ...input }: NumberBoxProps) {
  const text = String(value ?? '');
  return (
    <input
      ref={useSyncedField<HTMLInputElement>(text)}
      type="number"
      min={0}
      max={max}
      defaultValue={text}
      aria-label={label}
      className="input"
      {...input}
    />
  );
}

interface TextBoxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  value?: string;
}

export function TextBox({ label, value = '', ...input }: TextBoxProps) {
  return (
    <input
      ref={useSyncedField<HTMLInputElement>(value)}
      defaultValue={value}
      placeholder={label}
      aria-label={label}
      className="input"
      {...input}
    />
  );
}

function DueSort({ sort }: { sort: string }) {
  const next = sort === 'due_asc' ? 'due_desc' : 'due_asc';
  return (
    <Link to={useAddress()({ ...FIRST_PAGE, sort: next })} preventScrollReset className="link">
      {next === 'due_asc' ? 'Due, earliest first' : 'Due, latest first'}
    </Link>
  );
}
