import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { type ImportedChange, imports } from '#db/schema';
import { applyImport } from '~/domain/import/apply/apply.server';
import { countPlannedRows } from '~/domain/import/preview/plan.server';
import { type Cast, createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import {
  addPreview,
  createDealRow,
  createNewDealRow,
  type PreviewRow,
} from '../../support/import-previews';
import { createRandom } from '../../support/random';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});

/** Compares the numbers on the button with what the import does. */
async function saidAndDone(rows: PreviewRow[]) {
  const id = await addPreview(people.ana, rows);
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  const { create, update, skip } = await countPlannedRows(found!);
  const { created, updated, skipped } = await applyImport(people.ana, id);
  return { said: [create, update, skip], done: [created, updated, skipped] };
}

/** A row about the same new company as the row `first`. */
const like = (
  first: number,
  row: PreviewRow,
  choice: 'update' | 'create' | 'skip',
): PreviewRow => ({
  kind: 'duplicate',
  choice,
  outcome: { ...row.outcome, sameAs: first },
});

describe('counts of planned rows (rule 16.52)', () => {
  test('a field filled by an earlier row is counted once', async () => {
    const rows = [
      createNewDealRow('Aster', { ceoName: 'Eva' }),
      like(1, createNewDealRow('Aster', { ceoName: 'Kim', fundingRound: 'A' }), 'update'),
      like(1, createNewDealRow('Aster', { fundingRound: 'B' }), 'update'),
      like(1, createNewDealRow('Aster', { contactName: 'Ines' }), 'update'),
      like(1, createNewDealRow('Aster', { contactName: 'ines' }), 'update'),
    ];
    expect(await saidAndDone(rows)).toEqual({ said: [1, 2, 2], done: [1, 2, 2] });
    const id = await addDeal(people.ana, { companyName: 'Birch' });
    const twice = ['A', 'B'].map((round) =>
      createDealRow('duplicate', id, { fundingRound: [null, round] }),
    );
    expect(await saidAndDone(twice)).toEqual({ said: [0, 1, 1], done: [0, 1, 1] });
  });

  test('the next row creates the deal of a skipped row', async () => {
    const rows = [
      { ...createNewDealRow('Cedar'), choice: 'skip' as const },
      like(1, createNewDealRow('Cedar', { ceoName: 'Eva' }), 'update'),
      like(1, createNewDealRow('Cedar', { ceoName: 'Kim' }), 'update'),
      like(1, createNewDealRow('Cedar', { ceoName: 'Kim' }), 'create'),
    ];
    expect(await saidAndDone(rows)).toEqual({ said: [2, 0, 2], done: [2, 0, 2] });
  });

  test('the apply button announces exactly what is then done', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const pick = <T>(...all: T[]): T => all[Math.floor(random() * all.length)]!;
      const known = await addDeal(people.ana, { companyName: `Known ${seed}`, cooName: 'There' });
      const firsts = new Map<string, number>();
      const rows = Array.from({ length: 8 }, (_, index): PreviewRow => {
        const values = Object.fromEntries(
          ['ceoName', 'cooName', 'fundingRound', 'contactName', 'contactEmail'].flatMap((field) =>
            random() < 0.4 ? [[field, pick('A', 'B')]] : [],
          ),
        );
        if (values.contactEmail) {
          values.contactEmail += '@example.com';
          values.contactName ??= 'A';
        }
        const choice = pick('update', 'update', 'create', 'skip');
        if (random() < 0.3) {
          const fields = Object.entries(values).map(([field, to]): ImportedChange => {
            return { field, from: field === 'cooName' ? 'There' : null, to: to! };
          });
          const outcome = { ...createNewDealRow(`Known ${seed}`, values).outcome, fields };
          return { kind: 'duplicate', dealId: known, outcome, choice };
        }
        const name = pick('Dogwood', 'Elder');
        const row = createNewDealRow(`${name} ${seed}`, values);
        const first = firsts.get(name);
        if (first) return like(first, row, choice);
        firsts.set(name, index + 1);
        return { ...row, choice: pick('create', 'create', 'skip') };
      });
      const { said, done } = await saidAndDone(rows);
      expect(said, `seed ${seed}`).toEqual(done);
    }
  });
});
