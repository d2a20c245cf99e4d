import type { FieldError as WrongField } from '~/errors';
import { createField, FieldError, Select, TextArea, TextField } from '~/ui/form/fields';
import { FormPage } from '~/ui/form/form-page';
import { Pills } from '~/ui/form/pills';
import { toStageOptions } from '~/ui/stage/stage-options';
import { Basis, Conditions } from './conditions';
import type { StageView } from './view.server';

interface StagePageProps {
  deal: StageView;
  back: string;
  sent: Partial<Record<string, string>>;
  errors: WrongField[];
}

export function StagePage({ deal, back, sent, errors }: StagePageProps) {
  const { company, stages } = deal;
  const stage = sent.seen || deal.stage;
  const submission = sent.submission || deal.submission;
  const findProblem = (path: string) => errors.find((error) => error.path === path)?.message;
  return (
    <FormPage
      title={`Move ${company}`}
      description={`Current stage: ${stage}`}
      failure="Failed to move the deal"
      back={back}
      button="Move"
    >
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="seen" value={stage} />
      {findProblem('') && (
        <p role="alert" className="notice notice-failed">
          {findProblem('')}
        </p>
      )}
      <fieldset>
        <legend className="label mb-1">Stage</legend>
        <Pills
          type="radio"
          name="stage"
          options={toStageOptions(stages)}
          chosen={[sent.stage || stage]}
        />
        <FieldError id="stage-error" message={findProblem('stage')} />
      </fieldset>
      <ClosingReason deal={deal} sent={sent} findProblem={findProblem} />
    </FormPage>
  );
}

type ReasonProps = Pick<StagePageProps, 'deal' | 'sent'> & {
  findProblem: (path: string) => string | undefined;
};

function ClosingReason({ deal, sent, findProblem }: ReasonProps) {
  const { reasons, isReasonRequired } = deal;
  const getField = (name: string) => createField(name, sent[name], findProblem(name));
  return (
    <fieldset className="why grid gap-4">
      <legend className="sr-only">Why</legend>
      <Select
        field={getField('reason')}
        label="Reason"
        options={reasons.map((reason) => ({ value: reason, label: reason }))}
        empty={isReasonRequired ? 'Choose a reason' : 'None'}
      />
      <TextArea field={getField('text')} label="Why, in a sentence" rows={3} />
      <TextField
        field={getField('lookAgainOn')}
        label="Look again on"
        hint="From this day on, the deal appears in the review and in your calendar."
        type="date"
        className="input w-48"
      />
      <Basis deal={deal} getField={getField} />
      <Conditions deal={deal} getField={getField} />
    </fieldset>
  );
}
