import { useSearchParams } from '@remix-run/react';
import { useRootData } from '~/ui/layout/root-data';
import { type FormEntries, pickTypedEntries } from './form-entries';

export function useSavedSubmission<Values = Partial<Record<string, string>>>(): Values | undefined {
  const savedSubmission = useRootData()?.savedSubmission;
  const [params] = useSearchParams();
  if (!savedSubmission || params.get('late') !== savedSubmission.key) return undefined;
  return savedSubmission.values as Values;
}

export function SavedSubmissionNotice() {
  if (!useSavedSubmission()) return null;
  return (
    <p role="status" className="notice mb-4">
      You were signed out when you submitted this, so it has not been saved yet.
    </p>
  );
}

export function SavedSubmissionText() {
  const values = useSavedSubmission<Record<string, string | string[]>>();
  if (!values) return null;
  return (
    <EnteredText fields={Object.entries(values).map(([name, text]) => [name, String(text)])} />
  );
}

export function EnteredText({ fields }: { fields: FormEntries }) {
  const entries = pickTypedEntries(fields);
  if (!entries.length) return null;
  const texts = entries.map(([name, text]) =>
    entries.length > 1 ? `${describeFieldName(name)}: ${text}` : text,
  );
  return (
    <label className="mt-4 grid gap-1">
      <span className="label">What you typed</span>
      <textarea readOnly rows={8} className="input" defaultValue={texts.join('\n\n')} />
    </label>
  );
}

/** Turns 'marketSize' and 'field-ticketSize' into 'market size' and 'ticket size'. */
function describeFieldName(name: string): string {
  return name
    .replace(/^field-/, '')
    .replace(/[A-Z]/g, ' $&')
    .toLowerCase();
}
