import { Form } from '@remix-run/react';

export interface ReviewMail {
  isOn: boolean;
  /** Where the mails are sent, and in which time zone it is 7:00. */
  email: string;
  timeZone: string;
}

export function ReviewMailSection({ isOn, email, timeZone }: ReviewMail) {
  return (
    <Form method="post" className="section">
      <h2>Review by email</h2>
      <input type="hidden" name="intent" value="review mail" />
      <label className="flex items-start gap-2">
        <input type="checkbox" name="reviewMail" value="on" defaultChecked={isOn} />
        <span>
          Send me the review by email on Mondays at 7:00
          <span className="hint block break-words">
            To {email}, {timeZone} time. Each email has a link that ends them.
          </span>
        </span>
      </label>
      <p>
        <button className="btn btn-primary">Save</button>
      </p>
    </Form>
  );
}
