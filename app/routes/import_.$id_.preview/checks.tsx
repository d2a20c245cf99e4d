import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { formatCount } from '~/domain/text/text';
import type { PreviewView } from './view.server';

type Check = PreviewView['checks'][number];

export function Checks({ checks, meetings }: Pick<PreviewView, 'checks' | 'meetings'>) {
  if (!checks.length) return null;
  return (
    <section className="notice mt-4 block" aria-labelledby="checks">
      <h2 id="checks" className="text-base">
        Check these values
      </h2>
      <p className="muted">
        No date, score or other value could be read from them. Your choice applies to every row with
        the same value.
      </p>
      <ul className="mt-2 grid gap-2">
        {checks.map((check) => (
          <li
            key={check.name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <label htmlFor={check.name} className="min-w-0 break-words">
              {check.label}: <strong className="font-semibold">{check.text}</strong>{' '}
              <span className="muted">
                ({check.rows > 1 && `${formatCount(check.rows, 'row')}, first: `}
                {check.first})
              </span>
            </label>
            <Choice check={check} meetings={meetings} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choice({
  check: { name, field, text, type, to },
  meetings,
}: { check: Check } & Pick<PreviewView, 'meetings'>) {
  const common = { id: name, name, defaultValue: to, className: 'input w-auto' };
  if (field === 'nextMeetingDate')
    return (
      <select {...common}>
        <option value={text}>Keep it, without a date</option>
        {meetings.map((meeting) => (
          <option key={meeting}>{meeting}</option>
        ))}
        <option value="">Leave empty</option>
      </select>
    );
  const hint = <span className="muted">{to ? '' : 'Left empty, unless you enter one'}</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {type === 'date' && <input {...common} type="date" min={MIN_DAY} max={MAX_DAY} />}
      {type === 'text' && <input {...common} />}
      {type === 'score' && (
        <input
          {...common}
          type="number"
          min={field === 'evaluationScore' ? 0 : 1}
          max={10}
          step={0.1}
          inputMode="decimal"
        />
      )}
      {hint}
    </span>
  );
}
