import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useBrowserForm } from '~/ui/form/browser-form';
import { FieldError } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { Icon } from '~/ui/icon';

const FORMATS_HINT =
  '.xlsx,.csv,.tsv,text/csv,text/tab-separated-values,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Submits a document request, with scripts too, so that the browser shows the upload's progress.
 */
export function UploadForm({ problem, cells }: { problem?: string; cells?: string }) {
  const savedSubmission = useSavedSubmission();
  const { search } = useLocation();
  const { isSending, onSubmit, notice } = useBrowserForm();
  const error = problem ? 'upload-error' : undefined;
  return (
    <form
      method="post"
      action={`/import${savedSubmission ? search : ''}`}
      encType="multipart/form-data"
      className="grid gap-4 text-text"
      onSubmit={onSubmit}
    >
      <OpenedBy />
      <div>
        <h1>Import deals</h1>
        <p className="mt-1 text-ink-muted">
          Bring in a spreadsheet, or an export that you edited. You choose the columns and see every
          change before anything is saved.
        </p>
      </div>
      {notice}
      <div className="section">
        <FileField error={error} />
        <CellsField error={error} cells={cells ?? savedSubmission?.cells} />
        <FieldError id="upload-error" message={problem} />
      </div>
      <UploadButtons isSending={isSending} />
    </form>
  );
}

function FileField({ error }: { error?: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <div className="grid gap-1">
      <label className="label" htmlFor="file">
        File
      </label>
      <p id="file-hint" className="hint">
        .xlsx, .csv or .tsv, up to 10 MB and 20,000 rows
      </p>
      <input
        ref={field}
        id="file"
        type="file"
        name="file"
        accept={FORMATS_HINT}
        className="input file-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={['file-hint', error].filter(Boolean).join(' ')}
      />
    </div>
  );
}

function CellsField({ error, cells }: { error?: string; cells?: string }) {
  return (
    <div className="grid gap-1">
      <label className="label" htmlFor="cells">
        Or paste cells
      </label>
      <p id="cells-hint" className="hint">
        Copied from a spreadsheet, with the row of column names
      </p>
      <textarea
        id="cells"
        name="cells"
        rows={5}
        defaultValue={cells}
        wrap="off"
        spellCheck={false}
        className="input"
        aria-describedby={['cells-hint', error].filter(Boolean).join(' ')}
      />
    </div>
  );
}

function UploadButtons({ isSending }: { isSending: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to="/dashboard" className="btn">
        Cancel
      </Link>
      <a
        href="/import/template"
        className="link link-quiet max-md:order-1 max-md:basis-full"
        download
      >
        <Icon name="download" className="mr-1 inline align-[-3px]" />
        Download a template
      </a>
      <button className="btn btn-primary ml-auto" aria-disabled={isSending || undefined}>
        {isSending && <span className="spinner" />}
        {isSending ? 'Sending…' : 'Continue'}
      </button>
    </div>
  );
}
