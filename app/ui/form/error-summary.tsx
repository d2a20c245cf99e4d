import { Icon } from '~/ui/icon';
import { jumpToTarget } from '~/ui/layout/jump';
import { useCorrectedFields } from './field-errors';

interface ErrorSummaryProps {
  title: string;
  text?: string;
  errors?: { id: string; label: string; message: string }[];
  reply?: unknown;
}

/**
 * Links every error to its field until it is corrected (rule 3.16). Takes the focus without
 * scripts; with scripts the first invalid field does.
 */
export function ErrorSummary({ title, text, errors = [], reply }: ErrorSummaryProps) {
  const ids = errors.map(({ id }) => id);
  const corrected = useCorrectedFields(ids, reply);
  const remaining = errors.filter(({ id }) => !corrected.has(id));
  if (errors.length && !remaining.length) return null;
  return (
    <div role="alert" tabIndex={-1} autoFocus className="notice notice-failed">
      <Icon name="alert" className="mt-0.5 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {text && <p>{text}</p>}
        {remaining.length > 0 && (
          <ul>
            {remaining.map(({ id, label, message }) => (
              <li key={id}>
                <a className="link" href={`#${id}`} onClick={jumpToTarget}>
                  {message.startsWith(label) ? message : `${label}: ${message}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
