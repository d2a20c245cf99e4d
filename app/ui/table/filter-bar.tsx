import { Form, Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { formatNumber } from '~/domain/text/text';
import type { ActiveFilter } from '~/format/active-filters';
import { includeValue, type SelectOption, useSyncedField } from '~/ui/form/select-behavior';
import { Icon } from '~/ui/icon';
import { FIRST_PAGE, useAddress } from '~/ui/layout/address';
import { useFilterHandlers, useFocusAfterRemoval } from './filter-behavior';

interface FilterBarProps {
  hidden: Record<string, string | number | string[] | undefined>;
  children: ReactNode;
}

export function FilterBar({ hidden, children }: FilterBarProps) {
  const { pathname } = useLocation();
  return (
    <Form
      method="get"
      action={pathname}
      role="search"
      aria-label="Filters"
      className="filters"
      autoComplete="off"
      {...useFilterHandlers()}
    >
      {Object.entries(hidden).map(([name, values]) =>
        [values ?? []]
          .flat()
          .filter((value) => value !== '')
          .map((value) => <input key={value} type="hidden" name={name} value={value} />),
      )}
      {children}
      <button className="btn without-scripts">Apply</button>
    </Form>
  );
}

export function SearchBox({ value, what, hint }: { value: string; what: string; hint: string }) {
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={useSyncedField<HTMLInputElement>(value)}
        type="search"
        name="search"
        defaultValue={value}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={`Search ${what}...`}
        aria-label={`Search ${what}`}
        title={hint}
        className="input"
        enterKeyHint="search"
      />
    </div>
  );
}

interface FilterSelectProps {
  name: string;
  label?: string;
  all?: string;
  options: SelectOption[];
  value?: string;
}

/** Adds a value from the address that is not among the options. */
export function FilterSelect({ name, label, all, options, value = '' }: FilterSelectProps) {
  const select = useSyncedField<HTMLSelectElement>(value);
  return (
    <select ref={select} name={name} defaultValue={value} aria-label={label} className="input">
      {all && <option value="">{all}</option>}
      {includeValue(options, value).map(({ value, label, deals }) => (
        <option
          key={value}
          value={value}
          label={deals === undefined ? undefined : `${label} (${formatNumber(deals)})`}
        >
          {label}
        </option>
      ))}
    </select>
  );
}

export function GroupFilter(props: Pick<FilterSelectProps, 'label' | 'options' | 'value'>) {
  return <FilterSelect name="group" all="All Groups" {...props} />;
}

export function FilterChips({ chips }: { chips: ActiveFilter[] }) {
  const address = useAddress();
  const { list, onRemove } = useFocusAfterRemoval(chips.length);
  if (!chips.length) return null;
  return (
    <ul ref={list} aria-label="Active filters" className="flex max-w-full min-w-0 flex-wrap gap-2">
      {chips.map(({ name, label, value }, i) => (
        <li key={name} className="flex max-w-full min-w-0">
          <Link
            to={address({ ...FIRST_PAGE, [name]: undefined })}
            preventScrollReset
            onClick={() => onRemove(name, i)}
            className="pill gap-1 bg-accent-wash py-0.5 pr-1"
            aria-label={`Remove filter ${label}: ${value}`}
          >
            <span className="truncate">
              {label}: {value}
            </span>
            <Icon name="close" className="size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
