import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import {
  createCalendarFeed,
  endOwnCalendarFeed,
  findOwnCalendarFeed,
} from '~/domain/user/calendar-feed.server';
import { appUrl } from '~/env.server';
import { formAction } from '~/http/forms/form-action.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { OneTimeSecret } from '~/ui/account/one-time-secret';
import { FormButtons } from '~/ui/form/form-buttons';
import { useReply } from '~/ui/form/unsent-form';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Calendar');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const calendar = await findOwnCalendarFeed(viewer);
  return { hasOne: Boolean(calendar), timeZone: readLocale(request).timeZone };
}

/** Returns the address only in this answer, never in a URL, a cookie or the log. */
export const action = formAction({
  fields: { text: ['intent'] },
  async handler({ viewer, request, form }) {
    if (form.get('intent') === 'end') {
      const ended = await endOwnCalendarFeed(viewer);
      const title = ended
        ? 'Calendar link turned off'
        : 'This calendar link was already turned off';
      return { redirectTo: '/account', toast: { title } };
    }
    const key = await createCalendarFeed(viewer, readLocale(request).timeZone);
    return data({ address: new URL(`/calendar/${key}.ics`, appUrl).href });
  },
});

export default function CalendarPage() {
  const address = useReply<typeof action>()?.address;
  return (
    <SubPage to="/account" above="Your account" title="Calendar">
      {address ? <NewAddress address={address} /> : <CreateAddress />}
    </SubPage>
  );
}

function NewAddress({ address }: { address: string }) {
  return (
    <section className="section" aria-label="The address">
      <p role="status">Copy the address now: it is not shown again.</p>
      <OneTimeSecret
        what="Address"
        secret={address}
        hint="Subscribe to it in your calendar app. Anyone with this address can read your follow-ups, so keep it secret like a password."
        back="/account"
      />
    </section>
  );
}

function CreateAddress() {
  const { hasOne, timeZone } = useLoaderData<typeof loader>();
  return (
    <Form method="post" className="section">
      <p>
        {hasOne
          ? 'A new address replaces your current one, which will no longer work.'
          : 'Your calendar app reads your follow-ups from a secret address: the company and the reason, on the day each is due.'}
      </p>
      <p className="hint">Days are in the time zone {timeZone}.</p>
      <FormButtons back="/account" button={hasOne ? 'Create a new link' : 'Create link'} />
    </Form>
  );
}
