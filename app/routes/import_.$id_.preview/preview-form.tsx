import { Form, Link, useFetcher, useNavigation } from '@remix-run/react';
import { formatCount, formatNumber } from '~/domain/text/text';
import { formatImportButton, PREVIEW_ROW_KINDS, ROW_KIND_LABELS } from '~/format/import';
import { useRetry } from '~/ui/form/retry';
import { Icon } from '~/ui/icon';
import { ImportHead } from '~/ui/import/import-head';
import { Checks } from './checks';
import { PreviewPages, PreviewTable } from './preview-table';
import type { PreviewView } from './view.server';

interface RejectedNoticeProps {
  problem: string;
  isOutdated: boolean;
  open?: string;
}

interface PreviewFormProps {
  preview: PreviewView;
  reply?: RejectedNoticeProps | object;
}

export function PreviewForm({ preview, reply = {} }: PreviewFormProps) {
  const { id, file, kind, pager } = preview;
  const fetcher = useFetcher();
  const { onSubmit, notice } = useRetry('Failed to save your choices');
  const address = `/import/${id}/preview?${new URLSearchParams({ kind, page: String(pager.page) })}`;
  return (
    <Form
      method="post"
      action={address}
      onSubmit={onSubmit}
      onChange={({ currentTarget }) => {
        const chosen = new FormData(currentTarget);
        chosen.set('do', 'keep');
        fetcher.submit(chosen, { method: 'post', action: address });
      }}
    >
      {/* Pressed by Enter in a field. */}
      <button className="hidden" tabIndex={-1} aria-hidden>
        Save choices
      </button>
      <ImportHead title="Preview" file={file}>
        <p className="mt-1 text-ink-muted">Nothing is saved until you import.</p>
      </ImportHead>
      {notice}
      {'problem' in reply && <RejectedNotice {...reply} open={preview.open} />}
      <NotImported lines={preview.notImported} />
      <Checks {...preview} />
      <SkippedCellsNotice id={id} rows={preview.counts.withoutCells ?? 0} />
      <KindTabs preview={preview} />
      <BulkChoices preview={preview} />
      <PreviewTable
        key={`${kind} ${pager.page}`}
        preview={preview}
        wasRejected={'problem' in reply}
      />
      <PreviewPages kind={kind} {...pager} />
      <ImportBar preview={preview} />
    </Form>
  );
}

function RejectedNotice({ problem, isOutdated, open }: RejectedNoticeProps) {
  return (
    <div role="alert" className="notice notice-failed mt-4 flex-wrap items-center">
      <Icon name="alert" className="text-danger" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">Nothing was imported.</strong> {problem}
      </p>
      {isOutdated && (
        <button name="do" value="compare" className="btn">
          Compare again
        </button>
      )}
      {open && (
        <button name="to" value={open} className="btn">
          Show the first
        </button>
      )}
    </div>
  );
}

function NotImported({ lines }: { lines: string[] }) {
  if (!lines.length) return null;
  return (
    <section className="notice mt-4 block" aria-labelledby="not-imported">
      <h2 id="not-imported" className="text-base">
        Not imported
      </h2>
      <ul className="list-disc pl-5 break-words">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function SkippedCellsNotice({ id, rows }: { id: number; rows: number }) {
  if (!rows) return null;
  return (
    <p className="notice mt-4">
      <span>
        {formatCount(rows, 'row')} {rows === 1 ? 'is' : 'are'} imported without cells that could not
        be read. Each row shows which ones, and why.{' '}
        <a href={`/import/${id}/errors`} className="link" download>
          Download {rows === 1 ? 'it' : 'them'}
        </a>
      </span>
    </p>
  );
}

function KindTabs({ preview: { counts, kind } }: { preview: PreviewView }) {
  return (
    <nav aria-label="Kinds of rows" className="tabs">
      {PREVIEW_ROW_KINDS.filter((tab) => tab !== 'leftOut' || counts[tab] || tab === kind).map(
        (tab) => (
          <button
            key={tab}
            name="to"
            value={`?kind=${tab}`}
            className="tab pointer-coarse:min-h-target"
            aria-current={tab === kind ? 'page' : undefined}
          >
            {ROW_KIND_LABELS[tab]}{' '}
            <span className="rounded-full bg-sunken px-1.5 text-meta/4.5 tabular">
              {formatNumber(counts[tab] ?? 0)}
            </span>
          </button>
        ),
      )}
    </nav>
  );
}

const HINTS: Record<PreviewView['kind'], string> = {
  new: 'These rows become new deals.',
  changed: 'These values were changed in the file.',
  unchanged: 'These rows match what is stored. They are skipped.',
  conflict: 'These values were changed in the file and by someone else. Choose which ones to keep.',
  duplicate: 'These deals may already exist, or appear twice in the file.',
  error: 'These rows are not imported. Correct them in the file, and import it again.',
  leftOut: 'These rows are not deals, so they are not imported.',
};

function BulkChoices({ preview: { id, kind, pager, rows } }: { preview: PreviewView }) {
  const choices = rows[0]?.choices;
  return (
    <div className="list-tools">
      <p className="min-w-0 flex-1 text-ink-muted">{rows.length > 0 && HINTS[kind]}</p>
      {choices && (
        <div
          role="group"
          aria-label={pager.total > 1 ? `All ${formatCount(pager.total, 'row')}` : 'This row'}
          className="flex flex-wrap items-center gap-2"
        >
          <span className="muted">
            {pager.total > 1 ? `All ${formatNumber(pager.total)}:` : 'This row:'}
          </span>
          {choices.map(({ value, label }) => (
            <button key={value} name="all" value={value} className="btn">
              {label}
            </button>
          ))}
          {kind === 'conflict' && (
            <>
              <button name="take" value="theirs" className="btn">
                Keep stored values
              </button>
              <button name="take" value="mine" className="btn">
                Use the file’s values
              </button>
            </>
          )}
        </div>
      )}
      {kind === 'error' && rows.length > 0 && (
        <a href={`/import/${id}/errors`} className="btn" download>
          <Icon name="download" />
          Download these rows
        </a>
      )}
    </div>
  );
}

function ImportBar({ preview: { id, plan, counts } }: { preview: PreviewView }) {
  const { state, formData } = useNavigation();
  const isImporting = state !== 'idle' && formData?.get('do') === 'import';
  const hasNothingToImport = plan.create + plan.update + plan.open === 0;
  const all = PREVIEW_ROW_KINDS.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return (
    <div className="save-bar mt-4 items-center justify-between">
      <div className="flex flex-wrap gap-2">
        <Link to={`/import/${id}?columns`} className="btn">
          Back to the columns
        </Link>
        <Link to={`/import/${id}?discard`} className="btn">
          Discard this import
        </Link>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {counts.error && <SkippedRowsNotice id={id} rows={counts.error} />}
        <button className="btn without-scripts">Save choices</button>
        {hasNothingToImport && (
          <p id="nothing" className="text-ink-muted">
            {all ? 'Nothing to import: all rows are skipped.' : 'Nothing to import.'}
            {all > 0 && (
              <span className="without-scripts">
                {' '}
                If you choose something else, press Save choices first.
              </span>
            )}
          </p>
        )}
        <button
          name="do"
          value="import"
          className="btn btn-primary"
          disabled={hasNothingToImport}
          aria-describedby={hasNothingToImport ? 'nothing' : undefined}
          aria-disabled={isImporting || undefined}
        >
          {isImporting && <span className="spinner" />}
          {isImporting ? 'Importing…' : formatImportButton(plan)}
        </button>
      </div>
    </div>
  );
}

function SkippedRowsNotice({ id, rows }: { id: number; rows: number }) {
  return (
    <p className="text-ink-muted">
      {formatCount(rows, 'row')} with errors will be skipped.{' '}
      <a href={`/import/${id}/errors`} className="link" download>
        Download {rows === 1 ? 'it' : 'them'} first
      </a>
    </p>
  );
}
