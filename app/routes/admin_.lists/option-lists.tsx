import { Form, useSearchParams } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { ErrorSummary } from '~/ui/form/error-summary';
import { useRetry } from '~/ui/form/retry';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { Icon } from '~/ui/icon';
import type { OptionListView } from './view.server';

interface OptionListsProps {
  lists: OptionListView[];
  isReasonRequired: boolean;
  reply?: RejectedForm;
}
interface RejectedForm {
  sent: Record<string, string>;
  errors: { path: string; message: string }[];
}
type ListedOption = OptionListView['options'][number];

export function OptionLists({ lists, isReasonRequired, reply }: OptionListsProps) {
  const { onSubmit, notice } = useRetry('Failed to save the list');
  return (
    <div className="grid gap-6">
      {notice}
      {reply && isGone(lists, reply) && (
        <ErrorSummary title="Not saved" text={describeGoneOption(reply)} />
      )}
      {lists.map((list) => (
        <OptionListSection key={list.name} list={list} reply={reply} onSubmit={onSubmit}>
          {list.name === 'reasons' && <ReasonRequirement isRequired={isReasonRequired} />}
        </OptionListSection>
      ))}
    </div>
  );
}

/** Returns whether the form is for an option that has been retired meanwhile. */
function isGone(lists: OptionListView[], { sent: { id } }: RejectedForm): boolean {
  return Boolean(id) && !lists.some(({ options }) => options.some((one) => String(one.id) === id));
}

function describeGoneOption({ sent, errors }: RejectedForm): string {
  const cause = joinMessages(errors);
  return sent.do === 'save' ? `“${sent.name}” was not saved. ${cause}` : cause;
}

function joinMessages(errors: RejectedForm['errors']): string {
  return errors.map(({ message }) => message).join('. ');
}

function OptionListSection({ children, ...props }: OptionFormProps & { children: ReactNode }) {
  const { list, reply, onSubmit } = props;
  const [params] = useSearchParams();
  const isNamed = params.get('list') === list.name || reply?.sent.list === list.name;
  // Sets the first state only: afterwards the reader opens and closes the section.
  const [isOpen] = useState(isNamed);
  return (
    <section aria-labelledby={`list-${list.name}`} className="card">
      <details open={isOpen}>
        <summary className="py-1.5">
          <h2 id={`list-${list.name}`} className="inline">
            {list.title}
          </h2>{' '}
          <span className="muted">{list.options.length}</span>
        </summary>
        {list.hint && <p className="hint">{list.hint}</p>}
        <ol className="mt-2 mb-3 grid gap-1">
          {list.options.map((option) => (
            <li key={option.id}>
              <OptionRow list={list} option={option} reply={reply} onSubmit={onSubmit} />
            </li>
          ))}
        </ol>
        <NewOption {...props} />
        {children}
      </details>
    </section>
  );
}

interface OptionFormProps {
  list: OptionListView;
  reply?: RejectedForm;
  onSubmit: ReturnType<typeof useRetry>['onSubmit'];
}

const OPTION_CLASSES = 'flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:gap-1 max-sm:py-1';

function OptionRow({ list, option, reply, onSubmit }: OptionFormProps & { option: ListedOption }) {
  const { id, name, kind, days, seen } = option;
  const isRejected = reply?.sent.id === String(id);
  const isInvalid = (field: string) => isRejected && isFieldInvalid(reply, field);
  const sent = isRejected ? reply.sent : { name, days: String(days ?? ''), seen };
  return (
    <Form
      key={`${name} ${days}`}
      method="post"
      action={useSubmitAddress()}
      onSubmit={onSubmit}
      aria-label={name}
      preventScrollReset
      className={OPTION_CLASSES}
    >
      <input type="hidden" name="list" value={list.name} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={sent.seen} />
      <NameBox value={sent.name} label={`Name of ${name}`} isInvalid={isInvalid('name')} />
      {kind && <span className="pill min-w-[60px] justify-center">{kind}</span>}
      {list.has.includes('days') && <DaysBox value={sent.days} isInvalid={isInvalid('days')} />}
      <button name="do" value="save" className="btn">
        Save
      </button>
      <button name="do" value="up" className="btn btn-icon" title="Move up">
        <Icon name="up" />
        <span className="sr-only">Move up</span>
      </button>
      <button name="do" value="down" className="btn btn-icon" title="Move down">
        <Icon name="down" />
        <span className="sr-only">Move down</span>
      </button>
      <button name="do" value="retire" className="btn btn-danger max-sm:ml-auto">
        Retire
      </button>
      {isRejected && <OptionError errors={reply.errors} />}
    </Form>
  );
}

function NewOption({ list, reply, onSubmit }: OptionFormProps) {
  const isRejected = reply?.sent.list === list.name && !reply.sent.id;
  const isInvalid = (field: string) => isRejected && isFieldInvalid(reply, field);
  const sent = isRejected ? reply.sent : undefined;
  return (
    <Form
      key={list.options.length}
      method="post"
      action={useSubmitAddress()}
      onSubmit={onSubmit}
      aria-label={`New ${list.noun}`}
      preventScrollReset
      className={OPTION_CLASSES}
    >
      <input type="hidden" name="list" value={list.name} />
      <NameBox value={sent?.name} label={`New ${list.noun}`} isInvalid={isInvalid('name')} />
      {list.has.includes('kind') && (
        <select
          name="kind"
          defaultValue={sent?.kind || 'open'}
          aria-label="Kind"
          className="input w-auto"
        >
          {STAGE_KINDS.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      )}
      {list.has.includes('days') && <DaysBox value={sent?.days} isInvalid={isInvalid('days')} />}
      <button name="do" value="add" className="btn btn-primary">
        Add
      </button>
      {isRejected && <OptionError errors={reply!.errors} />}
    </Form>
  );
}

/** Returns whether the error is about the text field rather than a button such as Retire. */
function isFieldInvalid({ sent, errors }: RejectedForm, field: string): boolean {
  return /^(add|save)$/.test(sent.do ?? '') && errors.some(({ path }) => path === field);
}

interface BoxProps {
  value: string | undefined;
  isInvalid: boolean;
}

const ERROR_ID = 'option-error';
const INVALID_PROPS = { 'aria-invalid': true, 'aria-describedby': ERROR_ID } as const;

function NameBox({ value, label, isInvalid }: BoxProps & { label: string }) {
  return (
    <input
      {...(isInvalid && INVALID_PROPS)}
      type="text"
      name="name"
      defaultValue={value}
      aria-label={label}
      placeholder={label.startsWith('New') ? label : undefined}
      className="input max-w-80 flex-[1_1_160px] max-sm:basis-60"
    />
  );
}

function DaysBox({ value, isInvalid }: BoxProps) {
  return (
    <label className="flex items-center gap-1">
      Days
      <input
        {...(isInvalid && INVALID_PROPS)}
        type="number"
        name="days"
        defaultValue={value}
        min={0}
        max={9999}
        className="input w-16"
      />
    </label>
  );
}

function OptionError({ errors }: Pick<RejectedForm, 'errors'>) {
  return (
    <p id={ERROR_ID} role="alert" tabIndex={-1} autoFocus className="error w-full">
      <Icon name="alert" className="mt-0.5" />
      {joinMessages(errors)}
    </p>
  );
}

function ReasonRequirement({ isRequired }: { isRequired: boolean }) {
  return (
    <Form key={String(isRequired)} method="post" preventScrollReset className={OPTION_CLASSES}>
      <input type="hidden" name="list" value="reasons" />
      <label className="flex min-h-8 items-center gap-2">
        <input type="checkbox" name="required" defaultChecked={isRequired} />A reason is required
      </label>
      <button name="do" value="required" className="btn">
        Save
      </button>
    </Form>
  );
}
