import { readdirSync } from 'node:fs';
import { CRITERIA } from '~/models/evaluation/criteria';
import { ADMIN } from './running-server';
import type { PeopledServer } from './actors';

/**
 * Who gets what: every route, method and actor. `nobody` is everyone without a valid session: signed out, pending,
 * rejected, disabled. In addresses and bodies, words in braces stand for something new each time (`NEW` says what).
 */
export interface Row {
  /** The file that the address leads to. */
  route: string;
  method: string;
  path: string;
  json?: Record<string, unknown>;
  form?: Record<string, string>;
  /** Sent as it is, with these headers. */
  body?: string;
  headers?: Record<string, string>;
  nobody: Expected;
  owner: Expected;
  /** A colleague on the deal. */
  member: Expected;
  other: Expected;
  manager: Expected;
  admin: Expected;
}
/** A status; 'refused' is a redirect with a message that it was not done. */
export type Expected = number | 'refused';
type Answers = [
  nobody: Expected,
  owner: Expected,
  member: Expected,
  other: Expected,
  manager: Expected,
  admin: Expected,
];
type Body = Pick<Row, 'json' | 'form' | 'body' | 'headers'>;

/** The routes, those with the longest fixed part first, and the addresses that lead to each. */
const ROUTES = readdirSync('app/routes')
  .map((file) => {
    const route = file.replace(/\.tsx?$/, '');
    const parts = route.replace('[.]', '~').split('.');
    const pattern = parts
      .filter((part) => part !== '_index')
      .map((part) => part.replace(/_$/, '').replace(/\$\w+/, '[^/]+').replace('$', '.*'))
      .join('/')
      .replace('~', '\\.');
    const fixed = route.replace(/\$\w*|_index/g, '').length - (route === '$' ? 1 : 0);
    return { route, fixed, address: new RegExp(`^/${pattern}$`) };
  })
  .sort((left, right) => right.fixed - left.fixed);

function row(method: string, path: string, answers: Answers, body: Body = {}): Row {
  const [pathname = ''] = path.split('?', 1);
  const { route } = ROUTES.find(({ address }) => address.test(pathname))!;
  const [nobody, owner, member, other, manager, admin] = answers;
  return { route, method, path, ...body, nobody, owner, member, other, manager, admin };
}

const ACCOUNT = {
  email: 'new{n}@demo.example',
  password: 'a-password-of-2026',
  firstName: 'New',
  lastName: 'Person',
};
const SIGNUP = { form: { ...ACCOUNT, confirmPassword: ACCOUNT.password } };
const upload = (name: string, content: string) => ({
  body:
    `--limit\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n` +
    `${content}\r\n--limit--\r\n`,
  headers: { 'Content-Type': 'multipart/form-data; boundary=limit' },
});
/** A file with one company, to import. */
const UPLOAD = upload('deals.csv', 'Company,CEO\r\nNew,Ada');
/** A file for a deal. */
const FILE = upload('deck {n}.pdf', 'Deck {n}');
const EVALUATION = Object.fromEntries(CRITERIA.map(({ key }) => [key, '7']));

/** In JSON it is a number. */
const OTHER = '{other}';

const forAll = (answer: Expected): Answers => [answer, answer, answer, answer, answer, answer];
const FOR_ALL = forAll(200);
const ELSEWHERE = forAll(302);
const NOT_DONE = forAll('refused');
const NOWHERE = forAll(404);
const NOT_ALLOWED = forAll(405);
const SIGNED_OUT_ONLY: Answers = [200, 302, 302, 302, 302, 302];
const SIGNED_IN: Answers = [401, 200, 200, 200, 200, 200];
const SIGNED_IN_MOVED: Answers = [401, 302, 302, 302, 302, 302];
const SIGNED_IN_ADDED: Answers = [401, 201, 201, 201, 201, 201];
const SIGNED_IN_NOT_DONE: Answers = [401, 'refused', 'refused', 'refused', 'refused', 'refused'];
const STAFF: Answers = [401, 403, 403, 403, 200, 200];
const STAFF_MOVED: Answers = [401, 403, 403, 403, 302, 302];
const ADMIN_ONLY: Answers = [401, 403, 403, 403, 403, 200];
const ADMIN_MOVED: Answers = [401, 403, 403, 403, 403, 302];
const ADMIN_ADDED: Answers = [401, 403, 403, 403, 403, 201];
const ADMIN_NOWHERE: Answers = [401, 403, 403, 403, 403, 404];
/** An act on accounts that a manager may do, but not on this one. */
const NO_MANAGER: Answers = [401, 403, 403, 403, 'refused', 302];
const DEAL: Answers = [401, 200, 200, 404, 200, 200];
const DEAL_MOVED: Answers = [401, 302, 302, 404, 302, 302];
const DEAL_ADDED: Answers = [401, 201, 201, 404, 201, 201];
/** What a colleague on a deal may not do with it. */
const NO_MEMBER: Answers = [401, 200, 403, 404, 200, 200];
const NO_MEMBER_MOVED: Answers = [401, 302, 403, 404, 302, 302];
const NO_MEMBER_ADDED: Answers = [401, 201, 403, 404, 201, 201];
/** Such as an import that was not completed: not even staff see those of others. */
const OWN: Answers = [401, 200, 404, 404, 404, 404];
const OWN_MOVED: Answers = [401, 302, 404, 404, 404, 404];
const OWN_DONE: Answers = [401, 302, 'refused', 'refused', 'refused', 'refused'];
/** Who sees the deal reads a note, and only its author changes it. */
const OWN_NOTE: Answers = [401, 200, 403, 404, 403, 403];
const OWN_NOTE_MOVED: Answers = [401, 302, 403, 404, 403, 403];

export const TABLE: Row[] = [
  row('GET', '/', SIGNED_OUT_ONLY),
  row('GET', '/nothing/here', NOWHERE),
  row('POST', '/nothing/here', NOWHERE, { form: {} }),
  row('GET', '/login', SIGNED_OUT_ONLY),
  row('POST', '/login', ELSEWHERE, { form: ADMIN }),
  row('GET', '/login/code', ELSEWHERE),
  row('POST', '/login/code', NOT_DONE, { form: { code: '000000' } }),
  row('GET', '/logout', ELSEWHERE),
  row('POST', '/logout', ELSEWHERE, { form: { from: 'admin' } }),
  row('GET', '/signup', SIGNED_OUT_ONLY),
  row('POST', '/signup', ELSEWHERE, SIGNUP),
  row('GET', '/password/{key}', FOR_ALL),
  row('POST', '/password/{key}', ELSEWHERE, {
    form: { password: ACCOUNT.password, confirmPassword: ACCOUNT.password },
  }),
  row('GET', '/unsubscribe/{unsubscribe}', FOR_ALL),
  row('POST', '/unsubscribe/{unsubscribe}', FOR_ALL, { form: { 'List-Unsubscribe': 'One-Click' } }),
  row('GET', '/calendar/{calendar}.ics', FOR_ALL),
  row('GET', '/calendar/unknown.ics', NOWHERE),
  row('GET', '/share/{outsider}', FOR_ALL),
  row('GET', '/share/{outsider}/files/{sent}', FOR_ALL),
  row('POST', '/share/{outsider}', NOT_ALLOWED, { form: {} }),
  row('GET', '/settings', ELSEWHERE),
  row('POST', '/settings', ELSEWHERE, { form: { theme: 'dark' } }),

  row('GET', '/account', SIGNED_IN),
  row('POST', '/account', SIGNED_IN_MOVED, {
    form: { intent: 'name', firstName: 'New', lastName: 'Name{n}' },
  }),
  row('POST', '/account', SIGNED_IN_MOVED, { form: { intent: 'review mail', reviewMail: 'on' } }),
  row('GET', '/account/tokens', SIGNED_IN),
  row('POST', '/account/tokens', SIGNED_IN, {
    form: { name: 'Token {n}', access: 'write', days: '30' },
  }),
  row('POST', '/account/tokens', OWN_DONE, { form: { intent: 'end', id: '{token}' } }),
  row('GET', '/account/calendar', SIGNED_IN),
  row('POST', '/account/calendar', SIGNED_IN_NOT_DONE, { form: { intent: 'end' } }),
  row('POST', '/account/calendar', SIGNED_IN, { form: {} }),
  row('GET', '/account/two-factor', SIGNED_IN),
  row('POST', '/account/two-factor', SIGNED_IN_MOVED, { form: { intent: 'app' } }),
  row('POST', '/account/two-factor', [401, 400, 400, 400, 400, 400], {
    form: { intent: 'off', current: 'not this one' },
  }),
  row('GET', '/late/{late}', SIGNED_IN_MOVED),
  row('GET', '/deleted', SIGNED_IN),
  row('POST', '/deleted', [401, 302, 'refused', 'refused', 'refused', 302], {
    form: { id: '{trash}' },
  }),
  row('GET', '/import', SIGNED_IN),
  row('POST', '/import', SIGNED_IN_MOVED, UPLOAD),
  row('GET', '/import/template', SIGNED_IN),
  row('GET', '/import/{columns}', OWN),
  row('POST', '/import/{columns}', OWN_MOVED, { form: { do: 'discard' } }),
  row('GET', '/import/{preview}/preview', OWN),
  row('POST', '/import/{preview}/preview', OWN_MOVED, { form: { 'choice-1': 'skip' } }),
  row('GET', '/import/{preview}/errors', OWN),
  row('GET', '/import/{imported}/result', [401, 200, 404, 404, 200, 200]),
  row('POST', '/import/{imported}/result', [401, 302, 404, 404, 403, 302], { form: {} }),
  row('GET', '/handed-over', ELSEWHERE),
  row('POST', '/handed-over', OWN_DONE, { form: { by: '{giver}', until: '9999999999999' } }),
  row('GET', '/dashboard?details={deal}', SIGNED_IN),
  row('POST', '/dashboard', [401, 302, 302, 'refused', 302, 302], {
    form: { id: '{deal}', evaluationScore: '7' },
  }),
  row('GET', '/review?notes=secret', SIGNED_IN),
  row('GET', '/dashboard/print', SIGNED_IN),
  row('GET', '/dashboard/doubles', SIGNED_IN),
  row('GET', '/dashboard/doubles?key=new', SIGNED_IN),
  row('GET', '/dashboard/delete?id={deal}', SIGNED_IN),
  row('POST', '/dashboard/delete', [401, 302, 'refused', 'refused', 302, 302], {
    form: { id: '{deal}' },
  }),
  row('GET', '/selected?id={deal}', SIGNED_IN),
  row('POST', '/selected', [401, 302, 302, 'refused', 302, 302], {
    form: { id: '{deal}', fundingRound: 'CB' },
  }),
  row('GET', '/selected/export', SIGNED_IN),
  row('GET', '/undo', ELSEWHERE),
  row('POST', '/undo', OWN_DONE, { form: { act: '{act}' } }),
  row('GET', '/columns', SIGNED_IN),
  row('POST', '/columns', SIGNED_IN_MOVED, { form: { column: 'score' } }),
  row('GET', '/views', SIGNED_IN),
  row('POST', '/views', OWN_DONE, { form: { intent: 'start', id: '{view}' } }),
  row('POST', '/views', SIGNED_IN_NOT_DONE, { form: { intent: 'share', id: '{view}' } }),
  row('POST', '/views', [401, 'refused', 'refused', 'refused', 302, 302], {
    form: { intent: 'unshare', id: '{shared}' },
  }),
  row('POST', '/views', [401, 'refused', 'refused', 'refused', 'refused', 302], {
    form: { intent: 'unshare', id: '{nobodys}' },
  }),
  row('POST', '/views', [401, 'refused', 'refused', 'refused', 302, 302], {
    form: { intent: 'adopt', id: '{nobodys}' },
  }),
  row('POST', '/views', SIGNED_IN_NOT_DONE, { form: { intent: 'adopt', id: '{shared}' } }),
  row('GET', '/views/new?back=/dashboard', SIGNED_IN),
  row('POST', '/views/new', SIGNED_IN_MOVED, {
    form: { name: 'View {n}', back: '/dashboard?round=Seed' },
  }),
  row('GET', '/views/{view}', OWN),
  row('GET', '/views/{shared}', STAFF),
  row('GET', '/views/{nobodys}', ADMIN_ONLY),
  row('POST', '/views/{view}', OWN_MOVED, { form: { name: 'New {n}' } }),
  row('GET', '/views/{view}/open', OWN_MOVED),
  row('GET', '/views/{shared}/open', SIGNED_IN_MOVED),
  row('GET', '/views/{view}/update', ELSEWHERE),
  row('POST', '/views/{view}/update', OWN_MOVED, { form: { back: '/dashboard?round=A' } }),
  row('POST', '/views/{shared}/update', STAFF_MOVED, { form: { back: '/dashboard?round=A' } }),
  row('GET', '/views/{view}/delete', OWN),
  row('POST', '/views/{view}/delete', OWN_MOVED, { form: {} }),
  row('GET', '/search?q=new', SIGNED_IN),
  row('GET', '/search/suggest?q=new', SIGNED_IN),
  row('GET', '/pipeline/new', SIGNED_IN),
  row('POST', '/pipeline/new', SIGNED_IN_MOVED, { form: { companyName: 'New {n}' } }),
  row('GET', '/pipeline/{deal}', DEAL),
  row('GET', '/pipeline/{deal}/edit', DEAL),
  row('POST', '/pipeline/{deal}/edit', DEAL_MOVED, {
    form: { companyName: 'Edited {n}', version: '1' },
  }),
  row('GET', '/pipeline/{deal}/evaluation', DEAL),
  row('POST', '/pipeline/{deal}/evaluation', DEAL_MOVED, {
    form: { ...EVALUATION, version: '{evaluated}' },
  }),
  row('GET', '/pipeline/{deal}/notes', DEAL),
  row('POST', '/pipeline/{deal}/notes', DEAL_MOVED, { form: { text: 'Called {n}' } }),
  row('GET', '/pipeline/{deal}/notes/{note}', OWN_NOTE),
  row('POST', '/pipeline/{deal}/notes/{note}', OWN_NOTE_MOVED, {
    form: { text: 'Edited {n}', version: '0' },
  }),
  row('POST', '/pipeline/{deal}/notes/{note}', OWN_NOTE_MOVED, { form: { intent: 'delete' } }),
  row('GET', '/pipeline/{deal}/contacts', DEAL),
  row('POST', '/pipeline/{deal}/contacts', DEAL_MOVED, { form: { name: 'New {n}' } }),
  row('GET', '/pipeline/{deal}/contacts/{contact}', DEAL),
  row('POST', '/pipeline/{deal}/contacts/{contact}', DEAL_MOVED, { form: { name: 'Edited {n}' } }),
  row('POST', '/pipeline/{deal}/contacts/{contact}', DEAL_MOVED, { form: { intent: 'delete' } }),
  row('GET', '/pipeline/{deal}/tasks', DEAL),
  row('POST', '/pipeline/{deal}/tasks', DEAL_MOVED, { form: { title: 'New {n}' } }),
  row('GET', '/pipeline/{deal}/tasks/{task}', DEAL),
  row('POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, { form: { title: 'Edited {n}' } }),
  row('POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, { form: { intent: 'done' } }),
  row('POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, { form: { intent: 'delete' } }),
  row('GET', '/tasks', SIGNED_IN),
  row('GET', '/pipeline/{deal}/files', DEAL),
  row('POST', '/pipeline/{deal}/files', DEAL_MOVED, FILE),
  row('GET', '/pipeline/{deal}/files/{file}', DEAL),
  row('POST', '/pipeline/{deal}/files/{file}', DEAL_MOVED, { form: { intent: 'delete' } }),
  row('GET', '/pipeline/{deal}/delete', NO_MEMBER),
  row('POST', '/pipeline/{deal}/delete', NO_MEMBER_MOVED, { form: { back: '/dashboard' } }),

  row('GET', '/admin?manager', STAFF),
  row('POST', '/admin', STAFF_MOVED, { form: { ...ACCOUNT, intent: 'user' } }),
  row('POST', '/admin', ADMIN_MOVED, { form: { intent: 'dismiss first steps' } }),
  row('POST', '/admin', ADMIN_MOVED, { form: { ...ACCOUNT, intent: 'manager' } }),
  row('POST', '/admin', NO_MANAGER, { form: { intent: 'group', id: '{account}', group: 'OnBS' } }),
  row('GET', '/admin/approvals', STAFF),
  row('POST', '/admin/approvals', STAFF_MOVED, { form: { intent: 'approve', id: '{pending}' } }),
  row('POST', '/admin/approvals', STAFF_MOVED, { form: { intent: 'reject', id: '{pending}' } }),
  row('GET', '/admin/pipelines?details={deal}', STAFF),
  row('POST', '/admin/pipelines', STAFF_MOVED, { form: { id: '{deal}', evaluationScore: '7' } }),
  row('GET', '/admin/pipelines/doubles', STAFF),
  row('GET', '/admin/pipelines/doubles?key=new', STAFF),
  row('GET', '/admin/pipelines/delete?id={deal}', STAFF),
  row('POST', '/admin/pipelines/delete', STAFF_MOVED, { form: { id: '{deal}' } }),
  row('GET', '/admin/pipelines/owner?id={deal}', STAFF),
  row('POST', '/admin/pipelines/owner', STAFF_MOVED, {
    form: { id: '{deal}', owner: ADMIN.email },
  }),
  row('GET', '/admin/users/delete?id={account}', STAFF),
  row('POST', '/admin/users/delete', STAFF_MOVED, { form: { id: '{account}' } }),
  row('POST', '/admin/users/delete', NO_MANAGER, { form: { id: '{manager}' } }),
  row('GET', '/admin/users/{account}', STAFF),
  row('POST', '/admin/users/{account}', STAFF_MOVED, { form: { intent: 'disable' } }),
  row('POST', '/admin/users/{manager}', NO_MANAGER, { form: { intent: 'disable' } }),
  row('POST', '/admin/users/{account}', STAFF, { form: { intent: 'link' } }),
  row('POST', '/admin/users/{manager}', ADMIN_ONLY, { form: { intent: 'link' } }),
  row('POST', '/admin/users/{secured}', NO_MANAGER, { form: { intent: 'reset-second-factor' } }),
  row('GET', '/pipeline/{deal}/history', DEAL),
  row('POST', '/pipeline/{deal}/history', [401, 404, 404, 404, 404, 404], {
    form: { change: '999999999', field: 'comments' },
  }),
  row('GET', '/pipeline/{deal}/history/{change}', DEAL),
  row('GET', '/pipeline/{deal}/owner', NO_MEMBER),
  row('POST', '/pipeline/{deal}/owner', NO_MEMBER_MOVED, { form: { owner: ADMIN.email } }),
  row('GET', '/pipeline/{deal}/share', NO_MEMBER),
  row('POST', '/pipeline/{deal}/share', NO_MEMBER, { form: { facts: 'on' } }),
  row('POST', '/pipeline/{deal}/share', NO_MEMBER_MOVED, { form: { end: '{share}' } }),
  row('GET', '/pipeline/{deal}/merge', NO_MEMBER),
  row('GET', '/pipeline/{deal}/merge?other={other}', NO_MEMBER),
  row('POST', '/pipeline/{deal}/merge', NO_MEMBER_MOVED, {
    form: { other: '{other}', version: '1', otherVersion: '1' },
  }),
  row('GET', '/pipeline/{deal}/merge/{merge}', NO_MEMBER),
  row('POST', '/pipeline/{deal}/merge/{merge}', NO_MEMBER_MOVED, { form: { back: '/' } }),
  row('GET', '/pipeline/{merged}', DEAL_MOVED),
  row('GET', '/pipeline/{deal}/members', DEAL),
  row('POST', '/pipeline/{deal}/members', NO_MEMBER_MOVED, { form: { owner: ADMIN.email } }),
  row('POST', '/pipeline/{deal}/members', NO_MEMBER_MOVED, { form: { remove: '{memberId}' } }),
  row('GET', '/board', SIGNED_IN),
  row('GET', '/insights', SIGNED_IN),
  row('GET', '/insights/csv', SIGNED_IN),
  row('GET', '/pipeline/{deal}/stage', DEAL),
  row('POST', '/pipeline/{deal}/stage', DEAL_MOVED, { form: { stage: 'Met' } }),
  row('GET', '/pipeline/{deal}/met', DEAL),
  row('POST', '/pipeline/{deal}/met', DEAL_MOVED, { form: { seen: 'none', note: 'Met {n}' } }),
  row('GET', '/pipeline/{deal}/later', DEAL),
  row('POST', '/pipeline/{deal}/later', DEAL_MOVED, {
    form: { seen: 'none', nextMeetingDate: '30 days' },
  }),
  row('GET', '/admin/history', ADMIN_ONLY),
  row('GET', '/admin/history/{change}', ADMIN_ONLY),
  row('GET', '/admin/pipelines/print', STAFF),
  row('GET', '/admin/history/export', ADMIN_ONLY),
  row('GET', '/filters', SIGNED_IN),
  row('GET', '/admin/fields', ADMIN_ONLY),
  row('POST', '/admin/fields', ADMIN_MOVED, {
    form: { do: 'add', name: 'Field {n}', kind: 'text' },
  }),
  row('GET', '/admin/fields/none', ADMIN_NOWHERE),
  row('POST', '/admin/fields/none', ADMIN_NOWHERE, { form: { name: 'Field {n}' } }),
  row('GET', '/admin/lists', ADMIN_ONLY),
  row('POST', '/admin/lists', ADMIN_MOVED, {
    form: { do: 'add', list: 'reasons', name: 'Reason {n}' },
  }),
  row('GET', '/admin/lists/1', ADMIN_ONLY),
  row('POST', '/admin/lists/1', [401, 403, 403, 403, 403, 400], {
    form: { replacement: 'no stage, and {deal} is in this one' },
  }),
  row('GET', '/admin/system', ADMIN_ONLY),
  row('POST', '/admin/system', ADMIN_MOVED, { form: { intent: 'back up' } }),
  row('GET', '/admin/trash', ADMIN_ONLY),
  row('POST', '/admin/trash', [401, 403, 403, 403, 403, 'refused'], { form: { id: '999999999' } }),
  row('GET', '/admin/users/{account}/delete', STAFF),
  row('POST', '/admin/users/{account}/delete', STAFF_MOVED, { form: { back: '/admin' } }),
  row('GET', '/admin/users/{manager}/delete', ADMIN_ONLY),
  row('POST', '/admin/users/{manager}/delete', NO_MANAGER, { form: { back: '/admin' } }),

  row('GET', '/api/nothing/here', NOWHERE),
  row('POST', '/api/nothing/here', NOWHERE, { json: {} }),
  row('GET', '/api/openapi.json', FOR_ALL),
  row('GET', '/api/login?to=/account', ELSEWHERE),
  row('POST', '/api/auth/login', FOR_ALL, { json: ADMIN }),
  row('POST', '/api/auth/logout', FOR_ALL),
  row('POST', '/api/auth/signup', [201, 201, 201, 201, 201, 201], { json: ACCOUNT }),
  row('GET', '/api/auth/user', SIGNED_IN),
  row('GET', '/api/users', SIGNED_IN),
  row('GET', '/api/pipelines?userId={ownerId}', SIGNED_IN),
  row('POST', '/api/pipelines', SIGNED_IN_ADDED, { json: { companyName: 'New' } }),
  row('GET', '/api/pipelines/{deal}', DEAL),
  row('PUT', '/api/pipelines/{deal}', DEAL, { json: { comments: 'Edited' } }),
  row('DELETE', '/api/pipelines/{deal}', NO_MEMBER),
  row('GET', '/api/pipelines/{deal}/evaluation', DEAL),
  row('POST', '/api/pipelines/{deal}/evaluation', DEAL, { json: { marketSize: 9 } }),
  row('GET', '/api/pipelines/{deal}/shares', NO_MEMBER),
  row('POST', '/api/pipelines/{deal}/shares', NO_MEMBER_ADDED, { json: { facts: true } }),
  row('DELETE', '/api/pipelines/{deal}/shares/{share}', NO_MEMBER),
  row('POST', '/api/pipelines/{deal}/merge', NO_MEMBER_ADDED, { json: { otherId: OTHER } }),
  row('DELETE', '/api/pipelines/{deal}/merge/{merge}', NO_MEMBER),
  row('GET', '/api/pipelines/{merged}', DEAL_MOVED),
  row('GET', '/api/pipelines/{deal}/members', DEAL),
  row('PUT', '/api/pipelines/{deal}/members', NO_MEMBER, { json: { userIds: [] } }),
  row('GET', '/api/pipelines/{deal}/contacts', DEAL),
  row('POST', '/api/pipelines/{deal}/contacts', DEAL_ADDED, { json: { name: 'New {n}' } }),
  row('GET', '/api/pipelines/{deal}/contacts/{contact}', DEAL),
  row('PUT', '/api/pipelines/{deal}/contacts/{contact}', DEAL, { json: { name: 'Edited {n}' } }),
  row('DELETE', '/api/pipelines/{deal}/contacts/{contact}', DEAL),
  row('GET', '/api/tasks', SIGNED_IN),
  row('GET', '/api/pipelines/{deal}/tasks', DEAL),
  row('POST', '/api/pipelines/{deal}/tasks', DEAL_ADDED, { json: { title: 'New {n}' } }),
  row('GET', '/api/pipelines/{deal}/tasks/{task}', DEAL),
  row('PUT', '/api/pipelines/{deal}/tasks/{task}', DEAL, { json: { title: 'Edited {n}' } }),
  row('DELETE', '/api/pipelines/{deal}/tasks/{task}', DEAL),
  row('GET', '/api/pipelines/{deal}/files', DEAL),
  row('POST', '/api/pipelines/{deal}/files', DEAL_ADDED, FILE),
  row('GET', '/api/pipelines/{deal}/files/{file}', DEAL),
  row('DELETE', '/api/pipelines/{deal}/files/{file}', DEAL),
  row('GET', '/api/pipelines/{deal}/notes', DEAL),
  row('POST', '/api/pipelines/{deal}/notes', DEAL_ADDED, { json: { text: 'Called {n}' } }),
  row('GET', '/api/pipelines/{deal}/notes/{note}', DEAL),
  row('PUT', '/api/pipelines/{deal}/notes/{note}', OWN_NOTE, { json: { text: 'Edited {n}' } }),
  row('DELETE', '/api/pipelines/{deal}/notes/{note}', OWN_NOTE),
  row('GET', '/api/fields', SIGNED_IN),
  row('POST', '/api/fields', ADMIN_ADDED, { json: { name: 'Field {n}', kind: 'text' } }),
  row('PUT', '/api/fields/none', ADMIN_NOWHERE, { json: { name: 'Field {n}' } }),
  row('DELETE', '/api/fields/none', ADMIN_NOWHERE),
  row('GET', '/api/pipelines/{deal}/decisions', DEAL),
  row('POST', '/api/pipelines/{deal}/decisions', DEAL_ADDED, { json: { stage: 'Passed' } }),
  row('GET', '/api/insights?by=owner', SIGNED_IN),
  row('GET', '/api/stages', SIGNED_IN),
  row('GET', '/api/pipelines/export', SIGNED_IN),
  row('POST', '/api/pipelines/import', SIGNED_IN_ADDED, {
    body: 'Company\nImported {n}\n',
    headers: { 'Content-Type': 'text/csv' },
  }),
  row('GET', '/api/review?userId={ownerId}', SIGNED_IN),
  row('GET', '/api/imports', SIGNED_IN),
  row('GET', '/api/imports/{imported}', [401, 200, 404, 404, 200, 200]),
  row('DELETE', '/api/imports/{imported}', [401, 200, 404, 404, 403, 200]),
  row('GET', '/api/admin/pipelines', STAFF),
  row('DELETE', '/api/admin/pipelines/{deal}', STAFF),
  row('GET', '/api/admin/users', ADMIN_ONLY),
  row('POST', '/api/admin/users', [401, 403, 403, 403, 201, 201], { json: ACCOUNT }),
  row('POST', '/api/admin/users/manager', ADMIN_ADDED, { json: ACCOUNT }),
  row('DELETE', '/api/admin/users/{account}', STAFF),
  row('DELETE', '/api/admin/users/{manager}', ADMIN_ONLY),
  row('PUT', '/api/admin/users/{account}/group', ADMIN_ONLY, { json: { group: 'OnBS' } }),
  row('PUT', '/api/admin/users/{pending}/approve', STAFF),
  row('PUT', '/api/admin/users/{pending}/reject', STAFF),
];

/** Adds what a word in braces stands for. */
export type Words = Record<string, (server: PeopledServer) => number | string>;

/** What a word in braces stands for. Unless something else is said, it is the owner's, or on the last deal. */
export const NEW: Words = {
  deal: (server) => server.addPipeline(),
  other: (server) => server.addPipeline(),
  /** A merge into the last deal. */
  merge: (server) => server.addMerge().merge,
  /** A deal that was merged into a new one. */
  merged(server) {
    server.addPipeline();
    return server.addMerge().loser;
  },
  note: (server) => server.addNote(),
  contact: (server) => server.addContact(),
  file: (server) => server.addFile(),
  task: (server) => server.addTask(),
  change: (server) => server.addChange(),
  /** The version of the last evaluation. */
  evaluated: ({ sql }) => sql.prepare(LATEST_EVALUATION).pluck().get() as number,
  share: (server) => server.addShare().id,
  memberId: ({ ids }) => ids.member,
  ownerId: ({ ids }) => ids.owner,
  calendar: (server) => server.addCalendar(),
  account: (server) => server.addAccount(),
  pending: (server) => server.addAccount('pending'),
  manager: (server) => server.addManager(),
  /** An account with a passkey. */
  secured: (server) => server.addSecured(),
  late: (server) => server.addLateForm(),
  trash: (server) => server.addTrash(),
  columns: (server) => server.addImport('columns'),
  preview: (server) => server.addImport('preview'),
  imported: (server) => server.addImport('done'),
  giver: (server) => server.addHandOver(),
  token: (server) => server.addToken(),
  view: (server) => server.addView(false),
  shared: (server) => server.addView(true, 'manager'),
  /** A view that the owner shared as staff. */
  nobodys: (server) => server.addView(true),
  act: (server) => server.addAct(),
  unsubscribe: (server) => server.addSubscription(),
  key: (server) => server.addPasswordLink(),
};
const LATEST_EVALUATION = 'select updated_at from evaluations order by pipeline_id desc limit 1';

let number = 0;

/** A row's request, with what stands for something made. `{n}` is a number. */
export function filled(
  server: PeopledServer,
  { path, json, form, body, headers }: Pick<Row, 'path'> & Body,
  words = NEW,
): Pick<Row, 'path'> & Body {
  const made = new Map<string, string>();
  const make = (what: string): void => {
    if (what === 'outsider' && !words.outsider) {
      // The key of a page about a deal of its own, and the file on it.
      server.addPipeline();
      const { key, file } = server.addShare();
      made.set('outsider', key).set('sent', String(file));
    } else made.set(what, String(words[what]?.(server) ?? ++number));
  };
  const fill = (text: string) =>
    text.replace(/\{([a-zA-Z]+)\}/g, (_, what: string) => {
      if (!made.has(what)) make(what);
      return made.get(what)!;
    });
  const all = <T>(values: Record<string, T>, other: (value: string) => number | string) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value !== 'string') return [name, value];
        return [name, value === OTHER ? other(fill(value)) : fill(value)];
      }),
    );
  return {
    path: fill(path),
    json: json && all(json, Number),
    form: form && (all(form, String) as Record<string, string>),
    ...(body !== undefined && { body: fill(body), headers }),
  };
}

/** The same address as Remix's scripts ask for it; with `route`, for that route alone. */
export function dataAddress(path: string, route?: string): string {
  const [pathname, search] = path.split('?', 2) as [string, string?];
  const query = [search, route && `_routes=${encodeURIComponent(`routes/${route}`)}`]
    .filter(Boolean)
    .join('&');
  return `${pathname === '/' ? '/_root' : pathname}.data${query && `?${query}`}`;
}
