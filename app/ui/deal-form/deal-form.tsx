import { type SubmissionResult, useForm } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import type { ContactDetailKey, ContactDetails } from '~/domain/contact/details';
import type { ArchivedValue } from '~/domain/custom-field/archived-values.server';
import { CUSTOM_SECTION } from '~/domain/custom-field/kinds';
import type { DealFormValues } from '~/domain/deal/form-values';
import type { OfferedValues } from '~/domain/deal/offered-values';
import { DEAL_FORM_LABELS, FORM_SECTIONS } from '~/domain/deal-field/fields';
import { STAGE_LABEL } from '~/domain/stage/kinds';
import type { OfferedStages } from '~/domain/stage/offered.server';
import { useDraftForm } from '~/ui/form/draft-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { FormConflict } from '~/ui/form/form-conflict';
import type { FormConflictView } from '~/ui/form/form-conflict-view.server';
import { listFieldErrors } from '~/ui/form/list-field-errors';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { Icon } from '~/ui/icon';
import { useFailureToast } from '~/ui/toast/show-toast';
import { ArchivedValues } from './archived-values';
import { CONTACT_DETAIL_LABELS, ContactDetailsSection } from './contact-details-section';
import type { CustomFieldInputView } from './custom-field-inputs.server';
import { DuplicateQuestion } from './duplicate-question';
import type { DuplicatesView } from './duplicates-view.server';
import { FormSection, type SectionTitle } from './form-section';

const LABELS: Record<string, string> = {
  ...DEAL_FORM_LABELS,
  ...CONTACT_DETAIL_LABELS,
  scoreReason: 'Reason for the score',
  stage: STAGE_LABEL,
  reason: 'Reason for closing',
};

interface DealFormProps {
  title: string;
  /** Address of Back and Cancel. */
  home: string;
  /** The deal to edit; missing for a new one. */
  stored?: {
    values: DealFormValues;
    score: number | null;
    version: number;
    opened: number;
    updatedAt: string;
  };
  /** Key that keeps a form sent twice from creating two deals. */
  submission?: string;
  prefill?: { values: DealFormValues & Partial<ContactDetails>; details: ContactDetailKey[] };
  customInputs: CustomFieldInputView[];
  archivedValues: ArchivedValue[];
  offered: OfferedValues;
  stages: OfferedStages;
  result: SubmissionResult<string[]> | undefined;
  failure?: string;
  conflict?: FormConflictView;
  question?: DuplicatesView;
}

type SentFields = Partial<Record<'version' | 'opened' | 'force' | 'then', string>>;

export function DealForm({
  title,
  home,
  stored,
  submission,
  prefill,
  customInputs,
  archivedValues,
  offered,
  stages,
  result,
  failure,
  conflict,
  question,
}: DealFormProps) {
  const navigation = useNavigation();
  // Stays when the page's data are loaded again, as the form may have created the deal.
  const [submissionKey] = useState(submission);
  const isSaving = navigation.formMethod === 'POST';
  const savedSubmission = useSavedSubmission<DealFormValues & SentFields>();
  const element = useRef<HTMLFormElement>(null);
  const draftForm = useDraftForm({
    form: element,
    failure: stored ? 'Failed to update pipeline' : 'Failed to create pipeline',
    startsDirty: Boolean(savedSubmission),
    isSending: isSaving,
  });
  const [form, fields] = useForm<
    DealFormValues & { scoreReason?: string } & Partial<ContactDetails>
  >({
    id: 'deal',
    lastResult: result,
    defaultValue: {
      stage: stages.first,
      ...stored?.values,
      ...prefill?.values,
      ...savedSubmission,
    },
    defaultNoValidate: false,
  });
  const customLabels = Object.fromEntries(customInputs.map(({ name, label }) => [name, label]));
  const labels = { ...customLabels, ...LABELS };
  const errors = listFieldErrors(form.allErrors, { fields, labels });
  useFailureToast(result, 'Error', conflict ? '' : (failure ?? ''));
  const sent = (result?.initialValue as SentFields | undefined) ?? savedSubmission;

  return (
    <div className="deal-form text-text">
      <FormHead title={title} updatedAt={stored?.updatedAt} />
      <Form
        ref={element}
        method="post"
        action={useSubmitAddress()}
        id={form.id}
        onSubmit={(event) => {
          draftForm.onSubmit(event);
          form.onSubmit(event);
        }}
        noValidate={form.noValidate}
        onInput={draftForm.onInput}
        className="mt-4 grid gap-6"
      >
        <OpenedBy />
        {draftForm.notices}
        <ArchivedValues values={archivedValues} />
        {errors.length > 0 && (
          <ErrorSummary title="Validation Error" errors={errors} reply={result} />
        )}
        <FailedSave failure={failure} conflict={conflict} form={form.id} labels={labels} />
        {question && (
          <DuplicateQuestion
            question={question}
            nameId={fields.companyName.id}
            then={sent?.then}
            isSaving={isSaving}
          />
        )}
        {!question && sent?.force && <input type="hidden" name="force" value={sent.force} />}
        {submissionKey && <input type="hidden" name="submission" value={submissionKey} />}
        <BaseFields stored={stored} sent={sent} conflict={conflict} />
        {prefill && prefill.details.length > 0 && (
          <ContactDetailsSection details={prefill.details} fields={fields} />
        )}
        <div className="form-sections">
          {listSections(customInputs).map((section) => (
            <FormSection
              key={section}
              title={section}
              fields={fields}
              stored={stored}
              customInputs={customInputs}
              offered={offered}
              stages={stages}
            />
          ))}
        </div>
        <SaveBar home={home} isStored={Boolean(stored)} isSaving={isSaving} />
      </Form>
    </div>
  );
}

function listSections(customInputs: CustomFieldInputView[]): readonly SectionTitle[] {
  const hasCustomSection = customInputs.some(({ section }) => section === CUSTOM_SECTION);
  return hasCustomSection ? [...FORM_SECTIONS, CUSTOM_SECTION] : FORM_SECTIONS;
}

function FormHead({ title, updatedAt }: { title: string; updatedAt: string | undefined }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h1>{title}</h1>
      {updatedAt && <p className="text-base text-ink-muted">Last updated {updatedAt}</p>}
    </div>
  );
}

interface FailedSaveProps extends Pick<DealFormProps, 'failure' | 'conflict'> {
  form: string;
  labels: Record<string, string>;
}

function FailedSave({ failure, conflict, form, labels }: FailedSaveProps) {
  if (conflict)
    return (
      <FormConflict
        key={conflict.latestEventId}
        noun="deal"
        failure={failure}
        form={form}
        conflict={conflict}
        labels={labels}
      />
    );
  return failure ? <ErrorSummary title="Error" text={failure} /> : null;
}

interface BaseFieldsProps extends Pick<DealFormProps, 'stored' | 'conflict'> {
  sent: SentFields | undefined;
}

/**
 * Sends what the typed values are based on: the page may have loaded a newer version of the deal
 * since.
 */
function BaseFields({ stored, sent, conflict }: BaseFieldsProps) {
  const [firstStored] = useState(stored);
  if (!firstStored) return null;
  return (
    <>
      <input
        type="hidden"
        name="version"
        value={conflict?.version ?? sent?.version ?? firstStored.version}
      />
      <input type="hidden" name="opened" value={sent?.opened ?? firstStored.opened} />
    </>
  );
}

interface SaveBarProps {
  home: string;
  isStored: boolean;
  isSaving: boolean;
}

function SaveBar({ home, isStored, isSaving }: SaveBarProps) {
  return (
    <div className="save-bar">
      <Link to={home} className="btn" aria-label="Back">
        <Icon name="back" className="sm:hidden" />
        <span className="hidden sm:inline">Back</span>
      </Link>
      <Link to={home} className={isStored ? 'btn btn-quiet max-md:hidden' : 'btn btn-quiet'}>
        Cancel
      </Link>
      <button name="then" value="list" className="btn btn-primary order-last" disabled={isSaving}>
        {isStored ? 'Update Deal' : 'Save Deal'}
      </button>
      {isStored && (
        <button name="then" value="evaluate" className="btn ml-auto" disabled={isSaving}>
          Save & Evaluate
        </button>
      )}
    </div>
  );
}
