import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
}, 60_000);
afterAll(() => server.stop());

async function run(lines: string[], ...options: string[]) {
  const file = join(server.dir, 'deals.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const args = ['examples/import-csv.mjs', file, '--url', server.base, ...options];
  const env = { ...process.env, PIPELINE_TOKEN: server.tokens.owner.write };
  return promisify(execFile)(process.execPath, args, { env }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
}

describe('the example client (rule 16.74)', () => {
  test('the example client imports a spreadsheet in one request', async () => {
    const lines = ['Company,Founders,Tags', '"Ibex, & Co",Noor Haddaway,"AI,DX"', '森の会社,,'];
    expect((await run(lines, '--try')).stdout).toContain('2 new, 0 changed');
    const { stdout } = await run(lines);
    expect(stdout).toContain('2 created, 0 updated, 0 unchanged, 0 skipped, 0 errors\n');
    expect(stdout).toContain(`${server.base}/import/`);
    expect((await run(lines, '--on-duplicate', 'skip')).stdout).toContain('0 created, 0 updated');
    const { stderr } = await run(['Company,Score', 'Aster,abc']);
    expect(stderr).toMatch(/^Nothing was imported: 400 Validation Error\nB2: 'abc' /);
    const headers = { Authorization: `Bearer ${server.tokens.owner.read}` };
    const list = await server.ask('GET', '/api/pipelines?sort=oldest', { headers });
    expect(JSON.parse(list.text)).toMatchObject([
      { companyName: 'Ibex, & Co', ceoName: 'Noor Haddaway', industries: ['AI', 'DX'] },
      { companyName: '森の会社', ceoName: null, industries: [] },
    ]);
  });
});
