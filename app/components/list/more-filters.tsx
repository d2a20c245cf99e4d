import type { InputHTMLAttributes } from 'react';
import { Link } from '@remix-run/react';
import { ANEW, useAddress } from '~/components/frame/address';
import { Icon } from '~/components/frame/icon';
import { useSyncedField } from '~/components/forms/select-behavior';
import type { PipelineQuery } from '~/models/pipeline/query';
import type { Offered } from '~/screens/dashboard/offered.server';
import { FilterSelect, GroupFilter } from './filter-bar';
import { LONGEST_SEARCH } from '~/models/text';

interface MoreFiltersProps {
  query: PipelineQuery;
  offered: Offered;
  /** Where the group has no place among the first filters. */
  withGroup?: boolean;
}

/** Without the stage, which may have several values, and the group. */
const SELECTS = [
  { name: 'whose', label: 'Whose', all: 'Mine and shared' },
  { name: 'due', label: 'Due', all: 'Due at any time' },
  { name: 'scored', label: 'Scored', all: 'Scored or not' },
] as const;
const RANGES = [
  { name: 'scoreMin', label: 'Score from', max: 10, step: 0.1 },
  { name: 'scoreMax', label: 'to', max: 10, step: 0.1 },
  { name: 'sizeMin', label: 'Target size from', max: 1e15, step: 0.01 },
  { name: 'sizeMax', label: 'to', max: 1e15, step: 0.01 },
] as const;
const DAYS = [
  { name: 'updatedSince', label: 'Updated in the last', unit: 'days' },
  { name: 'createdSince', label: 'Created in the last', unit: 'days' },
] as const;
const NAMES = [...SELECTS, ...RANGES, ...DAYS].map(({ name }) => name);

/** Closed unless one is used. The fields stand beside the `<details>`, in a line of their own. */
export function MoreFilters({ query, offered, withGroup }: MoreFiltersProps) {
  const { stage = [], currency, group, text, sort } = query;
  const used = [...NAMES.map((name) => query[name]), currency, text, ...stage];
  const isUsed = used.some((value) => value !== undefined) || Boolean(withGroup && group);
  const numberBox = ({ name, ...box }: (typeof RANGES | typeof DAYS)[number]) => (
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
        {SELECTS.map((select) => (
          <FilterSelect
            key={select.name}
            {...select}
            options={offered[select.name]}
            value={query[select.name]}
          />
        ))}
        {RANGES.map(numberBox)}
        <TextBox name="currency" label="Currency" value={currency} maxLength={3} size={8} />
        {DAYS.map(numberBox)}
        {withGroup && <GroupFilter options={offered.groups} value={group} />}
        <TextBox
          name="text"
          type="search"
          label="Text in notes and introduction"
          value={text}
          maxLength={LONGEST_SEARCH}
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

/** The sorts by due day have no place among those of the menu. */
function DueSort({ sort }: { sort: string }) {
  const next = sort === 'due_asc' ? 'due_desc' : 'due_asc';
  return (
    <Link to={useAddress()({ ...ANEW, sort: next })} preventScrollReset className="link">
      {next === 'due_asc' ? 'Due, earliest first' : 'Due, latest first'}
    </Link>
  );
}
