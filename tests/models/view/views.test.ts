import { beforeAll, describe, expect, test } from 'vitest';
import { views } from '#db/schema';
import { transaction } from '#db/transaction';

import { shownColumns } from '~/models/view/columns.server';
import { differs, listViews, viewState, viewTabs } from '~/models/view/list.server';
import { startAddress } from '~/models/view/start.server';
import { setStartView } from '~/models/view/store.server';
import { cast } from '../../support/cast';
import { plansOf } from '../../support/query-plans';

const people = await cast();

const stateOf = (query: string) => viewState(new URLSearchParams(query));

describe('what a view keeps', () => {
  test('is the same in whatever order and with whatever the address says besides (rule 21.2)', () => {
    const kept = stateOf('sort=oldest&round=A&size=25&density=compact');
    const same = 'view=3&size=25&round=A&page=4&details=1&select=on&utm=x&sort=oldest';
    expect(differs(kept, stateOf(same))).toBe(false);
    for (const other of ['sort=newest', 'size=50', 'round=B', 'density=comfortable', 'columns=all'])
      expect(differs(kept, stateOf(`${other}&${same}`)), other).toBe(true);
  });

  test('of an earlier version is read as an address is, so that nothing breaks (rule 21.6)', () => {
    const kept = { search: 'round=A&gone=1&sort=no_such&scoreMin=x', density: null, columns: null };
    expect(differs(kept, stateOf('round=A'))).toBe(false);
  });
});

describe('with 20,000 views', () => {
  beforeAll(async () => {
    const everybody = Object.values(people);
    const at = new Date();
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      userId: everybody[n % everybody.length]!.id,
      name: `View ${n}`,
      list: '/dashboard' as const,
      search: 'round=A',
      isShared: n % 3 === 0,
      position: n,
      createdAt: at,
      updatedAt: at,
    }));
    for (let n = 0; n < rows.length; n += 2_000)
      await transaction(async (tx) => tx.insert(views).values(rows.slice(n, n + 2_000)));
  });

  test('a list shows at most 50 of each kind, and each read follows an index (rule 21.12)', async () => {
    const [first] = await listViews(people.ana);
    await setStartView(people.ana, first!.id);
    const params = new URLSearchParams();
    let tabs: Awaited<ReturnType<typeof viewTabs>>['tabs'] = [];
    const plans = await plansOf(async () => {
      ({ tabs } = await viewTabs(people.ana, '/dashboard', params));
      await startAddress(people.ana);
      await shownColumns(people.ana, params);
    });
    expect([tabs.filter(({ by }) => !by).length, tabs.length]).toEqual([50, 100]);
    expect(plans.length).toBeGreaterThan(3);
    expect(plans.filter((plan) => /^SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
  });
});
