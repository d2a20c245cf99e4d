import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { Pager } from '~/components/list/pager';
import { ImportList, UploadForm } from '~/components/import/upload-form';
import { isStaff } from '~/models/access';
import { untilSlow } from '~/models/import/step.server';
import { importsView } from '~/screens/import/import.server';
import { attempt } from '~/attempt.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import styles from '~/styles/import.css?url';
import { receiveImport } from '~/web/forms/receive-import.server';

export const links = styledBy(styles);

export const meta = titled('Import');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    isStaff: isStaff(viewer),
    ...(await importsView(viewer, searchParams, readLocale(request))),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const { value: staged, refused } = await attempt(() => receiveImport(request, viewer));
  if (refused) {
    const cells = refused.body.form?.fields.find(([name]) => name === 'cells')?.[1];
    return data({ problem: refused.message, cells }, { status: refused.status });
  }
  await deleteSentLateForm(request, viewer);
  await untilSlow(staged.read);
  return redirect(`/import/${staged.id}`);
}

export default function ImportPage() {
  const { isStaff: showWho, imports, pager } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[960px] gap-6">
        <UploadForm problem={refused?.problem} cells={refused?.cells} />
        <section aria-labelledby="earlier">
          <h2 id="earlier" className="mb-2">
            Earlier imports
          </h2>
          <ImportList imports={imports} showWho={showWho} />
          <Pager {...pager} noun="imports" />
        </section>
      </div>
    </Frame>
  );
}
