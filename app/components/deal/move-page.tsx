import { FieldError, plainField, Select, TextArea, TextField } from '~/components/forms/fields';
import { FormPage } from '~/components/forms/form-page';
import { Pills } from '~/components/forms/pills';
import { REASON_LIMIT } from '~/models/decision/schema';
import type { FieldError as WrongField } from '~/refusal';
import type { MoveView } from '~/screens/deal/move.server';

interface MovePageProps {
  deal: MoveView;
  back: string;
  /** What was typed, or what is chosen at first. */
  sent: Partial<Record<string, string>>;
  errors: WrongField[];
}

/** Asks where a deal goes; why is asked, and hidden by the style sheet, where that is not open. */
export function MovePage({ deal, back, sent, errors }: MovePageProps) {
  const { company, stage, stages } = deal;
  const problem = (path: string) => errors.find((error) => error.path === path)?.message;
  return (
    <FormPage
      title={`Move ${company}`}
      description={`It is in ${stage}.`}
      failure="Failed to move the deal"
      back={back}
      button="Move"
    >
      <fieldset>
        <legend className="label mb-1">Stage</legend>
        <Pills
          type="radio"
          name="stage"
          options={stages.map(({ name, isClosed }) => ({
            value: name,
            label: name,
            className: isClosed ? 'closes' : undefined,
          }))}
          chosen={[sent.stage || stage]}
        />
        <FieldError id="stage-error" message={problem('stage')} />
      </fieldset>
      <Why deal={deal} sent={sent} problem={problem} />
    </FormPage>
  );
}

type WhyProps = Pick<MovePageProps, 'deal' | 'sent'> & {
  problem: (path: string) => string | undefined;
};

function Why({ deal: { reasons, reasonIsRequired }, sent, problem }: WhyProps) {
  const field = (name: string) => plainField(name, sent[name], problem(name));
  return (
    <fieldset className="why grid gap-4">
      <legend className="sr-only">Why</legend>
      <Select
        field={field('reason')}
        label="Reason"
        options={reasons.map((reason) => ({ value: reason, label: reason }))}
        empty={reasonIsRequired ? 'Choose a reason' : 'None'}
      />
      <TextArea
        field={field('text')}
        label="Why, in a sentence"
        rows={3}
        maxLength={REASON_LIMIT}
      />
      <TextField
        field={field('lookAgainOn')}
        label="Look again on"
        hint="From this day on, the deal is in the review and in your calendar."
        type="date"
        className="input w-44!"
      />
    </fieldset>
  );
}
