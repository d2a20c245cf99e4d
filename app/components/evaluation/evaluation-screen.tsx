import { type SubmissionResult, useForm } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { EvaluationClash, EvaluationView } from '~/models/evaluation/view.server';
import {
  EVALUATION_LABELS,
  type EvaluationValues,
  formValues,
  typedScores,
} from '~/models/evaluation/score';
import { EvaluationForm } from './evaluation-form';
import { EvaluationSummary } from './summary';
import { DraftNotice } from '~/components/forms/draft-notice';
import { ErrorSummary } from '~/components/forms/fields';
import { Icon } from '~/components/frame/icon';
import { useFailureToast } from '~/components/frame/toast';
import { useLocalDraft } from '~/components/forms/local-draft';
import { useResend } from '~/components/forms/unsent';
import { useUnsavedGuard } from '~/components/forms/unsaved';

interface EvaluationScreenProps extends EvaluationView {
  result: SubmissionResult<string[]> | undefined;
  failure?: string;
  conflict?: { version: number; clashes: EvaluationClash[] };
}

const LABELS = new Map<string, string>(Object.entries(EVALUATION_LABELS));

/** The summary beside the form. With scripts, its numbers follow the form as it is edited. */
export function EvaluationScreen({
  deal,
  stored,
  result,
  failure,
  conflict,
}: EvaluationScreenProps) {
  const opened = formValues(stored.fields);
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<EvaluationValues>({
    id: 'evaluation',
    lastResult: result,
    defaultValue: opened,
    defaultNoValidate: false,
  });
  const [typed, setTyped] = useState<EvaluationValues>(
    () => (result?.initialValue as EvaluationValues | undefined) ?? opened,
  );
  const scores = typedScores(typed);
  const { state } = useNavigation();
  useUnsavedGuard(state === 'idle' && isChanged(typed, opened));
  const errors = Object.entries(form.allErrors).map(([path, [message]]) => ({
    id: fields[path as keyof EvaluationValues]?.id ?? path,
    path: LABELS.get(path) ?? path,
    message: message ?? '',
  }));
  useFailureToast(result, 'Error', failure ?? '');
  const { base, onSave } = useBaseVersion(stored.version, Boolean(result));
  const draft = useLocalDraft(element, () => setTyped(readTyped(element.current!)));
  const resend = useResend('Failed to save evaluation');

  // The browser may restore inputs after a reload.
  useEffect(() => {
    if (element.current) setTyped(readTyped(element.current));
  }, [result, stored.version]);

  return (
    <>
      {failure && (
        <div className="evaluation-failure">
          {conflict ? (
            <Conflict failure={failure} clashes={conflict.clashes} />
          ) : (
            <ErrorSummary title="Error" text={failure} errors={errors} />
          )}
        </div>
      )}
      {(draft.found || resend.notice) && (
        <div className="evaluation-failure grid gap-4">
          <DraftNotice draft={draft} />
          {resend.notice}
        </div>
      )}
      <div className="evaluation">
        <EvaluationSummary deal={deal} stored={stored} scores={scores} />
        <EvaluationForm
          element={element}
          form={form}
          fields={fields}
          typed={typed}
          scores={scores}
          version={
            conflict?.version ?? (result?.initialValue?.version as string | undefined) ?? base
          }
          onSave={(event) => {
            onSave();
            draft.onSubmit();
            resend.onSubmit(event);
          }}
          onEdit={(changed) => {
            setTyped(readTyped(changed));
            draft.onInput();
          }}
        />
      </div>
    </>
  );
}

/**
 * The version that the edits are based on. Revalidation may load a newer one, but only the user's
 * own save updates it.
 */
function useBaseVersion(version: number, isRefused: boolean) {
  const [base, setBase] = useState(version);
  const isSaving = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== 'idle' || !isSaving.current) return;
    isSaving.current = false;
    if (!isRefused) setBase(version);
  }, [state, isRefused, version]);
  return { base, onSave: () => void (isSaving.current = true) };
}

function isChanged(typed: EvaluationValues, opened: EvaluationValues): boolean {
  // '7' and '7.0' are the same score.
  const same = (one: string, other: string) =>
    one === other || (one.trim() !== '' && Number(one) === Number(other));
  return Object.entries(opened).some(
    ([name, value]) => !same(typed[name as keyof EvaluationValues] ?? '', value ?? ''),
  );
}

function readTyped(form: HTMLFormElement): EvaluationValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Rule 7.17. */
function Conflict({ failure, clashes }: { failure: string; clashes: EvaluationClash[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [clashes]);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      autoFocus
      className="notice notice-failed scroll-mt-16"
    >
      <Icon name="alert" className="icon mt-0.5 text-danger" />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="font-semibold">
            {failure}: someone else has saved this evaluation since you opened it.
          </strong>{' '}
          Nothing was overwritten. Your values are still in the form: adjust them if needed, then
          save again to overwrite the saved ones.
        </p>
        <ClashTable clashes={clashes} />
      </div>
    </div>
  );
}

function ClashTable({ clashes }: { clashes: EvaluationClash[] }) {
  return (
    <table className="clashes">
      <caption className="sr-only">Differences</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">Saved meanwhile</th>
        </tr>
      </thead>
      <tbody>
        {clashes.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{mine || '(empty)'}</td>
            <td>{theirs || '(empty)'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
