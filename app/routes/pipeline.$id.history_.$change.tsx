import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { useFromQuery } from '~/components/frame/address';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { WholeChange } from '~/components/history/timeline';
import { getPipelineChange } from '~/models/timeline/list.server';
import { wholeChangeView } from '~/screens/timeline/change.server';
import { readId } from '~/web/forms/request.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/changes.css?url';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('Change', ({ change }) => change.about.name);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const change = await getPipelineChange(viewer, id, readId(params.change));
  return { id, change: await wholeChangeView(viewer, change, readLocale(request)) };
}

export default function PipelineChange() {
  const { id, change } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[800px] grid-cols-1 gap-6 break-words text-text">
        <div>
          <Link to={`/pipeline/${id}/history${useFromQuery()}`} className="link text-base">
            History
          </Link>
          <h1 className="mt-2 break-words">{change.about.name}</h1>
        </div>
        <section className="section">
          <WholeChange change={change} />
        </section>
      </div>
    </Frame>
  );
}
