import type { Fund } from '../fund';
import { longText, range } from '../texts';

/** Views, imports, API tokens, and an old trash. */
export function addRecords(fund: Fund): void {
  addViews(fund);
  addImports(fund);
  addTrash(fund);
}

function addViews(fund: Fund): void {
  const { server, now } = fund;
  const search = new URLSearchParams(
    range(80).map((n) => ['industry', `Industry ${n} 0`.padEnd(80, 'i')]),
  );
  for (const isShared of [0, 1])
    fund.insert(
      'views',
      range(45).map((n) => ({
        user_id: isShared ? server.ids.manager : server.ids.owner,
        name: `View ${n} `.padEnd(60, 'v'),
        list: '/dashboard',
        search: search.toString().slice(0, 8_000),
        is_shared: isShared,
        position: n + 1,
        created_at: now,
        updated_at: now,
      })),
    );
}

function addImports(fund: Fund): void {
  const { server, now } = fund;
  fund.insert(
    'imports',
    range(fund.count(1_500, 300)).map((n) => ({
      user_id: server.ids.owner,
      user_email: 'owner@demo.example',
      file_name: `Import ${n} `.padEnd(200, 'f'),
      state: 'done',
      sheets: [],
      counts: { created: 1 },
      created_at: now,
      imported_at: now,
      expire: now + 600_000,
    })),
  );
}

/** Deals with their texts, as the trash keeps them. */
function addTrash(fund: Fund): void {
  const { server, now } = fund;
  function* rows() {
    for (const n of range(fund.count(2_000, 200))) {
      const name = `Deleted ${n} `.padEnd(200, 'd');
      const deal = { userId: server.ids.owner, companyName: name, industries: [], searchText: '' };
      const texts = { businessIntroduction: longText(10_000), comments: longText(10_000) };
      const times = { createdAt: now, updatedAt: now };
      yield {
        deleted_at: now,
        deleted_by: 'owner@demo.example',
        subject: 'pipeline',
        name,
        owner: 'owner@demo.example',
        deals: 1,
        rows: { pipelines: [{ ...deal, ...texts, ...times }] },
      };
    }
  }
  fund.insert('trash', rows());
}
