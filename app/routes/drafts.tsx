import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { deleteLocalCopy } from '~/components/forms/local-draft';
import { useRootData } from '~/components/frame/root-data';
import { requireUser } from '~/web/session/auth.server';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { readForm } from '~/web/forms/request.server';
import { hasDrafts, DRAFTS_PAGE, draftsView } from '~/web/forms/drafts.server';
import { homeOf } from '~/models/access';
import { deleteDraft } from '~/models/draft/store.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta: MetaFunction = () => [{ title: `Not submitted yet · ${PRODUCT}` }];

/** The drafts of this account in this browser (rule 12.13); redirects home if there are none. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const drafts = await draftsView(request, viewer);
  if (!drafts.length) throw redirect(homeOf(viewer));
  return { drafts };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['id'] });
  const discarded = await deleteDraft(viewer, Number(form.get('id')));
  const next = (await hasDrafts(request, viewer)) ? DRAFTS_PAGE : homeOf(viewer);
  return redirectWithToast(
    next,
    makeToast(discarded ? 'Discarded' : 'This has already been submitted or discarded'),
  );
}

export default function DraftsPage() {
  const { drafts } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text">
        <div>
          <h1>Not submitted yet</h1>
          <p className="mt-1 text-ink-muted">
            You were signed out when you submitted this, so it was not saved. It is kept here for 24
            hours.
          </p>
        </div>
        {drafts.map((draft) => (
          <DraftSection key={draft.id} {...draft} />
        ))}
      </div>
    </Frame>
  );
}

type Draft = ReturnType<typeof useLoaderData<typeof loader>>['drafts'][number];

/** Sends the original form as a page load, so that conflicts and errors show on its own page. */
function DraftSection({ id, title, company, sent, values, fields, action, isUpload }: Draft) {
  const email = useRootData()?.viewer?.email;
  const deleteCopy = () => deleteLocalCopy(email, action, fields);
  return (
    <section className="section" aria-labelledby={`draft-${id}`}>
      <div className="min-w-0">
        <h2 id={`draft-${id}`}>{title}</h2>
        {company && <p className="break-words text-ink-muted">{company}</p>}
        <p className="text-ink-muted">Submitted {sent}</p>
      </div>
      <dl className="draft">
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-between gap-2">
        <Form method="post" onSubmit={deleteCopy}>
          <input type="hidden" name="id" value={id} />
          <button className="btn btn-danger" aria-describedby={`draft-${id}`}>
            Discard
          </button>
        </Form>
        <form
          method="post"
          action={action}
          encType={isUpload ? 'multipart/form-data' : undefined}
          onSubmit={deleteCopy}
        >
          {fields.map(([name, value], i) => (
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          <button className="btn btn-primary" aria-describedby={`draft-${id}`}>
            Submit now
          </button>
        </form>
      </div>
    </section>
  );
}
