import { Form, Link, useLocation, useNavigationType, useSubmit } from '@remix-run/react';
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Icon } from '~/components/frame/icon';

/** In ms. */
const DEBOUNCE = 300;

/** Filters as a GET form. With scripts, changes apply at once; without, Apply sends them. */
export function FilterBar({
  hidden,
  children,
}: {
  hidden: Record<string, string | undefined>;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const submit = useSubmit();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  function apply(form: HTMLFormElement) {
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (value !== '') params.set(name, String(value));
    submit(params, { method: 'get', action: pathname, preventScrollReset: true });
  }
  function onChange(event: ChangeEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    clearTimeout(typing.current);
    if (event.target instanceof HTMLSelectElement) apply(form);
    else typing.current = setTimeout(() => apply(form), DEBOUNCE);
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    clearTimeout(typing.current);
    apply(event.currentTarget);
  }

  return (
    <Form
      method="get"
      action={pathname}
      role="search"
      className="filters"
      onChange={onChange}
      onSubmit={onSubmit}
    >
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <button className="btn">Apply</button>
    </Form>
  );
}

/** Follows the address (removing its chip clears it), except while the user is typing. */
export function SearchBox({ value, what = 'companies' }: { value: string; what?: string }) {
  const box = useRef<HTMLInputElement>(null);
  const hasGoneBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (hasGoneBack || document.activeElement !== box.current) box.current!.value = value;
  }, [value, hasGoneBack]);
  return (
    <div className="search">
      <Icon name="search" className="icon" />
      <input
        ref={box}
        type="search"
        name="search"
        defaultValue={value}
        placeholder={`Search ${what}...`}
        aria-label={`Search ${what}`}
        className="input"
        enterKeyHint="search"
      />
    </div>
  );
}

export interface Option {
  value: string;
  label: string;
  deals?: number;
}

/** A value from the address outside the options is offered too. */
export function FilterSelect({
  name,
  label,
  all,
  options,
  value,
}: {
  name: string;
  label: string;
  all?: string;
  options: Option[];
  value: string;
}) {
  const offered =
    value && !options.some((option) => option.value === value)
      ? [...options, { value, label: value }]
      : options;
  return (
    <select key={value} name={name} defaultValue={value} aria-label={label} className="input">
      {all && <option value="">{all}</option>}
      {offered.map((option) => (
        <option key={option.value} value={option.value} label={countLabel(option)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function countLabel({ label, deals }: Option): string | undefined {
  return deals === undefined ? undefined : `${label} (${deals.toLocaleString('en')})`;
}

export function FilterChips({
  chips,
}: {
  chips: { name: string; label: string; value: string }[];
}) {
  const address = useAddress();
  const active = chips.filter(({ value }) => value);
  if (!active.length) return null;
  return (
    <ul aria-label="Active filters" className="flex max-w-full min-w-0 flex-wrap gap-2">
      {active.map(({ name, label, value }) => (
        <li key={name} className="flex max-w-full min-w-0">
          <Link
            to={address({ ...CLOSED, page: undefined, [name]: undefined })}
            preventScrollReset
            className="pill gap-1 bg-accent-wash py-0.5 pr-1"
            aria-label={`Remove filter ${label}: ${value}`}
          >
            <span className="truncate">
              {label}: {value}
            </span>
            <Icon name="close" className="icon size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
