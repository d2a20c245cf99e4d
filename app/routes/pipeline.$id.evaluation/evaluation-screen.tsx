import { type SubmissionResult, useForm } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import {
  type EvaluationFormValues,
  parseCriterionScores,
  toEvaluationFormValues,
} from '~/domain/evaluation/form-values';
import { EVALUATION_LABELS } from '~/domain/evaluation/score';
import { hasChanges, useTypedValues } from '~/ui/evaluation/typed-values';
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
import { useEditBase } from './use-edit-base';
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
  const { base, onSave } = useEditBase(element, stored, { isRejected: Boolean(result) });
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
        <div className="mb-6">
          {conflict ? (
            <FormConflict
              key={conflict.latestEventId}
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
      {draftForm.notices && <div className="mb-6 grid gap-4">{draftForm.notices}</div>}
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
