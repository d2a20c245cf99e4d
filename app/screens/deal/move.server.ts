import type { Viewer } from '~/models/access';
import { isRequired, readEntries } from '~/models/lists/list.server';
import { isClosed } from '~/models/lists/lists';
import { getPipeline } from '~/models/pipeline/write.server';
import { listStages } from '~/models/stage/stages.server';

/** What the page shows that moves a deal to another stage. Throws 404 if the deal is not visible. */
export async function moveView(viewer: Viewer, id: number) {
  const [{ companyName, stage }, { listed }, reasons, reasonIsRequired] = await Promise.all([
    getPipeline(viewer, id),
    listStages(),
    readEntries('reasons'),
    isRequired('reasons'),
  ]);
  return {
    id,
    company: companyName,
    stage,
    stages: listed.map((one) => ({ name: one.name, isClosed: isClosed(one) })),
    reasons: reasons.map(({ name }) => name),
    reasonIsRequired,
  };
}
export type MoveView = Awaited<ReturnType<typeof moveView>>;
