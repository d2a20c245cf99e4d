import { beforeAll, describe, expect, test } from 'vitest';
import { savedViews } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseColumns } from '~/address/columns';
import { hasStateChanged, parseSavedViewState } from '~/address/saved-view';
import { setStartSavedView } from '~/domain/saved-view/arrange.server';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { listSavedViews } from '~/domain/saved-view/list.server';
import { getStartPath } from '~/http/session/start-path.server';
import { getSavedViewTabs } from '~/ui/saved-view/view-tabs.server';
import { createCast } from '../../support/cast';
import { explainQueries } from '../../support/query-plans';

const people = await createCast();

const parseState = (query: string) => parseSavedViewState(new URLSearchParams(query));

describe('saved views (rules 21.2 and 21.6)', () => {
  test('a saved view is unchanged by order and unrelated parameters', () => {
    const kept = parseState('sort=oldest&round=A&size=25&density=compact');
    const same = 'view=3&size=25&round=A&page=4&details=1&select=on&utm=x&sort=oldest';
    expect(hasStateChanged(kept, parseState(same))).toBe(false);
    for (const other of ['sort=newest', 'size=50', 'round=B', 'density=comfortable', 'columns=all'])
      expect(hasStateChanged(kept, parseState(`${other}&${same}`)), other).toBe(true);
  });

  test('a saved view of an earlier version reads like its address', () => {
    const kept = { search: 'round=A&gone=1&sort=no_such&scoreMin=x', density: null, columns: null };
    expect(hasStateChanged(kept, parseState('round=A'))).toBe(false);
  });
});

describe('20,000 saved views (rule 21.12)', () => {
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
      await transaction(async (tx) => tx.insert(savedViews).values(rows.slice(n, n + 2_000)));
  });

  test('a list shows at most 50 views of each kind, read by index', async () => {
    const [first] = await listSavedViews(people.ana);
    await setStartSavedView(people.ana, first!.id);
    const params = new URLSearchParams();
    let tabs: Awaited<ReturnType<typeof getSavedViewTabs>>['tabs'] = [];
    const plans = await explainQueries(async () => {
      ({ tabs } = await getSavedViewTabs(people.ana, '/dashboard', params));
      await getStartPath(people.ana);
      await getShownColumns(people.ana, parseColumns(params.get('columns')));
    });
    expect([tabs.filter(({ by }) => !by).length, tabs.length]).toEqual([50, 100]);
    expect(plans.length).toBeGreaterThan(3);
    expect(plans.filter((plan) => /^SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
  });
});
