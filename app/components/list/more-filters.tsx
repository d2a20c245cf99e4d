import type { InputHTMLAttributes } from 'react';
import { Link } from '@remix-run/react';
import { ANEW, useAddress } from '~/components/frame/address';
import { Icon } from '~/components/frame/icon';
import { useSyncedField } from '~/components/forms/select-behavior';
import type { PipelineQuery } from '~/models/pipeline/query';
import type { Offered } from '~/screens/dashboard/offered.server';
import { FilterSelect } from './filter-bar';
import { LONGEST_SEARCH } from '~/models/text';

interface MoreFiltersProps {
  query: PipelineQuery;
  offered: Offered;
  /** Where the group has no place among the first filters. */
  withGroup?: boolean;
}

/** Closed unless one is used. The fields stand beside the `<details>`, in a line of their own. */
export function MoreFilters({ query, offered, withGroup }: MoreFiltersProps) {
  const { due, scored, scoreMin, scoreMax, text, updatedSince, createdSince, sort } = query;
  const { sizeMin, sizeMax, currency, whose, stage = [] } = query;
  const others = [sizeMin, sizeMax, currency, whose, ...stage];
  const used = [due, scored, scoreMin, scoreMax, text, updatedSince, createdSince, ...others];
  const isUsed = used.some((value) => value !== undefined) || Boolean(withGroup && query.group);
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
          <FilterSelect
            name="stage"
            label="Stage"
            all="All Stages"
            options={offered.stages}
            value={stage[0] ?? ''}
          />
        )}
        <FilterSelect
          name="whose"
          label="Whose"
          all="Mine and shared"
          options={offered.whose}
          value={whose ?? ''}
        />
        <FilterSelect
          name="due"
          label="Due"
          all="Due at any time"
          options={offered.due}
          value={due ?? ''}
        />
        <FilterSelect
          name="scored"
          label="Scored"
          all="Scored or not"
          options={offered.scored}
          value={scored ?? ''}
        />
        <NumberBox name="scoreMin" label="Score from" value={scoreMin} max={10} step={0.1} />
        <NumberBox name="scoreMax" label="to" value={scoreMax} max={10} step={0.1} />
        <NumberBox name="sizeMin" label="Target size from" value={sizeMin} max={1e15} step={0.01} />
        <NumberBox name="sizeMax" label="to" value={sizeMax} max={1e15} step={0.01} />
        <TextBox name="currency" label="Currency" value={currency ?? ''} maxLength={3} size={8} />
        <NumberBox
          name="updatedSince"
          label="Updated in the last"
          unit="days"
          value={updatedSince}
        />
        <NumberBox
          name="createdSince"
          label="Created in the last"
          unit="days"
          value={createdSince}
        />
        {withGroup && (
          <FilterSelect
            name="group"
            label="Group"
            all="All Groups"
            options={offered.groups}
            value={query.group}
          />
        )}
        <TextBox
          name="text"
          type="search"
          label="Text in notes and introduction"
          value={text ?? ''}
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
  value: string;
}

function TextBox({ label, value, ...input }: TextBoxProps) {
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
