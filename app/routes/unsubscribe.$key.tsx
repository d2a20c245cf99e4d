import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import {
  isSubscribed,
  parseSubscription,
  unsubscribe,
} from '~/domain/user/mail-subscription.server';
import { publicFormAction } from '~/http/forms/form-action.server';
import { useReply } from '~/ui/form/unsent-form';
import { CentredCard } from '~/ui/layout/centred-card';
import { PRODUCT_NAME } from '~/ui/layout/document-head';

export const meta: MetaFunction = () => [
  { title: `Emails · ${PRODUCT_NAME}` },
  { name: 'referrer', content: 'no-referrer' },
];

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

/** Changes nothing, since mail scanners follow links. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const mail = parseSubscription(new URL(request.url).searchParams.get('mail'));
  return { mail, isOn: await isSubscribed(params.key ?? '', mail) };
}

/** Accepts the one-click POST of mail programs (RFC 8058), which has no session. */
export const action = publicFormAction({
  async handler({ request, params }) {
    const mail = parseSubscription(new URL(request.url).searchParams.get('mail'));
    await unsubscribe(params.key ?? '', mail);
    return { isOn: false };
  },
});

const MAIL_TEXTS = {
  review: {
    title: 'Review by email',
    question: 'Stop receiving the weekly review by email?',
    ended: 'You will no longer get the review by email.',
  },
  tasks: {
    title: 'Tasks by email',
    question: 'Stop receiving your tasks by email?',
    ended: 'You will no longer get your tasks by email.',
  },
};

export default function UnsubscribePage() {
  const { mail, ...loaded } = useLoaderData<typeof loader>();
  const { isOn } = useReply<typeof action>() ?? loaded;
  const { title, question, ended } = MAIL_TEXTS[mail];
  return (
    <CentredCard>
      <h1>{title}</h1>
      {isOn ? (
        <Form method="post" className="mt-2 grid gap-4">
          <p>{question}</p>
          <button className="btn btn-primary">Unsubscribe</button>
        </Form>
      ) : (
        <p role="status" className="mt-2">
          {ended} You can turn them on again under “Your account”.
        </p>
      )}
    </CentredCard>
  );
}
