import { useLoaderData } from '@remix-run/react';
import { NO_OUTCOME_LABEL, OUTCOME_LABELS, OUTCOMES } from '~/domain/decision/outcomes';
import type { FieldError as WrongField } from '~/errors';
import styles from '~/styles/forms.css?url';
import { useReply } from '~/ui/form/client-action';
import { createField, Select, TextArea } from '~/ui/form/fields';
import { FormPage } from '~/ui/form/form-page';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Outcome');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

const OPTIONS = OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }));

export default function OutcomePage() {
  const { id, company, decided, ...stored } = useLoaderData<typeof loader>();
  const savedSubmission = useSavedSubmission<Record<string, string>>();
  const reply = useReply<typeof action>();
  const values: Partial<Record<string, string>> = reply?.sent ?? savedSubmission ?? stored;
  const errors: WrongField[] = reply?.errors ?? [];
  const getField = (name: string) => {
    const error = errors.find(({ path }) => path === name)?.message;
    return createField(name, values[name], error);
  };
  return (
    <FormPage
      title={`What became of ${company}?`}
      description={`Decided: ${decided}.`}
      failure="Failed to save the outcome"
      back={`/pipeline/${id}`}
      button="Save"
    >
      <input type="hidden" name="seen" value={values.seen ?? ''} />
      {reply?.stored && <StoredOutcome {...reply.stored} />}
      <Select
        field={getField('outcome')}
        label="Outcome"
        options={OPTIONS}
        empty={NO_OUTCOME_LABEL}
      />
      <TextArea field={getField('outcomeNote')} label="Note" rows={4} />
    </FormPage>
  );
}

interface StoredOutcomeProps {
  outcome: string;
  outcomeNote: string | null;
}

function StoredOutcome({ outcome, outcomeNote }: StoredOutcomeProps) {
  return (
    <div role="alert" className="notice notice-failed">
      <div className="grid min-w-0 flex-1 gap-2 wrap-anywhere">
        <p>
          The outcome has been changed since you opened it. Nothing was overwritten. Save again to
          replace what is stored now:
        </p>
        <p>{outcome}</p>
        {outcomeNote && <p className="whitespace-pre-wrap">{outcomeNote}</p>}
      </div>
    </div>
  );
}
