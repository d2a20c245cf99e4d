import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from './fixtures';

/** Opens no page, so it runs only once. */

test('the example client imports a spreadsheet and reads it back', async ({ site, user }, info) => {
  const file = info.outputPath('deals.csv');
  const map = info.outputPath('map.json');
  writeFileSync(
    file,
    'Company,Founders,Tags\n"Ibex, & Co","Noor Haddaway,Ebbe Norling","AI,DX"\n森の会社,,\n',
  );
  writeFileSync(
    map,
    JSON.stringify({
      companyName: 'Company',
      ceoName: { column: 'Founders', split: ',', take: 'first' },
      industries: { column: 'Tags', split: ',' },
    }),
  );
  const env = { ...process.env, PIPELINE_PASSWORD: user.password };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['examples/import-csv.mjs', file, '--map', map, '--url', site.url, '--email', user.email],
    { env },
  );
  expect(stdout).toContain(
    '2 rows: 2 recorded, 0 refused.\nRead back: 2 equal, 0 different, 0 missing.',
  );
  const [second, first] = await user.api.list();
  expect(first).toMatchObject({
    companyName: 'Ibex, & Co',
    ceoName: 'Noor Haddaway',
    industries: ['AI', 'DX'],
  });
  expect(second).toMatchObject({ companyName: '森の会社', ceoName: null, industries: [] });
});
