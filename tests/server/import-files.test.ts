import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { addAdmins } from '../support/crowd';
import { damagedFile } from '../support/damaged';
import { SEED } from '../support/hostile';

/** Damaged files, the same ones each time: IMPORT_FILES of them (40), from FUZZ_SEED (1). */
const COUNT = Number(process.env.IMPORT_FILES ?? 40);
/** An account may begin twenty imports a minute. */
const EACH = 20;

let server: PeopledServer;
let cookies: string[];
beforeAll(
  async () => {
    server = await startPeopledServer();
    cookies = await addAdmins(server, Math.ceil(COUNT / EACH));
  },
  60_000 + COUNT * 100,
);
afterAll(async () => {
  await server.stop();
});

async function upload(cookie: string): Promise<string> {
  const { name, bytes } = damagedFile();
  const data = new FormData();
  data.set('file', new File([new Uint8Array(bytes)], name));
  const request = new Request(`${server.base}/import`, { method: 'POST', body: data });
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { 'Content-Type': request.headers.get('content-type')! };
  const answer = await server.ask('POST', '/import', { cookie, body, headers });
  return `${answer.status} ${String(answer.headers.location).replace(/\d+/, 'ID')}`;
}

/** What each import has come to, once none is being read. */
async function states(): Promise<Record<string, number>> {
  const isReading = server.sql.prepare("select 1 from imports where state = 'reading'");
  await expect.poll(() => isReading.get(), { timeout: 30_000 }).toBeUndefined();
  const rows = server.sql.prepare('select state, count(*) from imports group by 1').raw().all();
  return Object.fromEntries(rows as [string, number][]);
}

test(
  `${COUNT.toLocaleString('en')} damaged files end as columns or as one sentence`,
  { timeout: 60_000 + COUNT * 1_000 },
  async () => {
    const pid = server.pid();
    const answers: Record<string, number> = {};
    for (let n = 0; n < COUNT; n++) {
      const answer = await upload(cookies[Math.floor(n / EACH)]!);
      answers[answer] = (answers[answer] ?? 0) + 1;
      await states();
    }
    const found = await states();
    console.log(`seed ${SEED}: ${JSON.stringify(answers)}, ${JSON.stringify(found)}`);
    // A file without a name is no file.
    expect(Object.keys(answers).sort()).toEqual(expect.arrayContaining(['302 /import/ID']));
    expect(Object.keys(answers).filter((answer) => !/^(302|400) /.test(answer))).toEqual([]);
    expect(Object.keys(found).filter((state) => !['columns', 'failed'].includes(state))).toEqual(
      [],
    );
    const unexplained = "select 1 from imports where state = 'failed' and problem is null";
    expect(server.sql.prepare(unexplained).get()).toBeUndefined();
    const orphans =
      "select 1 from import_rows join imports on id = import_id where state = 'failed'";
    expect(server.sql.prepare(orphans).get()).toBeUndefined();
    expect(server.pid()).toBe(pid);
    expect((await server.ask('GET', '/healthz')).text).toBe('ok');
    expect(server.log()).not.toMatch(/Error|^ {4}at /m);
  },
);
