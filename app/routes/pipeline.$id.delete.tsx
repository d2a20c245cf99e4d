import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/auth.server';
import { DELETE_PIPELINE } from '~/components/pipeline/row-links';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { attempt, notFound } from '~/refusal.server';
import { readForm, readId, safePath } from '~/web/request.server';
import { homeOf } from '~/models/access';
import { deletePipeline, getPipeline } from '~/models/pipeline/write.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction = () => [{ title: `Delete deal · ${PRODUCT}` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { companyName } = await getPipeline(viewer, readId(params.id));
  return {
    companyName,
    back: safePath(new URL(request.url).searchParams.get('back')) ?? homeOf(viewer),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back'] });
  const back = safePath(form.get('back')) ?? homeOf(viewer);
  const id = readId(params.id);
  const { value: entry, refused } = await attempt(() => deletePipeline(viewer, id));
  if (refused?.status === 404)
    throw notFound('Failed to delete pipeline: it has already been deleted.');
  if (refused) throw refused.answer;
  const toast = makeToast('Success', 'Pipeline deleted successfully');
  return redirectWithToast(back, { ...toast, undo: [entry] });
}

export default function DeletePipeline() {
  const { companyName, back } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="card mx-auto mt-8 max-w-md p-6">
        <h1 className="break-words">Delete {companyName}</h1>
        <p className="mt-2">{DELETE_PIPELINE}</p>
        <Form method="post" className="mt-6 flex justify-between gap-2">
          <input type="hidden" name="back" value={back} />
          <Link to={back} className="btn">
            Cancel
          </Link>
          <button className="btn btn-danger">Delete</button>
        </Form>
      </div>
    </Frame>
  );
}
