import type { ReactNode } from 'react';
import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import type { describeFollowUp } from '~/format/follow-up';
import { createField, TextField } from '~/ui/form/fields';
import { FormPage } from '~/ui/form/form-page';
import { Pills } from '~/ui/form/pills';
import { Icon } from '~/ui/icon';
import { FollowUp } from './follow-up';

export interface MeetingForm {
  company: string;
  meeting?: string;
  current?: string;
  due?: ReturnType<typeof describeFollowUp>;
  seen: string;
  choices: { value: string; label: string }[];
}

interface MeetingPageProps {
  title: string;
  button: string;
  deal: MeetingForm;
  /** Version of the meeting that the form was based on, if it comes back. */
  seen?: string;
  back: string;
  error?: string;
  children: ReactNode;
}

interface MeetingChoicesProps {
  choices: MeetingForm['choices'];
  chosen: string | undefined;
  day: string | undefined;
}

export function MeetingChoices({ choices, chosen, day }: MeetingChoicesProps) {
  return (
    <>
      <fieldset>
        <legend className="label mb-1">Next meeting, counted from today</legend>
        <Pills type="radio" name="nextMeetingDate" options={choices} chosen={[chosen]} />
      </fieldset>
      <TextField
        field={createField('nextMeetingOn', day)}
        label="Or on a day"
        hint="Replaces the choice above."
        type="date"
        min={MIN_DAY}
        max={MAX_DAY}
      />
    </>
  );
}

export function MeetingPage({
  title,
  button,
  deal,
  seen = deal.seen,
  back,
  error,
  children,
}: MeetingPageProps) {
  return (
    <FormPage
      title={title}
      description={
        <>
          {deal.meeting ? `Next meeting: ${deal.meeting} ` : 'No next meeting is set.'}
          <FollowUp due={deal.due} />
        </>
      }
      failure="Failed to save the next meeting"
      back={back}
      button={button}
    >
      <input type="hidden" name="seen" value={seen} />
      {error && (
        <p role="alert" tabIndex={-1} autoFocus className="notice notice-failed">
          <Icon name="alert" className="mt-0.5 text-danger" />
          {error}
        </p>
      )}
      {children}
    </FormPage>
  );
}
