import type { RowChoice } from '#db/schema';
import { Icon } from '~/components/frame/icon';
import type { PreviewView } from '~/screens/import/preview.server';
import { counted } from '~/models/text';

const HINTS: Record<PreviewView['kind'], string> = {
  new: 'These rows become new deals.',
  changed: 'These values were changed in the file.',
  unchanged: 'These rows match what is stored. They will be skipped.',
  conflict:
    'These values were changed in the file and by somebody else. Choose which ones to keep.',
  duplicate: 'You may have these deals already, or they are in the file twice.',
  error: 'These rows are not imported. Correct them in the file, and import it again.',
};

/** What is done with all rows of the kind that is shown. */
export function BulkChoices({ preview: { id, kind, pager, rows } }: { preview: PreviewView }) {
  const choices = rows[0]?.choices;
  return (
    <div className="list-tools">
      <p className="min-w-0 flex-1 text-ink-muted">{rows.length > 0 && HINTS[kind]}</p>
      {choices && (
        <div
          role="group"
          aria-label={`All ${counted(pager.total, 'row')}`}
          className="flex flex-wrap items-center gap-2"
        >
          <span className="muted">All {pager.total.toLocaleString('en')}:</span>
          {choices.map(({ value, label }) => (
            <Bulk key={value} value={value} label={label} />
          ))}
          {kind === 'conflict' && (
            <>
              <button name="take" value="theirs" className="btn">
                Keep stored values
              </button>
              <button name="take" value="mine" className="btn">
                Take the file’s values
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

function Bulk({ value, label }: { value: RowChoice; label: string }) {
  return (
    <button name="all" value={value} className="btn">
      {label}
    </button>
  );
}
