import { Form, Link } from '@remix-run/react';
import type { OffboardingOutcome, UserWork } from '~/domain/operations/offboard.server';
import { formatNumber } from '~/domain/text/text';
import { ErrorSummary } from '~/ui/form/error-summary';
import { FieldError } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { OwnerPicker } from '~/ui/form/owner-picker';
import type { OffboardingView } from './view.server';

const WORK_ROWS: { key: keyof UserWork; label: string; fate: string }[] = [
  {
    key: 'deals',
    label: 'Deals',
    fate: 'Transferred to the new owner. Without one, they stay if the account is disabled, and are deleted if it is deleted.',
  },
  {
    key: 'openTasks',
    label: 'Open tasks',
    fate: "Transferred to the new owner, or to the deal's owner where the new owner cannot see the deal. Without a new owner, they stay.",
  },
  {
    key: 'openScorecards',
    label: 'Open scorecards',
    fate: 'They leave these rounds, and their drafts are deleted for good.',
  },
  { key: 'shares', label: 'Shares', fate: 'Their links stop working.' },
  {
    key: 'sharedViews',
    label: 'Shared views',
    fate: 'Transferred to the new owner if they are a manager or an admin, otherwise to you.',
  },
  {
    key: 'collaborations',
    label: 'Collaborations',
    fate: "They can no longer open other people's deals.",
  },
];

export function WorkTable({ work }: { work: UserWork }) {
  return (
    <dl className="card grid gap-3">
      {WORK_ROWS.map(({ key, label, fate }) => (
        <div key={key}>
          <dt className="flex justify-between gap-4 font-semibold">
            <span>{label}</span>
            <span className="tabular">{formatNumber(work[key])}</span>
          </dt>
          {work[key] > 0 && <dd className="hint">{fate}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface OffboardingFormProps {
  user: OffboardingView;
  reply:
    { chosen: string; error?: string; outcome?: OffboardingOutcome; failure?: string } | undefined;
}

export function OffboardingForm({ user, reply }: OffboardingFormProps) {
  const { id, isDisabled, choices, work } = user;
  const outcome = reply ? reply.outcome : user.outcome;
  return (
    <Form method="post" className="card grid gap-6">
      <OpenedBy />
      {reply?.failure && <ErrorSummary title="Nothing was changed" text={reply.failure} />}
      <input type="hidden" name="seenDeals" value={work.deals} />
      {choices && (
        <OwnerPicker
          label="New owner"
          nobody="Nobody"
          choices={choices}
          chosen={reply?.chosen}
          error={reply?.error}
        />
      )}
      <fieldset className="grid gap-3">
        <legend className="label mb-1">What happens to the account</legend>
        {!isDisabled && (
          <OutcomeChoice
            outcome="disable"
            label="Disable"
            hint="Signs them out everywhere and blocks sign-in until the account is enabled again."
            isChosen={outcome === 'disable'}
          />
        )}
        <OutcomeChoice
          outcome="delete"
          label="Delete"
          hint="All of this user's pipelines are deleted too, unless they have a new owner. Admins can restore both from the trash for 30 days."
          isChosen={outcome === 'delete'}
        />
        <FieldError
          id="outcome-error"
          message={reply && !outcome ? 'Please choose what happens to the account' : undefined}
        />
      </fieldset>
      <div className="flex flex-wrap justify-between gap-2">
        <Link to={`/admin/users/${id}`} className="btn">
          Cancel
        </Link>
        <button className="btn btn-danger">
          {isDisabled ? 'Delete account' : 'Disable or delete account'}
        </button>
      </div>
    </Form>
  );
}

interface OutcomeChoiceProps {
  outcome: OffboardingOutcome;
  label: string;
  hint: string;
  isChosen: boolean;
}

function OutcomeChoice({ outcome, label, hint, isChosen }: OutcomeChoiceProps) {
  return (
    <div className="flex items-start gap-2">
      <input
        type="radio"
        id={outcome}
        name="outcome"
        value={outcome}
        required
        defaultChecked={isChosen}
        aria-describedby={`${outcome}-hint`}
        className="mt-1"
      />
      <div>
        <label htmlFor={outcome} className="font-semibold">
          {label}
        </label>
        <p id={`${outcome}-hint`} className="hint">
          {hint}
        </p>
      </div>
    </div>
  );
}
