import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { FormActs } from '~/components/forms/form-acts';
import { useResend, useSubmitAddress } from '~/components/forms/unsent';
import { Frame } from '~/components/frame/frame';
import { Icon } from '~/components/frame/icon';
import { FollowUp } from './follow-up';
import type { MeetingForm } from '~/models/meeting/meeting.server';

interface MeetingFormProps {
  title: string;
  button: string;
  deal: MeetingForm;
  back: string;
  error?: string;
  children: ReactNode;
}

interface MeetingChoicesProps {
  choices: MeetingForm['choices'];
  chosen: string | undefined;
}

export function MeetingChoices({ choices, chosen }: MeetingChoicesProps) {
  return (
    <fieldset>
      <legend className="label mb-1">Next meeting, counted from today</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <label key={value} className="check-pill">
            <input
              type="radio"
              name="nextMeetingDate"
              value={value}
              defaultChecked={value === chosen}
              required
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The page of an act on a deal's next meeting, which says what that is now. */
export function MeetingPage({ title, button, deal, back, error, children }: MeetingFormProps) {
  const address = useSubmitAddress();
  const { onSubmit, notice } = useResend('Failed to save the next meeting');
  return (
    <Frame>
      <div className="card mx-auto mt-8 max-w-md p-6">
        <h1 className="break-words">{title}</h1>
        <p className="mt-2 break-words">
          {deal.meeting ? `Next meeting: ${deal.meeting} ` : 'No next meeting is set.'}
          <FollowUp due={deal.due} />
        </p>
        <Form method="post" action={address} onSubmit={onSubmit} className="mt-4 grid gap-4">
          <input type="hidden" name="seen" value={deal.seen} />
          {error && (
            <p role="alert" tabIndex={-1} autoFocus className="notice notice-failed">
              <Icon name="alert" className="mt-0.5 text-danger" />
              {error}
            </p>
          )}
          {children}
          {notice}
          <FormActs back={back} button={button} />
        </Form>
      </div>
    </Frame>
  );
}
