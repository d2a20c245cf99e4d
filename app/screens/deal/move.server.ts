import type { Viewer } from '~/models/access';
import { currentLists, isRequired, stagesOf } from '~/models/lists/list.server';
import { isClosed } from '~/models/lists/lists';
import { getPipeline } from '~/models/pipeline/write.server';

/** The data of the page that moves a deal to another stage. Throws 404 if the deal is not visible. */
export async function moveView(viewer: Viewer, id: number) {
  const [{ companyName, stage }, lists, reasonIsRequired] = await Promise.all([
    getPipeline(viewer, id),
    currentLists(),
    isRequired('reasons'),
  ]);
  return {
    id,
    company: companyName,
    stage,
    stages: stagesOf(lists).listed.map((entry) => ({
      name: entry.name,
      isClosed: isClosed(entry),
    })),
    reasons: lists.names('reasons'),
    reasonIsRequired,
  };
}
export type MoveView = Awaited<ReturnType<typeof moveView>>;
