import { Form } from '@remix-run/react';
import { FormActs } from '~/components/forms/form-acts';
import { FieldError } from '~/components/forms/fields';
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
        <Form
          method="post"
          action={address}
          onSubmit={onSubmit}
          className="move-form mt-4 grid gap-4"
        >
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
  return (
    <fieldset className="why">
      <legend className="sr-only">Why</legend>
      <div className="grid gap-1">
        <label className="label" htmlFor="reason">
          Reason
        </label>
        <select
          id="reason"
          name="reason"
          defaultValue={sent.reason ?? ''}
          aria-describedby={problem('reason') && 'reason-error'}
          aria-invalid={problem('reason') ? true : undefined}
          className="input"
        >
          <option value="">{reasonIsRequired ? 'Choose a reason' : 'None'}</option>
          {reasons.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
        <FieldError id="reason-error" message={problem('reason')} />
      </div>
      <div className="grid gap-1">
        <label className="label" htmlFor="why">
          Why, in a sentence
        </label>
        <textarea
          id="why"
          name="text"
          rows={3}
          maxLength={REASON_LIMIT}
          defaultValue={sent.text}
          aria-describedby={problem('text') && 'why-error'}
          className="input"
        />
        <FieldError id="why-error" message={problem('text')} />
      </div>
      <div className="grid gap-1">
        <label className="label" htmlFor="lookAgainOn">
          Look again on
        </label>
        <p id="again-hint" className="hint">
          From this day on it stands in the review, and in your calendar.
        </p>
        <input
          type="date"
          id="lookAgainOn"
          name="lookAgainOn"
          defaultValue={sent.lookAgainOn}
          aria-describedby="again-hint"
          className="input w-44!"
        />
        <FieldError id="again-error" message={problem('lookAgainOn')} />
      </div>
    </fieldset>
  );
}
