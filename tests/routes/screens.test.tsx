import { beforeAll, describe, expect, test } from 'vitest';
import { createDeal } from '~/domain/deal/create.server';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { approveUser, rejectUser } from '~/domain/user/approve.server';
import * as management from '~/routes/admin/route';
import * as approvals from '~/routes/admin_.approvals/route';
import * as allPipelines from '~/routes/admin_.pipelines/route';
import * as user from '~/routes/admin_.users_.$id/route';
import * as dashboard from '~/routes/dashboard/route';
import * as login from '~/routes/login/route';
import * as edit from '~/routes/pipeline.$id.edit/route';
import * as evaluation from '~/routes/pipeline.$id.evaluation/route';
import * as add from '~/routes/pipeline.new/route';
import { ErrorPage } from '~/ui/layout/error-page';
import { type Cast, createCastForAll } from '../support/cast';
import { findTags, readText, renderRoute, renderScreen } from '../support/render-screen';

const people = createCastForAll();
let urgent: number;
let quiet: number;
beforeAll(async () => {
  urgent = await createDeal(people.ana, {
    companyName: 'Halden Optics',
    industries: ['AI', 'Fintech'],
    fundingRound: 'B',
    targetFundingSize: '$5M',
    evaluationScore: 6,
    nextMeetingDate: 'ASAP',
  });
  quiet = await createDeal(people.ben, {
    companyName: 'Pinwhistle',
    industries: [],
    nextMeetingDate: '30 days',
  });
});

const INDUSTRIES = [
  'DX',
  'AI',
  'Mobile Internet',
  'Fintech',
  'IOT',
  'Lifestyle',
  'In/Out bound',
  'Others',
];
const ROUNDS = [
  'Seed',
  'Angel',
  'Pre-A',
  'Series A',
  'Series B',
  'Series C',
  'Series D',
  'CB',
  'Others',
];
const options = (html: string, name: string) =>
  [
    ...new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, 's')
      .exec(html)![1]!
      .matchAll(/<option[^>]*>([^<]*)</g),
  ].map(([, label]) => label);
const at = (id: number | string) => ({ params: { id: String(id) } });

describe('the admin dashboard (rules 4.5, 5.29, 9.1, 9.3, 9.5, 9.7, 9.8, 9.10, 9.16 and 15.1)', () => {
  test('the dashboard has its label, Logout, stat cards and tabs', async () => {
    const html = await renderScreen(management, '/admin', { as: people.maren });
    const text = readText(html);
    for (const figure of ['Total Users|10', 'Total Deals|2', 'Active This Month|2'])
      expect(text).toContain(`|${figure}|`);
    for (const piece of ['Administrator', 'Logout', 'System Health|99%'])
      expect(text).toContain(`|${piece}|`);
    for (const tab of ['User Management', 'User Approvals', 'All Pipelines'])
      expect(text).toContain(`|${tab}|`);
    expect(html).toContain('<input type="hidden" name="from" value="admin"/>');
  });

  test('User Management has its columns and dialogs', async () => {
    const admin = readText(await renderScreen(management, '/admin', { as: people.maren }));
    const manager = readText(await renderScreen(management, '/admin', { as: people.tomas }));
    for (const text of [admin, manager])
      expect(text).toContain('|User|Email|Role|Group|Created|Actions|');
    for (const text of [admin, manager]) expect(text).toContain('|Bulk Delete|');
    expect([admin.includes('|Create Manager|'), manager.includes('|Create Manager|')]).toEqual([
      true,
      false,
    ]);
  });

  test('admins change the group of users, not of admins', async () => {
    const admin = await renderScreen(management, '/admin', { as: people.maren });
    const manager = await renderScreen(management, '/admin', { as: people.tomas });
    expect(admin).toContain('aria-label="Group of Ana Lindqvist"');
    expect(admin).not.toContain('aria-label="Group of Maren Holt"');
    expect(manager).not.toContain('aria-label="Group of');
    expect(readText(manager)).toContain('|ana@demo.example|User|CCBI|');
    for (const html of [admin, manager])
      for (const control of ['Delete', 'Select'])
        expect([
          html.includes(`aria-label="${control} Ana Lindqvist"`),
          html.includes(`aria-label="${control} Maren Holt"`),
        ]).toEqual([true, false]);
    expect(readText(admin)).toContain('|maren@demo.example|Admin|');
    expect(readText(admin)).toContain('|tomas@demo.example|Manager|');
  });

  test('Create Manager and add user have the same fields', async () => {
    for (const address of ['/admin?manager', '/admin?add']) {
      const inputs = findTags(
        await renderScreen(management, address, { as: people.maren }),
        'input',
      );
      const of = (name: string) => inputs.find((tag) => tag.includes(`name="${name}"`))!;
      expect(of('email')).toContain('type="email"');
      for (const name of ['email', 'password']) expect(of(name)).toContain('required');
      for (const name of ['firstName', 'lastName']) expect(of(name)).not.toContain('required');
    }
  });

  test("a failed Create Manager shows the server's message", async () => {
    const form = { intent: 'manager', email: people.ana.email, password: 'long enough' };
    expect(
      readText(await renderScreen(management, '/admin?manager', { as: people.maren, form })),
    ).toContain('|Failed to create manager account|An account with this email already exists.|');
  });

  test('All Pipelines has its filters, sorts and buttons', async () => {
    const html = await renderScreen(allPipelines, '/admin/pipelines', { as: people.tomas });
    expect(html).toMatch(/<h2[^>]*>All deals<\/h2>/);
    expect(options(html, 'industry')).toEqual(['All Industries', ...INDUSTRIES, 'CB']);
    expect(options(html, 'round')).toEqual(['All Rounds', ...ROUNDS]);
    expect(options(html, 'group')).toEqual(['All Groups', 'CCIA', 'CCBI', 'Alibaba', 'OnBS']);
    expect(options(html, 'userId')).toContain('Ana (ana@demo.example)');
    expect(options(html, 'sort')).toHaveLength(8);
    for (const piece of ['|Export Excel|', '|Delete Selected|', '|Ana|', '|Ben|'])
      expect(readText(html)).toContain(piece);
    for (const company of ['Halden Optics', 'Pinwhistle'])
      expect(html).toContain(`aria-label="Delete ${company}"`);
  });
});

describe('roles on screen (rules 9.1 and 9.27)', () => {
  const open = (as: Cast['ana'], { id }: Cast['ana']) =>
    renderScreen(user, `/admin/users/${id}`, { as, ...at(id) });

  test('admins choose role and group, managers read them', async () => {
    const admin = await open(people.maren, people.ana);
    const manager = await open(people.tomas, people.ana);
    expect(options(admin, 'role')).toEqual(['User', 'Manager', 'Admin']);
    expect(options(admin, 'group')).toEqual(['CCIA', 'CCBI', 'Alibaba', 'OnBS']);
    expect(readText(admin)).toContain('|Save|');
    expect(manager).not.toContain('<select');
    expect(readText(manager)).toContain('|Role|User|Group|CCBI|');
  });

  test('admins read their own role and group', async () => {
    const own = await open(people.maren, people.maren);
    expect(own).not.toContain('<select');
    expect(readText(own)).toContain('|Role|Admin|Group|CCBI|');
  });

  test('only admins choose a role beside Approve', async () => {
    for (const [route, path] of [
      [approvals, '/admin/approvals'],
      [management, '/admin'],
    ] as const) {
      const admin = await renderScreen(route, path, { as: people.maren });
      const manager = await renderScreen(route, path, { as: people.tomas });
      const pia = /<select name="role"[^>]*aria-label="Role of Pia Vestergren">.*?<\/select>/s;
      expect(pia.exec(admin)![0]).toContain('<option value="user" selected="">User</option>');
      expect(manager).toContain('aria-label="Approve Pia Vestergren"');
      expect(manager).not.toContain('name="role"');
    }
  });

  test('the admin area labels admins and managers', async () => {
    const text = readText(await renderScreen(management, '/admin', { as: people.tomas }));
    expect(text).toContain('|Admin Dashboard|Manager|');
    expect(text).not.toContain('Administrator');
  });
});

describe('User Approvals (rules 9.13 and 9.15)', () => {
  test('pending users have details and actions, else a message', async () => {
    const before = readText(
      await renderScreen(approvals, '/admin/approvals', { as: people.maren }),
    );
    expect(before).toContain('|Pending Approval|');
    expect(before).toMatch(
      /\|Pia Vestergren\|pia@demo\.example\|Registered \w+ \d+, \d{4}\|User\|Manager\|Admin\|Approve\|Reject\|/,
    );
    await approveUser(people.maren, people.pia.id);
    await rejectUser(people.maren, people.quentin.id);
    const after = readText(await renderScreen(approvals, '/admin/approvals', { as: people.maren }));
    expect(after).toContain('|No pending user approvals|Recent Decisions|');
    expect(after).toContain('|pia@demo.example|Approved|');
    expect(after).toContain('|quentin@demo.example|Rejected|');
  });
});

describe('the deal form (rules 3.12, 3.13, 3.14, 3.15, 3.16, 3.17 and 6.3)', () => {
  test('the form has its sections, fields and buttons', async () => {
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana });
    const text = readText(html);
    for (const section of ['Company Information', 'Industry', 'Business Information'])
      expect(text).toContain(`|${section}|`);
    for (const section of ['Funding Details', 'Follow-up', 'Comments & Notes'])
      expect(text).toContain(`|${section}|`);
    for (const piece of ['Add New Deal', 'Back', 'Cancel', 'Save Deal'])
      expect(text).toContain(`|${piece}|`);
    expect(text).not.toContain('Save & Evaluate');
    const rows = findTags(html, 'textarea').map((tag) => /rows="(\d+)"/.exec(tag)![1]);
    expect(rows.join()).toBe('16,3,4');
    const score = findTags(html, 'input').find((tag) => tag.includes('name="evaluationScore"'))!;
    for (const attribute of ['type="number"', 'min="1"', 'max="10"', 'step="0.1"'])
      expect(score).toContain(attribute);
    expect(
      findTags(html, 'input').find((tag) => tag.includes('name="targetClosingDate"')),
    ).toContain('min="1900-01-01" max="2200-12-31"');
    const meetings = ['ASAP', '30 days', '90 days', '120 days', '360 days', 'N/A'];
    expect(options(html, 'nextMeetingDate').slice(1)).toEqual(meetings);
  });

  test('the edit form has its title, last update and buttons', async () => {
    const html = await renderScreen(edit, `/pipeline/${urgent}/edit`, {
      as: people.maren,
      ...at(urgent),
    });
    const text = readText(html);
    for (const piece of ['|Edit Deal|', '|Update Deal|', '|Save & Evaluate|'])
      expect(text).toContain(piece);
    expect(text).toMatch(/\|Last updated \w+ \d+, \d{4}, \d+:\d\d\s[AP]M UTC\|/);
    expect(html).toMatch(/aria-label="Back"[^>]*href="\/admin"/);
    expect(
      await renderScreen(edit, `/pipeline/${urgent}/edit`, { as: people.ana, ...at(urgent) }),
    ).toMatch(/aria-label="Back"[^>]*href="\/dashboard"/);
  });

  test('Validation Error names each field, a failed save says so', async () => {
    const form = { companyName: '', evaluationScore: '11' };
    expect(readText(await renderScreen(add, '/pipeline/new', { as: people.ana, form }))).toMatch(
      /\|Validation Error\|Company name is required\|.*Initial Evaluation Score \(1-10\): Please enter a score from 1 to 10/,
    );
    const stale = await renderScreen(edit, `/pipeline/${urgent}/edit`, {
      as: people.ana,
      ...at(urgent),
      form: { companyName: 'Other', version: '99' },
    });
    expect(readText(stale)).toContain(
      '|Failed to update pipeline. Someone else has changed this deal',
    );
  });
});

describe('the evaluation screen (rules 7.1, 7.9, 7.11, 7.12, 7.13, 7.20 and 15.4)', () => {
  const open = (id: number, as: Cast['ana']) =>
    renderScreen(evaluation, `/pipeline/${id}/evaluation`, { as, ...at(id) });

  test('the screen has a header, a summary card and buttons', async () => {
    const html = await open(urgent, people.ana);
    const text = readText(html);
    for (const fact of ['Overall score|5.0|/10', 'Halden Optics', 'Series B', '$5M', 'AI|Fintech'])
      expect(text).toContain(`|${fact}|`);
    for (const piece of ['Deal Evaluation', 'High Priority', 'Edit Details', 'Back to Dashboard'])
      expect(text).toContain(`|${piece}|`);
    for (const button of ['Save as Draft', 'Complete Evaluation'])
      expect(text).toContain(`|${button}|`);
    expect(html).toContain(`href="/pipeline/${urgent}/edit"`);
    expect(readText(await open(quiet, people.ben))).toContain('|Standard Priority|');
  });

  test('its links and the next deal keep the list', async () => {
    const from = `?from=${encodeURIComponent('/admin/pipelines?round=B')}`;
    const html = await renderScreen(evaluation, `/pipeline/${quiet}/evaluation${from}`, {
      as: people.maren,
      ...at(quiet),
    });
    for (const page of [`${urgent}/evaluation`, `${quiet}/edit`, `${quiet}/history`])
      expect(html).toContain(`href="/pipeline/${page}${from}"`);
  });

  test('an unsaved evaluation says that nothing is evaluated yet', async () => {
    expect(readText(await open(urgent, people.ana))).toContain('|Not evaluated yet.|');
  });

  test('seven categories have notes and 26 empty score inputs', async () => {
    const html = await open(urgent, people.ana);
    for (const { title } of CATEGORIES) expect(readText(html)).toContain(`|${title}|`);
    const boxes = findTags(html, 'input').filter((tag) => tag.includes('type="number"'));
    expect([CRITERIA.length, boxes.length, findTags(html, 'textarea').length]).toEqual([26, 26, 7]);
    for (const box of boxes)
      for (const attribute of ['min="1"', 'max="10"', 'step="0.1"', 'placeholder="5"'])
        expect(box).toContain(attribute);
  });
});

describe('the dashboard (rules 4.4, 5.6, 5.16, 9.4, 13.3, 13.7 and 15.4)', () => {
  test('industry and round filters list the options of the form', async () => {
    const html = await renderScreen(dashboard, '/dashboard', { as: people.ana });
    expect(options(html, 'industry').slice(1)).toEqual(INDUSTRIES);
    expect(options(html, 'round').slice(1)).toEqual(ROUNDS);
    expect(findTags(html, 'input').find((tag) => tag.includes('name="search"'))).toContain(
      'placeholder="Search companies..."',
    );
  });

  test('only managers and admins have a link to /admin', async () => {
    const { ana, tomas, maren } = people;
    const pages = [ana, tomas, maren].map((as) => renderScreen(dashboard, '/dashboard', { as }));
    const links = (await Promise.all(pages)).map((html) => html.includes('href="/admin"'));
    expect(links).toEqual([false, true, true]);
  });

  test('the score cell has its own URL, filters an Apply button', async () => {
    const html = await renderScreen(dashboard, `/dashboard?score=${urgent}`, { as: people.ana });
    const score = findTags(html, 'input').find((tag) => tag.includes('name="evaluationScore"'))!;
    for (const attribute of ['min="0"', 'max="10"', 'step="0.1"', 'value="6.0"'])
      expect(score).toContain(attribute);
    expect(readText(html)).toContain('|Apply|');
  });

  test('an empty list says No pipelines found and how to start', async () => {
    expect(readText(await renderScreen(dashboard, '/dashboard', { as: people.chiara }))).toContain(
      '|No pipelines found|Create your first deal pipeline to get started|',
    );
  });
});

describe('screens for visitors (rules 1.46 and 12.2)', () => {
  test('an unknown path is a 404 page with its title and text', async () => {
    expect(
      readText(
        await renderRoute(
          [{ path: '*', element: <ErrorPage status={404} message="Not found" /> }],
          '/nowhere',
        ),
      ),
    ).toContain('|404 Page Not Found|Did you forget to add the page to the router?|');
  });

  test('the login page explains a forgotten password', async () => {
    const text = readText(await renderScreen(login, '/login'));
    expect(text).toContain('Forgot your password?');
    expect(text).toContain('they can give you a link');
    expect(text).toContain('npm run account');
  });
});
