import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, type PeopledServer, startPeopledServer } from '../support/actors';
import type { TestRequest } from '../support/running-server';

/**
 * Follows every link of the deal's page and of the pages below it, and sends every form that is on
 * them: who only reads a deal is offered nothing that is refused (rule 32.4).
 */

let server: PeopledServer;
let deal: number;
beforeAll(async () => {
  server = await startPeopledServer();
  deal = server.addDeal();
  const path = `/api/pipelines/${deal}`;
  await add('PUT', path, { nextMeetingDate: '2026-01-15', targetFundingSize: '$5M' });
  await add('POST', `${path}/notes`, { text: 'Asked @Nobody Known for the figures.' });
  await add('POST', `${path}/contacts`, { name: 'Mei Tanaka', email: 'mei@demo.example' });
  await add('POST', `${path}/tasks`, { title: 'Call them', dueOn: '2026-01-15' });
  await add('POST', `${path}/memos`, { title: 'Memo of spring' });
  await add('POST', `${path}/evaluation`, { marketSize: 7 });
  await add('POST', `${path}/decisions`, {
    stage: 'Passed',
    conditions: [{ text: 'Audited figures', dueOn: '2199-01-15' }],
  });
  await add('PUT', path, { evaluationScore: 3 });
  server.addFile();
  await add('POST', `${path}/rounds`, { userIds: [server.ids.other], until: '2199-12-31' });
});
afterAll(async () => {
  await server.stop();
});

async function add(method: string, path: string, json: object): Promise<void> {
  const answer = await server.ask(method, path, { cookie: server.cookies.owner, json });
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
}

interface FoundForm {
  method: string;
  path: string;
  fields: Record<string, string>;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'" };
const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|quot|#x27);/g, (entity) => ENTITIES[entity]!);
const readAttribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
};

function listLinks(html: string): string[] {
  const links = [...html.matchAll(/<a\s[^>]*>/g)].map(([tag]) => readAttribute(tag, 'href'));
  return links.filter((href): href is string => href?.startsWith('/') ?? false);
}

/** Lists the forms of a page as they are sent by each of their buttons. */
function listForms(html: string, page: string): FoundForm[] {
  return [...html.matchAll(/<form\s[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    const method = (readAttribute(form, 'method') ?? 'get').toUpperCase();
    const path = readAttribute(form, 'action') ?? page;
    const inputs = [...form.matchAll(/<(?:input|textarea|select)\s[^>]*>/g)].map(([tag]) => tag);
    const fields = Object.fromEntries(
      inputs.flatMap((tag) => {
        const name = readAttribute(tag, 'name');
        return name ? [[name, readAttribute(tag, 'value') ?? '']] : [];
      }),
    );
    const buttons = [...form.matchAll(/<button\s[^>]*>/g)].map(([tag]) => {
      const name = readAttribute(tag, 'name');
      return name ? { [name]: readAttribute(tag, 'value') ?? '' } : {};
    });
    return (buttons.length ? buttons : [{}]).map((button) => ({
      method,
      path,
      fields: { ...fields, ...button },
    }));
  });
}

const isBelowDeal = (path: string) => /^\/pipeline\/(\d+)(?:[/?#]|$)/.exec(path)?.[1] === `${deal}`;

/** Returns the statuses of all links and forms, by method and path. */
async function walkDeal(actor: Actor): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const send = async (method: string, path: string, sent: TestRequest = {}) => {
    const answer = await server.ask(method, path, { cookie: server.cookies[actor], ...sent });
    statuses.set(`${method} ${path} ${JSON.stringify(sent.form ?? '')}`, answer.status);
    return answer;
  };
  const pages = [`/pipeline/${deal}`];
  const forms: FoundForm[] = [];
  const seen = new Set(pages);
  for (const page of pages) {
    const { text, headers } = await send('GET', page);
    if (!headers['content-type']?.startsWith('text/html')) continue;
    forms.push(...listForms(text, page));
    for (const link of listLinks(text)) {
      const [path] = link.split('#');
      if (!path || seen.has(path) || !isBelowDeal(path)) continue;
      seen.add(path);
      pages.push(path);
    }
  }
  for (const { method, path, fields } of forms)
    if (method === 'POST' && isBelowDeal(path)) await send('POST', path, { form: fields });
  return statuses;
}

describe('screens of an evaluator (rules 32.3 and 32.4)', () => {
  test('an evaluator is offered nothing that answers 403', async () => {
    const statuses = await walkDeal('other');
    const walked = [...statuses.keys()].join('\n');
    for (const page of ['scorecard', 'rounds', 'memo', 'history'])
      expect(walked).toContain(`GET /pipeline/${deal}/${page}`);
    for (const form of ['scorecard', 'notes'])
      expect(walked).toContain(`POST /pipeline/${deal}/${form}`);
    const refused = [...statuses].filter(([, status]) => status === 403 || status >= 500);
    expect(refused).toEqual([]);
  });

  test('pages that only change the deal refuse an evaluator', async () => {
    for (const page of ['edit', 'evaluation', 'stage', 'later', 'met', 'emails']) {
      const path = `/pipeline/${deal}/${page}`;
      const answer = await server.ask('GET', path, { cookie: server.cookies.other });
      expect(answer.status, page).toBe(403);
      expect(answer.text).toContain('You can read this deal while you are asked for a scorecard');
    }
  });

  test('an owner keeps the controls of the deal', async () => {
    const { text } = await server.ask('GET', `/pipeline/${deal}`, { cookie: server.cookies.owner });
    const offered = [...listLinks(text), ...listForms(text, '').map(({ path }) => path)].join('\n');
    for (const page of ['edit', 'stage', 'later', 'tasks', 'files', 'contacts', 'emails'])
      expect(offered).toContain(`/pipeline/${deal}/${page}`);
  });
});
