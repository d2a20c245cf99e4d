import { Form, Link } from '@remix-run/react';
import { truncate } from '~/domain/text/text';
import { EVENT_KIND_LABELS, SUBJECT_LABELS } from '~/domain/timeline/labels';
import { Text } from '~/ui/text/long-text';
import type { ChangeView, WholeChangeView } from './change-view.server';

const MAX_EXPANDED_FIELDS = 5;

export function PersonName({ name, email }: ChangeView['who']) {
  return <bdi title={email}>{name}</bdi>;
}

export function TokenName({ name }: { name: string }) {
  return (
    <>
      {' · API token '}
      <bdi>{name}</bdi>
    </>
  );
}

export function ChangeHead({
  change,
  showAbout,
}: {
  change: Omit<WholeChangeView, 'fields'>;
  showAbout?: boolean;
}) {
  return (
    <>
      <p>
        <strong className="font-semibold">{formatChangeTitle(change)}</strong>{' '}
        {change.item && <bdi>{change.item}</bdi>} {showAbout && <PersonName {...change.about} />}{' '}
        <span className="muted">
          {`${change.at} · `}
          <PersonName {...change.who} />
          {change.token && <TokenName name={change.token} />}
          {change.import && <ImportName {...change.import} />}
        </span>
      </p>
      {change.reason && <p className="break-words">“{change.reason}”</p>}
    </>
  );
}

function ImportName({ text, id }: NonNullable<ChangeView['import']>) {
  return (
    <>
      {' · '}
      {id ? (
        <Link to={`/import/${id}/result`} className="link">
          {text}
        </Link>
      ) : (
        text
      )}
    </>
  );
}

function formatChangeTitle({
  subject,
  kind,
  merge,
}: Pick<ChangeView, 'subject' | 'kind' | 'merge'>) {
  if (merge) return `${SUBJECT_LABELS[subject]} ${merge}`;
  if (subject === 'file' && kind === 'created') return 'File added';
  return `${SUBJECT_LABELS[subject]}${kind.includes(' ') ? ':' : ''} ${EVENT_KIND_LABELS[kind]}`;
}

/**
 * Shows old and new values; if `canRestore`, with a button to restore the old one. `whole` is the
 * address of the change with its long texts.
 */
export function ChangedFields({
  change,
  whole,
  canRestore = false,
}: {
  change: ChangeView;
  whole: string;
  canRestore?: boolean;
}) {
  if (!change.fields.length) return null;
  const fields = (
    <>
      <Fields change={change} canRestore={canRestore} />
      {change.isCut && (
        <Link to={whole} className="link">
          Show full text
        </Link>
      )}
    </>
  );
  if (change.fields.length <= MAX_EXPANDED_FIELDS) return fields;
  return (
    <details>
      <summary className="py-1.5">{change.fields.length} fields</summary>
      {fields}
    </details>
  );
}

export function WholeChange({ change }: { change: WholeChangeView }) {
  return (
    <>
      <ChangeHead change={change} />
      <Fields change={change} />
    </>
  );
}

interface FieldsProps {
  change: Pick<WholeChangeView, 'id' | 'kind'> & {
    fields: (WholeChangeView['fields'][number] & { isRestorable?: boolean })[];
  };
  canRestore?: boolean;
}

function Fields({ change, canRestore = false }: FieldsProps) {
  return (
    <dl className="changed">
      {change.fields.map(({ field, label, from, to, sentence, isRestorable }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {!sentence && change.kind !== 'created' && from !== to && (
              <>
                <del>
                  <Text text={from} />
                </del>{' '}
                <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins>
              <Text text={sentence ?? to} />
            </ins>
            {from === to && ', set again'}
            {canRestore && isRestorable && (
              <Form
                method="post"
                className="max-w-full max-sm:mt-1 sm:inline-block"
                preventScrollReset
              >
                <input type="hidden" name="change" value={change.id} />
                <button
                  name="field"
                  value={field}
                  className="btn sm:ml-2"
                  aria-label={`${getRestoreLabel(from)} (${label})`}
                >
                  {getRestoreLabel(from)}
                </button>
              </Form>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function getRestoreLabel(value: string): string {
  const short = value.replace(/\s+/g, ' ').trim();
  if (!short) return 'Restore to empty';
  if (/^\d+\.\d$/.test(short)) return `Restore ${short}`;
  return `Restore “${short.length > 24 ? `${truncate(short, 24).trim()}…` : short}”`;
}
