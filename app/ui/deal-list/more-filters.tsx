import { Link } from '@remix-run/react';
import type { InputHTMLAttributes } from 'react';
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
  /** True if the group is not among the first filters. */
  withGroup?: boolean;
}

/** Excludes the stage, which may have several values, and the group. */
const SELECT_FILTERS = [
  { name: 'whose', label: 'Whose', all: 'Mine and shared' },
  { name: 'due', label: 'Due', all: 'Due at any time' },
  { name: 'scored', label: 'Scored', all: 'Scored or not' },
] as const;
const RANGE_FILTERS = [
  { name: 'scoreMin', label: 'Score from', max: 10, step: 0.1 },
  { name: 'scoreMax', label: 'to', max: 10, step: 0.1 },
  { name: 'sizeMin', label: 'Target size from', max: 1e15, step: 0.01 },
  { name: 'sizeMax', label: 'to', max: 1e15, step: 0.01 },
] as const;
const DAY_FILTERS = [
  { name: 'updatedSince', label: 'Updated in the last', unit: 'days' },
  { name: 'createdSince', label: 'Created in the last', unit: 'days' },
] as const;
const FILTER_NAMES = [...SELECT_FILTERS, ...RANGE_FILTERS, ...DAY_FILTERS].map(({ name }) => name);

/** Opens if one is used. The fields follow the `<details>`, on a line of their own. */
export function MoreFilters({ query, offered, withGroup }: MoreFiltersProps) {
  const { stage = [], currency, group, text, sort } = query;
  const used = [...FILTER_NAMES.map((name) => query[name]), currency, text, ...stage];
  const isUsed = used.some((value) => value !== undefined) || Boolean(withGroup && group);
  const numberBox = ({ name, ...box }: (typeof RANGE_FILTERS | typeof DAY_FILTERS)[number]) => (
    <NumberBox key={name} name={name} value={query[name]} {...box} />
  );
  return (
    <>
      <details className="more-filters" open={isUsed}>
        <summary className="btn" title="More filters">
          <Icon name="filters" />
          <span>More filters</span>
        </summary>
      </details>
      <div className="more-fields flex flex-wrap items-center gap-2">
        {stage.length < 2 && (
          <FilterSelect
            name="stage"
            label="Stage"
            all="All Stages"
            options={offered.stages}
            value={stage[0]}
          />
        )}
        {SELECT_FILTERS.map((select) => (
          <FilterSelect
            key={select.name}
            {...select}
            options={offered[select.name]}
            value={query[select.name]}
          />
        ))}
        {RANGE_FILTERS.map(numberBox)}
        <TextBox name="currency" label="Currency" value={currency} maxLength={3} size={8} />
        {DAY_FILTERS.map(numberBox)}
        {withGroup && <GroupFilter options={offered.groups} value={group} />}
        <TextBox
          name="text"
          type="search"
          label="Text in notes and introduction"
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
        />
        <DueSort sort={sort} />
      </div>
    </>
  );
}

interface NumberBoxProps {
  name: string;
  label: string;
  unit?: string;
  value: number | undefined;
  max?: number;
  step?: number;
}

function NumberBox({ label, unit, value, max = 9999, ...input }: NumberBoxProps) {
  const text = String(value ?? '');
  return (
    <label>
      {label}
      <input
        ref={useSyncedField<HTMLInputElement>(text)}
        type="number"
        min={0}
        max={max}
        defaultValue={text}
        className="input"
        {...input}
      />
      {unit}
    </label>
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

/** Shows a sort by due day, which the sort menu does not have. */
function DueSort({ sort }: { sort: string }) {
  const next = sort === 'due_asc' ? 'due_desc' : 'due_asc';
  return (
    <Link to={useAddress()({ ...FIRST_PAGE, sort: next })} preventScrollReset className="link">
      {next === 'due_asc' ? 'Due, earliest first' : 'Due, latest first'}
    </Link>
  );
}
