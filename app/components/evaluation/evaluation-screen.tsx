import { type SubmissionResult, useForm } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { Merged } from '~/models/history/merge';
import type { EvaluationView } from '~/screens/deal/evaluation.server';
import {
  EVALUATION_LABELS,
  type EvaluationValues,
  formValues,
  typedScores,
} from '~/models/evaluation/score';
import { EvaluationForm } from './evaluation-form';
import { CompanyTexts } from './company-texts';
import { EvaluationSummary } from './summary';
import { Conflict } from '~/components/forms/conflict';
import { ErrorSummary } from '~/components/forms/fields';
import { useFailureToast } from '~/components/frame/show-toast';
import { useLateForm } from '~/components/forms/late-form';
import { useTypedForm } from '~/components/forms/typed-form';

interface EvaluationScreenProps extends EvaluationView {
  back: string;
  result: SubmissionResult<string[]> | undefined;
  failure?: string;
  conflict?: Merged['conflict'];
}

/** What the form sends beside its fields. */
type SentFields = Partial<Record<'version' | 'opened', string>>;

const LABELS = new Map<string, string>(Object.entries(EVALUATION_LABELS));

/** The summary beside the form. With scripts, its numbers follow the form as it is edited. */
export function EvaluationScreen({
  deal,
  next,
  stored,
  back,
  result,
  failure,
  conflict,
}: EvaluationScreenProps) {
  const opened = formValues(stored.fields);
  const late = useLateForm<EvaluationValues & SentFields>();
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<EvaluationValues>({
    id: 'evaluation',
    lastResult: result,
    defaultValue: { ...opened, ...late },
    defaultNoValidate: false,
  });
  const [typed, setTyped] = useState<EvaluationValues>(
    () => (result?.initialValue as EvaluationValues | undefined) ?? { ...opened, ...late },
  );
  const scores = typedScores(typed);
  const { state } = useNavigation();
  const errors = Object.entries(form.allErrors).map(([path, [message]]) => ({
    id: fields[path as keyof EvaluationValues]?.id ?? path,
    label: LABELS.get(path) ?? path,
    message: message ?? '',
  }));
  useFailureToast(result, 'Error', conflict || errors.length ? '' : (failure ?? ''));
  const saving = useRef<EvaluationValues>({});
  const { base, onSave } = useBase(stored, Boolean(result), () => {
    if (element.current) showStored(element.current, saving.current, opened);
  });
  const sent = (result?.initialValue as SentFields | undefined) ?? late;
  const typedForm = useTypedForm({
    form: element,
    failure: 'Failed to save evaluation',
    isSending: state !== 'idle',
    isUnsaved: isChanged(typed, opened),
    onRestore: () => setTyped(readTyped(element.current!)),
  });

  // The browser may restore inputs after a reload.
  useEffect(() => {
    const now = element.current && readTyped(element.current);
    if (now) setTyped((typed) => (isChanged(typed, now) ? now : typed));
  }, [result, stored.version]);

  return (
    <>
      {failure && (
        <div className="mx-auto mb-4 max-w-[1120px]">
          {conflict ? (
            <Conflict
              key={conflict.seen}
              noun="evaluation"
              failure={failure}
              form={form.id}
              conflict={conflict}
              labels={EVALUATION_LABELS}
            />
          ) : (
            <ErrorSummary title="Error" text={failure} errors={errors} refusal={result} />
          )}
        </div>
      )}
      {typedForm.notices && (
        <div className="mx-auto mb-4 max-w-[1120px] grid gap-4">{typedForm.notices}</div>
      )}
      <div className="evaluation">
        <EvaluationSummary deal={deal} stored={stored} scores={scores} />
        <CompanyTexts deal={deal} scores={scores} />
        <EvaluationForm
          element={element}
          form={form}
          fields={fields}
          typed={typed}
          back={back}
          next={next}
          version={conflict?.version ?? sent?.version ?? base.version}
          opened={sent?.opened ?? base.opened}
          onSave={(event) => {
            saving.current = readTyped(event.currentTarget);
            onSave();
            typedForm.onSubmit(event);
          }}
          onEdit={(changed) => {
            setTyped(readTyped(changed));
            typedForm.onInput();
          }}
        />
      </div>
    </>
  );
}

/**
 * What the edits are based on. Revalidation may load newer data, but only the user's own save
 * updates it; `onSaved` is called then.
 */
function useBase(stored: EvaluationView['stored'], isRefused: boolean, onSaved: () => void) {
  const [base, setBase] = useState(stored);
  const isSaving = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== 'idle' || !isSaving.current) return;
    isSaving.current = false;
    if (isRefused || stored.version === base.version) return;
    setBase(stored);
    onSaved();
  }, [state, isRefused, stored, base, onSaved]);
  return { base, onSave: () => void (isSaving.current = true) };
}

/** After a save, shows what others have stored meanwhile; what was typed since then stays. */
function showStored(
  form: HTMLFormElement,
  saved: EvaluationValues,
  stored: EvaluationValues,
): void {
  for (const [name, value] of Object.entries(stored)) {
    const input = form.elements.namedItem(name) as HTMLInputElement | null;
    const isUntouched = input?.value === (saved[name as keyof EvaluationValues] ?? '');
    if (input && isUntouched) input.value = value ?? '';
  }
}

function isChanged(typed: EvaluationValues, opened: EvaluationValues): boolean {
  // '7' and '7.0' are the same score.
  const same = (left: string, right: string) =>
    left === right || (left.trim() !== '' && Number(left) === Number(right));
  return Object.entries(opened).some(
    ([name, value]) => !same(typed[name as keyof EvaluationValues] ?? '', value ?? ''),
  );
}

function readTyped(form: HTMLFormElement): EvaluationValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
