import { Form } from '@remix-run/react';
import type { MailSettings } from '~/domain/user/mail-subscription.server';
import { OpenedBy } from '~/ui/form/opened-by';

export function EmailSection({ review, tasks, email, timeZone, otherTimeZone }: MailSettings) {
  return (
    <Form method="post" className="section">
      <OpenedBy />
      <h2>Review and tasks by email</h2>
      <input type="hidden" name="intent" value="review mail" />
      <label className="flex items-baseline gap-2">
        <input type="checkbox" name="reviewMail" value="on" defaultChecked={review} />
        <span>Send me the review by email on Mondays at 7:00</span>
      </label>
      <label className="flex items-baseline gap-2">
        <input type="checkbox" name="taskMail" value="on" defaultChecked={tasks} />
        <span>
          Send me my tasks by email on their day at 8:00
          <span className="hint block break-words">
            To {email}, {timeZone} time. Each email has a link to unsubscribe.
          </span>
        </span>
      </label>
      {otherTimeZone && (
        <label className="flex items-baseline gap-2">
          <input type="checkbox" name="replacesTimeZone" value="on" />
          <span>Use {otherTimeZone} time from now on</span>
        </label>
      )}
      <p>
        <button className="btn" data-saves>
          Save
        </button>
      </p>
    </Form>
  );
}
