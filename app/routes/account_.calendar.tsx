import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { appUrl } from '~/env.server';
import { FormActs } from '~/components/forms/form-acts';
import { PageBelow } from '~/components/frame/page-below';
import { ShownOnce } from '~/components/frame/shown-once';
import { styledBy, titled } from '~/components/frame/head';
import { endCalendar, findOwnCalendar, makeCalendar } from '~/models/user/calendar.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { readForm } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('Calendar');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const calendar = await findOwnCalendar(viewer);
  return { hasOne: Boolean(calendar), timeZone: readLocale(request).timeZone };
}

/** The address is in this answer alone: never in an address, a cookie or the log. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['intent'] });
  if (form.get('intent') === 'end') {
    const ended = await endCalendar(viewer);
    const text = ended ? 'Calendar link turned off' : 'This calendar link was already turned off';
    return redirectWithToast('/account', makeToast(text));
  }
  const key = await makeCalendar(viewer, readLocale(request).timeZone);
  return data({ address: new URL(`/calendar/${key}.ics`, appUrl).href });
}

export default function CalendarPage() {
  const address = useActionData<typeof action>()?.address;
  return (
    <PageBelow to="/account" above="Your account" title="Calendar">
      {address ? <NewAddress address={address} /> : <MakeAddress />}
    </PageBelow>
  );
}

function NewAddress({ address }: { address: string }) {
  return (
    <section className="section" aria-label="The address">
      <p role="status">Copy the address now: it is not shown again.</p>
      <ShownOnce
        what="Address"
        secret={address}
        hint="Subscribe to it in your calendar app. Anyone with this address can read your follow-ups, so keep it secret like a password."
        back="/account"
      />
    </section>
  );
}

function MakeAddress() {
  const { hasOne, timeZone } = useLoaderData<typeof loader>();
  return (
    <Form method="post" className="section">
      <p>
        {hasOne
          ? 'A new address replaces your current one, which will no longer work.'
          : 'Your calendar app reads your follow-ups from a secret address: the company and the reason, on the day each is due.'}
      </p>
      <p className="hint">Days are in the time zone {timeZone}.</p>
      <FormActs back="/account" button={hasOne ? 'Create a new link' : 'Create link'} />
    </Form>
  );
}
