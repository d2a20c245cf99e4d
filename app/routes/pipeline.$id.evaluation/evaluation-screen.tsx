import { type SubmissionResult, useForm } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import {
  type EvaluationFormValues,
  parseCriterionScores,
  toEvaluationFormValues,
} from '~/domain/evaluation/form-values';
import { EVALUATION_LABELS } from '~/domain/evaluation/score';
import { hasChanges, readFormValues, useTypedValues } from '~/ui/evaluation/typed-values';
import { useDraftForm } from '~/ui/form/draft-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { FormConflict } from '~/ui/form/form-conflict';
import type { FormConflictView } from '~/ui/form/form-conflict-view.server';
import { listFieldErrors } from '~/ui/form/list-field-errors';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useFailureToast } from '~/ui/toast/show-toast';
import { CompanyTexts } from './company-texts';
import { EvaluationForm } from './evaluation-form';
import { EvaluationSummary } from './summary';
import type { EvaluationView } from './view.server';

interface EvaluationScreenProps extends EvaluationView {
  back: string;
  result: SubmissionResult<string[]> | undefined;
  failure?: string;
  conflict?: FormConflictView;
}

type SentValues = EvaluationFormValues & Partial<Record<'version' | 'opened', string>>;

export function EvaluationScreen({
  deal,
  next,
  stored,
  back,
  result,
  failure,
  conflict,
}: EvaluationScreenProps) {
  const opened = toEvaluationFormValues(stored.fields);
  const savedSubmission = useSavedSubmission<SentValues>();
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<EvaluationFormValues>({
    id: 'evaluation',
    lastResult: result,
    defaultValue: { ...opened, ...savedSubmission },
    defaultNoValidate: false,
  });
  const { state } = useNavigation();
  const errors = listFieldErrors(form.allErrors, { fields, labels: EVALUATION_LABELS });
  useFailureToast(result, 'Error', conflict || errors.length ? '' : (failure ?? ''));
  const saving = useRef<EvaluationFormValues>({});
  const { base, onSave } = useEditBase(stored, Boolean(result), () => {
    if (element.current) showStoredValues(element.current, saving.current, opened);
  });
  const rejected = result?.initialValue as SentValues | undefined;
  const sent = rejected ?? savedSubmission;
  const { typed, readTyped } = useTypedValues(
    element,
    rejected ?? { ...opened, ...savedSubmission },
    { version: stored.version, reply: result },
  );
  const scores = parseCriterionScores(typed);
  const draftForm = useDraftForm({
    form: element,
    failure: 'Failed to save evaluation',
    isSending: state !== 'idle',
    isUnsaved: hasChanges(typed, opened),
    onRestore: readTyped,
  });

  return (
    <>
      {failure && (
        <div className="mb-4">
          {conflict ? (
            <FormConflict
              key={conflict.seen}
              noun="evaluation"
              failure={failure}
              form={form.id}
              conflict={conflict}
              labels={EVALUATION_LABELS}
            />
          ) : (
            <ErrorSummary title="Error" text={failure} errors={errors} reply={result} />
          )}
        </div>
      )}
      {draftForm.notices && <div className="mb-4 grid gap-4">{draftForm.notices}</div>}
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
            saving.current = readFormValues(event.currentTarget);
            onSave();
            draftForm.onSubmit(event);
          }}
          onEdit={() => {
            readTyped();
            draftForm.onInput();
          }}
        />
      </div>
    </>
  );
}

/**
 * Keeps the data that the edits are based on: revalidation may load newer data, but only the user's
 * save updates it.
 */
function useEditBase(stored: EvaluationView['stored'], isRefused: boolean, onSaved: () => void) {
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
  const onSave = () => {
    isSaving.current = true;
  };
  return { base, onSave };
}

function showStoredValues(
  form: HTMLFormElement,
  saved: EvaluationFormValues,
  stored: EvaluationFormValues,
): void {
  for (const [name, value] of Object.entries(stored)) {
    const input = form.elements.namedItem(name) as HTMLInputElement | null;
    const isUntouched = input?.value === (saved[name as keyof EvaluationFormValues] ?? '');
    if (input && isUntouched) input.value = value ?? '';
  }
}
