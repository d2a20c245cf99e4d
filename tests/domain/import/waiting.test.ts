import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { createDeal } from '~/domain/deal/create.server';
import { updateDeal } from '~/domain/deal/update.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { undoImport } from '~/domain/import/apply/undo.server';
import { chooseRows } from '~/domain/import/preview/choose.server';
import { listImportsBeingWritten } from '~/domain/import/record/lock.server';
import { purgeImports } from '~/domain/import/record/purge.server';
import { discardImport } from '~/domain/import/upload/discard.server';
import { catchResponse } from '../../support/answers';
import { type Cast, createCast } from '../../support/cast';
import { addDeal, FULL_DEAL } from '../../support/deals';
import { addPreview, createDealRow, createNewDealRow } from '../../support/import-previews';

/**
 * Others at work while a large import or its undo is prepared: what they do has to come out as if
 * they had done it before. `IMPORT_ROWS=20000` prints what docs/capacity.md says.
 */
const ROWS = Number(process.env.IMPORT_ROWS ?? 4_000);

let people: Cast;
let other: number;
beforeAll(async () => {
  people = await createCast();
  other = await addDeal(people.ben);
});

function newDeals(company: string, length = 1_000) {
  const names = Array.from({ length }, (_, n) => `${company} ${n}`);
  return names.map((companyName) => createNewDealRow(companyName, { ...FULL_DEAL, companyName }));
}

/** Returns the duration of the work and of another person's writes meanwhile, in ms, longest first. */
async function waitsDuring(work: () => Promise<unknown>) {
  let isOver = false;
  const begun = performance.now();
  const whole = work().finally(() => (isOver = true));
  const waits: number[] = [];
  for (let n = 0; !isOver; n++) {
    const asked = performance.now();
    await updateDeal(people.ben, other, { comments: `Change ${n}` });
    waits.push(performance.now() - asked);
    await pause(50);
  }
  await whole;
  waits.sort((one, two) => two - one);
  const took = performance.now() - begun;
  const p95 = waits[Math.floor(waits.length / 20)]!;
  console.log(
    `${ROWS} rows in ${took.toFixed()} ms, ${waits.length} writes of another: p95 ${p95.toFixed()} ms, longest ${waits[0]!.toFixed()} ms`,
  );
  return { took, longest: waits[0]! };
}

describe('large imports and other writers (rule 16.78)', () => {
  test('a large import and its undo rarely block other writers', async () => {
    const id = await addPreview(people.ana, newDeals('Company', ROWS));
    const written = await waitsDuring(() => applyImport(people.ana, id));
    expect(written.longest).toBeLessThan(written.took / 2);
    const undone = await waitsDuring(async () => {
      expect(await undoImport(people.ana, id)).toMatchObject({ deleted: ROWS, skipped: [] });
    });
    expect(undone.longest).toBeLessThan(undone.took / 2);
  }, 300_000);

  test('editing a deal of a prepared import ends that import', async () => {
    const deal = await addDeal(people.ana);
    const row = createDealRow('changed', deal, { ceoName: [null, 'Mei'] });
    const id = await addPreview(people.ana, [row, ...newDeals('Aster')]);
    const before = await db.$count(deals);
    const answer = catchResponse(applyImport(people.ana, id));
    await updateDeal(people.ana, deal, { ceoName: 'Lea' });
    expect((await answer).status).toBe(409);
    expect(await db.$count(deals)).toBe(before);
  });

  test('adding a company of a prepared import ends that import', async () => {
    const id = await addPreview(people.ana, newDeals('Birch'));
    const answer = catchResponse(applyImport(people.ana, id));
    await createDeal(people.ana, { companyName: 'Birch 7 Ltd' });
    expect((await answer).status).toBe(409);
  });

  test('undo skips a deal that was edited during its preparation', async () => {
    const id = await addPreview(people.ana, newDeals('Cedar'));
    await applyImport(people.ana, id);
    const [deal] = await db.select().from(deals).where(eq(deals.companyName, 'Cedar 999'));
    const undone = undoImport(people.ana, id);
    await updateDeal(people.ana, deal!.id, { ceoName: 'Lea' });
    expect(await undone).toMatchObject({ deleted: 999, skipped: [{ companyName: 'Cedar 999' }] });
  });

  test('an import being applied allows no other stage and no expiry', async () => {
    const id = await addPreview(people.ana, newDeals('Dogwood'), { expire: new Date(0) });
    const written = applyImport(people.ana, id);
    const skip = { kind: 'new', choice: 'skip' } as const;
    await expect.poll(listImportsBeingWritten).toEqual([id]);
    await purgeImports(new Date());
    for (const step of [
      () => applyImport(people.ana, id),
      () => chooseRows(people.ana, id, skip),
      () => discardImport(people.ana, id),
    ])
      expect((await catchResponse(step())).status).toBe(409);
    expect((await catchResponse(chooseRows(people.ben, id, skip))).status).toBe(404);
    expect(await written).toMatchObject({ created: 1_000 });
  });
});
