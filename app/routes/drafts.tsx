import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/auth.server';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { readForm } from '~/web/request.server';
import { hasDrafts, DRAFTS_PAGE, draftsView } from '~/web/drafts.server';
import { homeOf } from '~/models/access';
import { deleteDraft } from '~/models/draft/store.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction = () => [{ title: `Not sent yet · ${PRODUCT}` }];

/** What this account sent from this browser while it was signed out; home when there is nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const kept = await draftsView(request, viewer);
  if (!kept.length) throw redirect(homeOf(viewer));
  return { kept };
}

/** Discards one. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['id'] });
  const discarded = await deleteDraft(viewer, Number(form.get('id')));
  const next = (await hasDrafts(request, viewer)) ? DRAFTS_PAGE : homeOf(viewer);
  return redirectWithToast(
    next,
    makeToast(discarded ? 'Discarded' : 'This was sent or discarded already'),
  );
}

export default function Kept() {
  const { kept } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text">
        <div>
          <h1>Not sent yet</h1>
          <p className="mt-1 text-ink-muted">
            You were logged out when you sent this, so nothing was saved. It is kept here for 24
            hours after you sent it.
          </p>
        </div>
        {kept.map((form) => (
          <Draft key={form.id} {...form} />
        ))}
      </div>
    </Frame>
  );
}

type Kept = ReturnType<typeof useLoaderData<typeof loader>>['kept'][number];

/** Sending it is the form that it was, in a page of its own: what it meets (a newer version, a refusal) is shown as ever. */
function Draft({ id, title, company, values, fields, action }: Kept) {
  return (
    <section className="section" aria-labelledby={`kept-${id}`}>
      <div className="min-w-0">
        <h2 id={`kept-${id}`}>{title}</h2>
        {company && <p className="break-words text-ink-muted">{company}</p>}
      </div>
      <dl className="kept">
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-between gap-2">
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <button className="btn btn-danger" aria-describedby={`kept-${id}`}>
            Discard
          </button>
        </Form>
        <form method="post" action={action}>
          {fields.map(([name, value], i) => (
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          <button className="btn btn-primary" aria-describedby={`kept-${id}`}>
            Send it now
          </button>
        </form>
      </div>
    </section>
  );
}
