import { Form } from '@remix-run/react';
import { FormActs } from '~/components/forms/form-acts';
import { FieldError, plainField, Select, TextArea, TextField } from '~/components/forms/fields';
import { useResend, useSubmitAddress } from '~/components/forms/unsent';
import { Frame } from '~/components/frame/frame';
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
  const address = useSubmitAddress();
  const { onSubmit, notice } = useResend('Failed to move the deal');
  const { company, stage, stages } = deal;
  const problem = (path: string) => errors.find((error) => error.path === path)?.message;
  return (
    <Frame>
      <div className="card mx-auto mt-8 max-w-md p-6">
        <h1 className="break-words">Move {company}</h1>
        <p className="mt-2">It is in {stage}.</p>
        <Form method="post" action={address} onSubmit={onSubmit} className="group mt-4 grid gap-4">
          <fieldset>
            <legend className="label mb-1">Stage</legend>
            <div className="flex flex-wrap gap-2">
              {stages.map(({ name, isClosed }) => (
                <label key={name} className="check-pill">
                  <input
                    type="radio"
                    name="stage"
                    value={name}
                    className={isClosed ? 'closes' : undefined}
                    defaultChecked={name === (sent.stage || stage)}
                    required
                  />
                  {name}
                </label>
              ))}
            </div>
            <FieldError id="stage-error" message={problem('stage')} />
          </fieldset>
          <Why deal={deal} sent={sent} problem={problem} />
          {notice}
          <FormActs back={back} button="Move" />
        </Form>
      </div>
    </Frame>
  );
}

type WhyProps = Pick<MovePageProps, 'deal' | 'sent'> & {
  problem: (path: string) => string | undefined;
};

function Why({ deal: { reasons, reasonIsRequired }, sent, problem }: WhyProps) {
  const field = (name: string) => plainField(name, sent[name], problem(name));
  return (
    <fieldset className="grid gap-4 group-not-has-[.closes:checked]:hidden">
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
        hint="From this day on it stands in the review, and in your calendar."
        type="date"
        className="input w-44!"
      />
    </fieldset>
  );
}
