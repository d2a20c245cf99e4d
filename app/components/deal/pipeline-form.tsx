import { type SubmissionResult, useForm } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import { Conflict } from '~/components/forms/conflict';
import { ErrorSummary } from '~/components/forms/fields';
import { useLateForm } from '~/components/forms/late-form';
import { useTypedForm } from '~/components/forms/typed-form';
import { useSubmitAddress } from '~/components/forms/unsent';
import { Icon } from '~/components/frame/icon';
import { useFailureToast } from '~/components/frame/show-toast';
import type { Merged } from '~/models/history/merge';
import type { DuplicatesQuestion, PipelineValues } from '~/models/pipeline/conflict.server';
import { FORM_SECTIONS, PIPELINE_FORM_LABELS, type PipelineKey } from '~/models/pipeline/fields';
import { OWN_SECTION } from '~/models/field/kinds';
import type { OwnInput as OwnInputView } from '~/screens/deal/own.server';
import type { OfferedValues } from '~/models/pipeline/options';
import { FormSection, type SectionTitle } from './form-section';
import { SameCompany } from './same-company';

const LABELS = new Map<string, string>(Object.entries(PIPELINE_FORM_LABELS));

interface PipelineFormProps {
  title: string;
  home: string;
  stored?: {
    values: PipelineValues;
    score: number | null;
    version: number;
    opened: number;
    updatedAt: string;
  };
  submission?: string;
  own: OwnInputView[];
  offered: OfferedValues;
  result: SubmissionResult<string[]> | undefined;
  failure?: string;
  conflict?: Merged['conflict'];
  question?: DuplicatesQuestion;
}

/** What a form sends beside its fields. */
type SentFields = Partial<Record<'version' | 'opened' | 'force' | 'then', string>>;

export function PipelineForm({
  title,
  home,
  stored,
  submission,
  own,
  offered,
  result,
  failure,
  conflict,
  question,
}: PipelineFormProps) {
  const navigation = useNavigation();
  const isSaving = navigation.formMethod === 'POST';
  const late = useLateForm<PipelineValues & SentFields>();
  const element = useRef<HTMLFormElement>(null);
  const typedForm = useTypedForm({
    form: element,
    failure: stored ? 'Failed to update pipeline' : 'Failed to create pipeline',
    startsTyped: Boolean(late),
    isSending: isSaving,
  });
  const [form, fields] = useForm<PipelineValues & { scoreReason?: string }>({
    id: 'deal',
    lastResult: result,
    defaultValue: { ...stored?.values, ...late },
    defaultNoValidate: false,
  });
  const labels = Object.fromEntries(own.map(({ name, label }) => [name, label]));
  const errors = Object.entries(form.allErrors).map(([path, [message]]) => ({
    id: fields[path as PipelineKey]?.id ?? path,
    label: LABELS.get(path) ?? labels[path] ?? path,
    message: message ?? '',
  }));
  const sections: readonly SectionTitle[] = own.some(({ section }) => section === OWN_SECTION)
    ? [...FORM_SECTIONS, OWN_SECTION]
    : FORM_SECTIONS;
  useFailureToast(result, 'Error', conflict ? '' : (failure ?? ''));
  // What was typed builds on the version that the form was opened with; the page may have read a
  // newer one since.
  const [first] = useState(stored);
  const sent = (result?.initialValue as SentFields | undefined) ?? late;

  return (
    <div className="deal-form text-text">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1>{title}</h1>
        {stored && <p className="text-base text-ink-muted">Last updated {stored.updatedAt}</p>}
      </div>
      <Form
        ref={element}
        method="post"
        action={useSubmitAddress()}
        id={form.id}
        onSubmit={(event) => {
          typedForm.onSubmit(event);
          form.onSubmit(event);
        }}
        noValidate={form.noValidate}
        onInput={typedForm.onInput}
        className="mt-4 grid gap-6"
      >
        {typedForm.notices}
        {errors.length > 0 && (
          <ErrorSummary title="Validation Error" errors={errors} refusal={result} />
        )}
        {failure && !conflict && <ErrorSummary title="Error" text={failure} />}
        {conflict && (
          <Conflict
            key={conflict.seen}
            noun="deal"
            failure={failure}
            form={form.id}
            conflict={conflict}
            labels={{ ...PIPELINE_FORM_LABELS, ...labels }}
          />
        )}
        {question ? (
          <SameCompany
            question={question}
            nameId={fields.companyName.id}
            then={sent?.then}
            isSaving={isSaving}
          />
        ) : (
          sent?.force && <input type="hidden" name="force" value={sent.force} />
        )}
        {submission && <input type="hidden" name="submission" value={submission} />}
        {first && (
          <>
            <input
              type="hidden"
              name="version"
              value={conflict?.version ?? sent?.version ?? first.version}
            />
            <input type="hidden" name="opened" value={sent?.opened ?? first.opened} />
          </>
        )}
        <div className="form-sections">
          {sections.map((title) => (
            <FormSection key={title} {...{ title, fields, stored, own, offered }} />
          ))}
        </div>
        <div className="save-bar">
          <Link to={home} className="btn" aria-label="Back">
            <Icon name="back" className="sm:hidden!" />
            <span className="hidden sm:inline">Back</span>
          </Link>
          <Link to={home} className="btn btn-quiet max-[380px]:hidden">
            Cancel
          </Link>
          <button
            name="then"
            value="list"
            className="btn btn-primary order-last"
            disabled={isSaving}
          >
            {stored ? 'Update Deal' : 'Save Deal'}
          </button>
          {stored && (
            <button name="then" value="evaluate" className="btn" disabled={isSaving}>
              Save & Evaluate
            </button>
          )}
        </div>
      </Form>
    </div>
  );
}
