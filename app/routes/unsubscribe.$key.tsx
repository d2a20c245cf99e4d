import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { CentredCard, PRODUCT } from '~/components/frame/frame';
import { isSubscribed, unsubscribe } from '~/models/review/subscription.server';

export const meta: MetaFunction = () => [
  { title: `Review by email · ${PRODUCT}` },
  { name: 'referrer', content: 'no-referrer' },
];

/** Mail scanners follow links: reading ends nothing. */
export async function loader({ params }: LoaderFunctionArgs) {
  return { isOn: await isSubscribed(params.key ?? '') };
}

/** Also the one click of a mail program (RFC 8058), which brings no session. */
export async function action({ params }: ActionFunctionArgs) {
  await unsubscribe(params.key ?? '');
  return { isOn: false };
}

export default function UnsubscribePage() {
  const { isOn } = useLoaderData<typeof loader>();
  return (
    <CentredCard>
      <h1>Review by email</h1>
      {isOn ? (
        <Form method="post" className="mt-2 grid gap-4">
          <p>Stop receiving the weekly review by email?</p>
          <button className="btn btn-primary">End the emails</button>
        </Form>
      ) : (
        <p role="status" className="mt-2">
          You get no more reviews by email. You can turn them on again under “Your account”.
        </p>
      )}
    </CentredCard>
  );
}
