import { CRITERIA } from '~/models/evaluation/criteria';
import { ADMIN } from './running-server';
import type { PeopledServer } from './actors';

/**
 * Who gets what: every route, method and actor. `nobody` is everyone without a valid session: signed out, pending,
 * rejected, disabled. In addresses and bodies stand for something new each time: {deal} a deal of the owner's,
 * {note} a note of the owner's on the last deal, {contact} a contact, {file} a file and {task} a task on it, {change} a change of the last deal, {account}, {pending} and {secured} (with a passkey) accounts, {key} a password link,
 * {other} another deal of the owner's, {merge} a merge into the last deal, {merged} a deal that was merged into one,
 * {unsubscribe} the key of somebody's reviews by mail, {calendar} the key of somebody's calendar,
 * {share} a page for an outsider about the last deal, {outsider} the key of one about a deal of its own and {sent} the file on it,
 * {late} the key of a form kept for the owner, {trash} a deal that the owner has deleted, {giver} a
 * colleague who handed the owner a deal, {token} an API token of the owner's, {view} a view of the
 * owner's, {shared} one of the manager's, {nobodys} one that the owner shared as staff, {act} a change of several deals by the owner, {columns}, {preview} and {imported} an
 * import of the owner's in that state, {n} a number.
 */
export interface Row {
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
type Five = [
  nobody: Expected,
  owner: Expected,
  other: Expected,
  manager: Expected,
  admin: Expected,
];
type Body = Pick<Row, 'json' | 'form' | 'body' | 'headers'>;

function row(
  route: string,
  method: string,
  path: string,
  [nobody, owner, other, manager, admin]: Five,
  body: Body = {},
  member = isOfDeal(path, body) ? owner : other,
): Row {
  return { route, method, path, ...body, nobody, owner, member, other, manager, admin };
}

/** A colleague on a deal may do with it what its owner may, but for what a row says. */
const isOfDeal = (path: string, body: Body) => /\{deal\}/.test(path + JSON.stringify(body));

const ACCOUNT = {
  email: 'new{n}@demo.example',
  password: 'a-password-of-2026',
  firstName: 'New',
  lastName: 'Person',
};
const SIGNUP = { form: { ...ACCOUNT, confirmPassword: ACCOUNT.password } };
/** A file with one company. */
const UPLOAD = {
  body: [
    '--limit',
    'Content-Disposition: form-data; name="file"; filename="deals.csv"',
    '',
    'Company,CEO',
    'New,Ada',
    '--limit--',
    '',
  ].join('\r\n'),
  headers: { 'Content-Type': 'multipart/form-data; boundary=limit' },
};
/** A file for a deal. */
const FILE = {
  body: [
    '--limit',
    'Content-Disposition: form-data; name="file"; filename="deck {n}.pdf"',
    '',
    'Deck {n}',
    '--limit--',
    '',
  ].join('\r\n'),
  headers: { 'Content-Type': 'multipart/form-data; boundary=limit' },
};
const EVALUATION = Object.fromEntries(CRITERIA.map(({ key }) => [key, '7']));

/** In JSON it is a number. */
const OTHER = '{other}';

const FOR_ALL: Five = [200, 200, 200, 200, 200];
const ELSEWHERE: Five = [302, 302, 302, 302, 302];
const NOT_DONE: Five = ['refused', 'refused', 'refused', 'refused', 'refused'];
const NOWHERE: Five = [404, 404, 404, 404, 404];
const NOT_ALLOWED: Five = [405, 405, 405, 405, 405];
const SIGNED_OUT_ONLY: Five = [200, 302, 302, 302, 302];
const SIGNED_IN: Five = [401, 200, 200, 200, 200];
const STAFF: Five = [401, 403, 403, 200, 200];
const STAFF_MOVED: Five = [401, 403, 403, 302, 302];
const ADMIN_ONLY: Five = [401, 403, 403, 403, 200];
const DEAL: Five = [401, 200, 404, 200, 200];
/** An import that was not completed: not even staff see those of others. */
const OWN: Five = [401, 200, 404, 404, 404];
const OWN_MOVED: Five = [401, 302, 404, 404, 404];
/** It was merged into a deal of the owner's. */
const DEAL_LEADS_ON: Five = [401, 302, 404, 302, 302];
const DEAL_ADDED: Five = [401, 201, 404, 201, 201];
/** A note: who sees the deal reads it, and only its author changes it. */
const OWN_NOTE: Five = [401, 200, 404, 403, 403];
const OWN_NOTE_MOVED: Five = [401, 302, 404, 403, 403];
const DEAL_MOVED: Five = [401, 302, 404, 302, 302];

export const TABLE: Row[] = [
  row('_index', 'GET', '/', SIGNED_OUT_ONLY),
  row('$', 'GET', '/nothing/here', NOWHERE),
  row('$', 'POST', '/nothing/here', NOWHERE, { form: {} }),
  row('login', 'GET', '/login', SIGNED_OUT_ONLY),
  row('login', 'POST', '/login', ELSEWHERE, { form: ADMIN }),
  row('login_.code', 'GET', '/login/code', ELSEWHERE),
  row('login_.code', 'POST', '/login/code', NOT_DONE, { form: { code: '000000' } }),
  row('logout', 'GET', '/logout', ELSEWHERE),
  row('logout', 'POST', '/logout', ELSEWHERE, { form: { from: 'admin' } }),
  row('signup', 'GET', '/signup', SIGNED_OUT_ONLY),
  row('signup', 'POST', '/signup', ELSEWHERE, SIGNUP),
  row('password.$key', 'GET', '/password/{key}', FOR_ALL),
  row('password.$key', 'POST', '/password/{key}', ELSEWHERE, {
    form: { password: ACCOUNT.password, confirmPassword: ACCOUNT.password },
  }),
  row('unsubscribe.$key', 'GET', '/unsubscribe/{unsubscribe}', FOR_ALL),
  row('unsubscribe.$key', 'POST', '/unsubscribe/{unsubscribe}', FOR_ALL, {
    form: { 'List-Unsubscribe': 'One-Click' },
  }),
  row('calendar.$file', 'GET', '/calendar/{calendar}.ics', FOR_ALL),
  row('calendar.$file', 'GET', '/calendar/unknown.ics', NOWHERE),
  row('share.$', 'GET', '/share/{outsider}', FOR_ALL),
  row('share.$', 'GET', '/share/{outsider}/files/{sent}', FOR_ALL),
  row('share.$', 'POST', '/share/{outsider}', NOT_ALLOWED, { form: {} }),
  row('settings', 'GET', '/settings', ELSEWHERE),
  row('settings', 'POST', '/settings', ELSEWHERE, { form: { theme: 'dark' } }),

  row('account', 'GET', '/account', SIGNED_IN),
  row('account', 'POST', '/account', [401, 302, 302, 302, 302], {
    form: { intent: 'name', firstName: 'New', lastName: 'Name{n}' },
  }),
  row('account', 'POST', '/account', [401, 302, 302, 302, 302], {
    form: { intent: 'review mail', reviewMail: 'on' },
  }),
  row('account_.tokens', 'GET', '/account/tokens', SIGNED_IN),
  row('account_.tokens', 'POST', '/account/tokens', SIGNED_IN, {
    form: { name: 'Token {n}', access: 'write', days: '30' },
  }),
  row('account_.tokens', 'POST', '/account/tokens', [401, 302, 'refused', 'refused', 'refused'], {
    form: { intent: 'end', id: '{token}' },
  }),
  row('account_.calendar', 'GET', '/account/calendar', SIGNED_IN),
  row(
    'account_.calendar',
    'POST',
    '/account/calendar',
    [401, 'refused', 'refused', 'refused', 'refused'],
    { form: { intent: 'end' } },
  ),
  row('account_.calendar', 'POST', '/account/calendar', SIGNED_IN, { form: {} }),
  row('account_.two-factor', 'GET', '/account/two-factor', SIGNED_IN),
  row('account_.two-factor', 'POST', '/account/two-factor', [401, 302, 302, 302, 302], {
    form: { intent: 'app' },
  }),
  row('account_.two-factor', 'POST', '/account/two-factor', [401, 400, 400, 400, 400], {
    form: { intent: 'off', current: 'not this one' },
  }),
  row('late.$key', 'GET', '/late/{late}', [401, 302, 302, 302, 302]),
  row('deleted', 'GET', '/deleted', SIGNED_IN),
  row('deleted', 'POST', '/deleted', [401, 302, 'refused', 'refused', 302], {
    form: { id: '{trash}' },
  }),
  row('import', 'GET', '/import', SIGNED_IN),
  row('import', 'POST', '/import', [401, 302, 302, 302, 302], UPLOAD),
  row('import_.template', 'GET', '/import/template', SIGNED_IN),
  row('import_.$id', 'GET', '/import/{columns}', OWN),
  row('import_.$id', 'POST', '/import/{columns}', OWN_MOVED, { form: { do: 'discard' } }),
  row('import_.$id_.preview', 'GET', '/import/{preview}/preview', OWN),
  row('import_.$id_.preview', 'POST', '/import/{preview}/preview', OWN_MOVED, {
    form: { 'choice-1': 'skip' },
  }),
  row('import_.$id_.errors', 'GET', '/import/{preview}/errors', OWN),
  row('import_.$id_.result', 'GET', '/import/{imported}/result', DEAL),
  row('import_.$id_.result', 'POST', '/import/{imported}/result', [401, 302, 404, 403, 302], {
    form: {},
  }),
  row('handed-over', 'GET', '/handed-over', ELSEWHERE),
  row('handed-over', 'POST', '/handed-over', [401, 302, 'refused', 'refused', 'refused'], {
    form: { by: '{giver}', until: '9999999999999' },
  }),
  row('dashboard', 'GET', '/dashboard?details={deal}', SIGNED_IN),
  row('dashboard', 'POST', '/dashboard', [401, 302, 'refused', 302, 302], {
    form: { id: '{deal}', evaluationScore: '7' },
  }),
  row('review', 'GET', '/review?notes=secret', SIGNED_IN),
  row('dashboard_.print', 'GET', '/dashboard/print', SIGNED_IN),
  row('dashboard_.doubles', 'GET', '/dashboard/doubles', SIGNED_IN),
  row('dashboard_.doubles', 'GET', '/dashboard/doubles?key=new', SIGNED_IN),
  row('dashboard_.delete', 'GET', '/dashboard/delete?id={deal}', SIGNED_IN),
  row(
    'dashboard_.delete',
    'POST',
    '/dashboard/delete',
    [401, 302, 'refused', 302, 302],
    {
      form: { id: '{deal}' },
    },
    'refused',
  ),
  row('selected', 'GET', '/selected?id={deal}', SIGNED_IN),
  row('selected', 'POST', '/selected', [401, 302, 'refused', 302, 302], {
    form: { id: '{deal}', fundingRound: 'CB' },
  }),
  row('selected_.export', 'GET', '/selected/export', SIGNED_IN),
  row('undo', 'GET', '/undo', ELSEWHERE),
  row('undo', 'POST', '/undo', [401, 302, 'refused', 'refused', 'refused'], {
    form: { act: '{act}' },
  }),
  row('columns', 'GET', '/columns', SIGNED_IN),
  row('columns', 'POST', '/columns', [401, 302, 302, 302, 302], { form: { column: 'score' } }),
  row('views', 'GET', '/views', SIGNED_IN),
  row('views', 'POST', '/views', [401, 302, 'refused', 'refused', 'refused'], {
    form: { intent: 'start', id: '{view}' },
  }),
  row('views', 'POST', '/views', [401, 'refused', 'refused', 'refused', 'refused'], {
    form: { intent: 'share', id: '{view}' },
  }),
  row('views', 'POST', '/views', [401, 'refused', 'refused', 302, 302], {
    form: { intent: 'unshare', id: '{shared}' },
  }),
  row('views', 'POST', '/views', [401, 'refused', 'refused', 'refused', 302], {
    form: { intent: 'unshare', id: '{nobodys}' },
  }),
  row('views', 'POST', '/views', [401, 'refused', 'refused', 302, 302], {
    form: { intent: 'adopt', id: '{nobodys}' },
  }),
  row('views', 'POST', '/views', [401, 'refused', 'refused', 'refused', 'refused'], {
    form: { intent: 'adopt', id: '{shared}' },
  }),
  row('views_.new', 'GET', '/views/new?back=/dashboard', SIGNED_IN),
  row('views_.new', 'POST', '/views/new', [401, 302, 302, 302, 302], {
    form: { name: 'View {n}', back: '/dashboard?round=Seed' },
  }),
  row('views_.$id', 'GET', '/views/{view}', OWN),
  row('views_.$id', 'GET', '/views/{shared}', [401, 403, 403, 200, 200]),
  row('views_.$id', 'GET', '/views/{nobodys}', [401, 403, 403, 403, 200]),
  row('views_.$id', 'POST', '/views/{view}', OWN_MOVED, { form: { name: 'New {n}' } }),
  row('views_.$id_.update', 'GET', '/views/{view}/update', ELSEWHERE),
  row('views_.$id_.update', 'POST', '/views/{view}/update', OWN_MOVED, {
    form: { back: '/dashboard?round=A' },
  }),
  row('views_.$id_.update', 'POST', '/views/{shared}/update', [401, 403, 403, 302, 302], {
    form: { back: '/dashboard?round=A' },
  }),
  row('views_.$id_.delete', 'GET', '/views/{view}/delete', OWN),
  row('views_.$id_.delete', 'POST', '/views/{view}/delete', OWN_MOVED, { form: {} }),
  row('search', 'GET', '/search?q=new', SIGNED_IN),
  row('search_.suggest', 'GET', '/search/suggest?q=new', SIGNED_IN),
  row('pipeline.new', 'GET', '/pipeline/new', SIGNED_IN),
  row('pipeline.new', 'POST', '/pipeline/new', [401, 302, 302, 302, 302], {
    form: { companyName: 'New {n}' },
  }),
  row('pipeline.$id._index', 'GET', '/pipeline/{deal}', DEAL),
  row('pipeline.$id.edit', 'GET', '/pipeline/{deal}/edit', DEAL),
  row('pipeline.$id.edit', 'POST', '/pipeline/{deal}/edit', DEAL_MOVED, {
    form: { companyName: 'Edited {n}', version: '1' },
  }),
  row('pipeline.$id.evaluation', 'GET', '/pipeline/{deal}/evaluation', DEAL),
  row('pipeline.$id.evaluation', 'POST', '/pipeline/{deal}/evaluation', DEAL_MOVED, {
    form: { ...EVALUATION, version: '{evaluated}' },
  }),
  row('pipeline.$id.notes', 'GET', '/pipeline/{deal}/notes', DEAL),
  row('pipeline.$id.notes', 'POST', '/pipeline/{deal}/notes', DEAL_MOVED, {
    form: { text: 'Called {n}' },
  }),
  row('pipeline.$id.notes_.$note', 'GET', '/pipeline/{deal}/notes/{note}', OWN_NOTE, {}, 403),
  row(
    'pipeline.$id.notes_.$note',
    'POST',
    '/pipeline/{deal}/notes/{note}',
    OWN_NOTE_MOVED,
    {
      form: { text: 'Edited {n}', version: '0' },
    },
    403,
  ),
  row(
    'pipeline.$id.notes_.$note',
    'POST',
    '/pipeline/{deal}/notes/{note}',
    OWN_NOTE_MOVED,
    {
      form: { intent: 'delete' },
    },
    403,
  ),
  row('pipeline.$id.contacts', 'GET', '/pipeline/{deal}/contacts', DEAL),
  row('pipeline.$id.contacts', 'POST', '/pipeline/{deal}/contacts', DEAL_MOVED, {
    form: { name: 'New {n}' },
  }),
  row('pipeline.$id.contacts_.$contact', 'GET', '/pipeline/{deal}/contacts/{contact}', DEAL),
  row(
    'pipeline.$id.contacts_.$contact',
    'POST',
    '/pipeline/{deal}/contacts/{contact}',
    DEAL_MOVED,
    { form: { name: 'Edited {n}' } },
  ),
  row(
    'pipeline.$id.contacts_.$contact',
    'POST',
    '/pipeline/{deal}/contacts/{contact}',
    DEAL_MOVED,
    { form: { intent: 'delete' } },
  ),
  row('pipeline.$id.tasks', 'GET', '/pipeline/{deal}/tasks', DEAL),
  row('pipeline.$id.tasks', 'POST', '/pipeline/{deal}/tasks', DEAL_MOVED, {
    form: { title: 'New {n}' },
  }),
  row('pipeline.$id.tasks_.$task', 'GET', '/pipeline/{deal}/tasks/{task}', DEAL),
  row('pipeline.$id.tasks_.$task', 'POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, {
    form: { title: 'Edited {n}' },
  }),
  row('pipeline.$id.tasks_.$task', 'POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, {
    form: { intent: 'done' },
  }),
  row('pipeline.$id.tasks_.$task', 'POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, {
    form: { intent: 'delete' },
  }),
  row('tasks', 'GET', '/tasks', SIGNED_IN),
  row('pipeline.$id.files', 'GET', '/pipeline/{deal}/files', DEAL),
  row('pipeline.$id.files', 'POST', '/pipeline/{deal}/files', DEAL_MOVED, FILE),
  row('pipeline.$id.files_.$file', 'GET', '/pipeline/{deal}/files/{file}', DEAL),
  row('pipeline.$id.files_.$file', 'POST', '/pipeline/{deal}/files/{file}', DEAL_MOVED, {
    form: { intent: 'delete' },
  }),
  row('pipeline.$id.delete', 'GET', '/pipeline/{deal}/delete', DEAL, {}, 403),
  row(
    'pipeline.$id.delete',
    'POST',
    '/pipeline/{deal}/delete',
    DEAL_MOVED,
    {
      form: { back: '/dashboard' },
    },
    403,
  ),

  row('admin', 'GET', '/admin?manager', STAFF),
  row('admin', 'POST', '/admin', STAFF_MOVED, { form: { ...ACCOUNT, intent: 'user' } }),
  row('admin', 'POST', '/admin', [401, 403, 403, 403, 302], {
    form: { intent: 'dismiss first steps' },
  }),
  row('admin', 'POST', '/admin', [401, 403, 403, 403, 302], {
    form: { ...ACCOUNT, intent: 'manager' },
  }),
  row('admin', 'POST', '/admin', [401, 403, 403, 'refused', 302], {
    form: { intent: 'group', id: '{account}', group: 'OnBS' },
  }),
  row('admin_.approvals', 'GET', '/admin/approvals', STAFF),
  row('admin_.approvals', 'POST', '/admin/approvals', STAFF_MOVED, {
    form: { intent: 'approve', id: '{pending}' },
  }),
  row('admin_.approvals', 'POST', '/admin/approvals', STAFF_MOVED, {
    form: { intent: 'reject', id: '{pending}' },
  }),
  row('admin_.pipelines', 'GET', '/admin/pipelines?details={deal}', STAFF),
  row('admin_.pipelines', 'POST', '/admin/pipelines', STAFF_MOVED, {
    form: { id: '{deal}', evaluationScore: '7' },
  }),
  row('admin_.pipelines_.doubles', 'GET', '/admin/pipelines/doubles', STAFF),
  row('admin_.pipelines_.doubles', 'GET', '/admin/pipelines/doubles?key=new', STAFF),
  row('admin_.pipelines_.delete', 'GET', '/admin/pipelines/delete?id={deal}', STAFF),
  row('admin_.pipelines_.delete', 'POST', '/admin/pipelines/delete', STAFF_MOVED, {
    form: { id: '{deal}' },
  }),
  row('admin_.pipelines_.owner', 'GET', '/admin/pipelines/owner?id={deal}', STAFF),
  row('admin_.pipelines_.owner', 'POST', '/admin/pipelines/owner', STAFF_MOVED, {
    form: { id: '{deal}', owner: ADMIN.email },
  }),
  row('admin_.users_.delete', 'GET', '/admin/users/delete?id={account}', STAFF),
  row('admin_.users_.delete', 'POST', '/admin/users/delete', STAFF_MOVED, {
    form: { id: '{account}' },
  }),
  row('admin_.users_.delete', 'POST', '/admin/users/delete', [401, 403, 403, 'refused', 302], {
    form: { id: '{manager}' },
  }),
  row('admin_.users_.$id', 'GET', '/admin/users/{account}', STAFF),
  row('admin_.users_.$id', 'POST', '/admin/users/{account}', STAFF_MOVED, {
    form: { intent: 'disable' },
  }),
  row('admin_.users_.$id', 'POST', '/admin/users/{manager}', [401, 403, 403, 'refused', 302], {
    form: { intent: 'disable' },
  }),
  row('admin_.users_.$id', 'POST', '/admin/users/{account}', STAFF, { form: { intent: 'link' } }),
  row('admin_.users_.$id', 'POST', '/admin/users/{manager}', ADMIN_ONLY, {
    form: { intent: 'link' },
  }),
  row('admin_.users_.$id', 'POST', '/admin/users/{secured}', [401, 403, 403, 'refused', 302], {
    form: { intent: 'reset-second-factor' },
  }),
  row('pipeline.$id.history', 'GET', '/pipeline/{deal}/history', DEAL),
  row('pipeline.$id.history', 'POST', '/pipeline/{deal}/history', [401, 404, 404, 404, 404], {
    form: { change: '999999999', field: 'comments' },
  }),
  row('pipeline.$id.history_.$change', 'GET', '/pipeline/{deal}/history/{change}', DEAL),
  row('pipeline.$id.owner', 'GET', '/pipeline/{deal}/owner', DEAL, {}, 403),
  row(
    'pipeline.$id.owner',
    'POST',
    '/pipeline/{deal}/owner',
    DEAL_MOVED,
    {
      form: { owner: ADMIN.email },
    },
    403,
  ),
  row('pipeline.$id.share', 'GET', '/pipeline/{deal}/share', DEAL, {}, 403),
  row('pipeline.$id.share', 'POST', '/pipeline/{deal}/share', DEAL, { form: { facts: 'on' } }, 403),
  row(
    'pipeline.$id.share',
    'POST',
    '/pipeline/{deal}/share',
    DEAL_MOVED,
    { form: { end: '{share}' } },
    403,
  ),
  row('pipeline.$id.merge', 'GET', '/pipeline/{deal}/merge', DEAL, {}, 403),
  row('pipeline.$id.merge', 'GET', '/pipeline/{deal}/merge?other={other}', DEAL, {}, 403),
  row(
    'pipeline.$id.merge',
    'POST',
    '/pipeline/{deal}/merge',
    DEAL_MOVED,
    { form: { other: '{other}', version: '1', otherVersion: '1' } },
    403,
  ),
  row('pipeline.$id.merge_.$merge', 'GET', '/pipeline/{deal}/merge/{merge}', DEAL, {}, 403),
  row(
    'pipeline.$id.merge_.$merge',
    'POST',
    '/pipeline/{deal}/merge/{merge}',
    DEAL_MOVED,
    { form: { back: '/' } },
    403,
  ),
  row('pipeline.$id._index', 'GET', '/pipeline/{merged}', DEAL_LEADS_ON, {}, 302),
  row('pipeline.$id.members', 'GET', '/pipeline/{deal}/members', DEAL),
  row(
    'pipeline.$id.members',
    'POST',
    '/pipeline/{deal}/members',
    DEAL_MOVED,
    {
      form: { owner: ADMIN.email },
    },
    403,
  ),
  row(
    'pipeline.$id.members',
    'POST',
    '/pipeline/{deal}/members',
    DEAL_MOVED,
    {
      form: { remove: '{memberId}' },
    },
    403,
  ),
  row('board', 'GET', '/board', SIGNED_IN),
  row('insights', 'GET', '/insights', SIGNED_IN),
  row('insights_.csv', 'GET', '/insights/csv', SIGNED_IN),
  row('pipeline.$id.stage', 'GET', '/pipeline/{deal}/stage', DEAL),
  row('pipeline.$id.stage', 'POST', '/pipeline/{deal}/stage', DEAL_MOVED, {
    form: { stage: 'Met' },
  }),
  row('pipeline.$id.met', 'GET', '/pipeline/{deal}/met', DEAL),
  row('pipeline.$id.met', 'POST', '/pipeline/{deal}/met', DEAL_MOVED, {
    form: { seen: 'none', note: 'Met {n}' },
  }),
  row('pipeline.$id.later', 'GET', '/pipeline/{deal}/later', DEAL),
  row('pipeline.$id.later', 'POST', '/pipeline/{deal}/later', DEAL_MOVED, {
    form: { seen: 'none', nextMeetingDate: '30 days' },
  }),
  row('admin_.history', 'GET', '/admin/history', ADMIN_ONLY),
  row('admin_.history_.$change', 'GET', '/admin/history/{change}', ADMIN_ONLY),
  row('admin_.pipelines_.print', 'GET', '/admin/pipelines/print', STAFF),
  row('admin_.history_.export', 'GET', '/admin/history/export', ADMIN_ONLY),
  row('filters', 'GET', '/filters', SIGNED_IN),
  row('admin_.fields', 'GET', '/admin/fields', ADMIN_ONLY),
  row('admin_.fields', 'POST', '/admin/fields', [401, 403, 403, 403, 302], {
    form: { do: 'add', name: 'Field {n}', kind: 'text' },
  }),
  row('admin_.fields_.$key', 'GET', '/admin/fields/none', [401, 403, 403, 403, 404]),
  row('admin_.fields_.$key', 'POST', '/admin/fields/none', [401, 403, 403, 403, 404], {
    form: { name: 'Field {n}' },
  }),
  row('admin_.lists', 'GET', '/admin/lists', ADMIN_ONLY),
  row('admin_.lists', 'POST', '/admin/lists', [401, 403, 403, 403, 302], {
    form: { do: 'add', list: 'reasons', name: 'Reason {n}' },
  }),
  row('admin_.lists_.$id', 'GET', '/admin/lists/1', ADMIN_ONLY),
  row('admin_.lists_.$id', 'POST', '/admin/lists/1', [401, 403, 403, 403, 400], {
    form: { replacement: 'no stage, and {deal} is in this one' },
  }),
  row('admin_.system', 'GET', '/admin/system', ADMIN_ONLY),
  row('admin_.trash', 'GET', '/admin/trash', ADMIN_ONLY),
  row('admin_.trash', 'POST', '/admin/trash', [401, 403, 403, 403, 'refused'], {
    form: { id: '999999999' },
  }),
  row('admin_.users_.$id_.delete', 'GET', '/admin/users/{account}/delete', STAFF),
  row('admin_.users_.$id_.delete', 'POST', '/admin/users/{account}/delete', STAFF_MOVED, {
    form: { back: '/admin' },
  }),
  row('admin_.users_.$id_.delete', 'GET', '/admin/users/{manager}/delete', ADMIN_ONLY),
  row(
    'admin_.users_.$id_.delete',
    'POST',
    '/admin/users/{manager}/delete',
    [401, 403, 403, 'refused', 302],
    { form: { back: '/admin' } },
  ),

  row('api.$', 'GET', '/api/nothing/here', NOWHERE),
  row('api.$', 'POST', '/api/nothing/here', NOWHERE, { json: {} }),
  row('api.openapi[.]json', 'GET', '/api/openapi.json', FOR_ALL),
  row('api.login', 'GET', '/api/login?to=/account', ELSEWHERE),
  row('api.auth.login', 'POST', '/api/auth/login', FOR_ALL, { json: ADMIN }),
  row('api.auth.logout', 'POST', '/api/auth/logout', FOR_ALL),
  row('api.auth.signup', 'POST', '/api/auth/signup', [201, 201, 201, 201, 201], { json: ACCOUNT }),
  row('api.auth.user', 'GET', '/api/auth/user', SIGNED_IN),
  row('api.users', 'GET', '/api/users', SIGNED_IN),
  row('api.pipelines', 'GET', '/api/pipelines?userId={ownerId}', SIGNED_IN),
  row('api.pipelines', 'POST', '/api/pipelines', [401, 201, 201, 201, 201], {
    json: { companyName: 'New' },
  }),
  row('api.pipelines_.$id', 'GET', '/api/pipelines/{deal}', DEAL),
  row('api.pipelines_.$id', 'PUT', '/api/pipelines/{deal}', DEAL, { json: { comments: 'Edited' } }),
  row('api.pipelines_.$id', 'DELETE', '/api/pipelines/{deal}', DEAL, {}, 403),
  row('api.pipelines_.$id_.evaluation', 'GET', '/api/pipelines/{deal}/evaluation', DEAL),
  row('api.pipelines_.$id_.evaluation', 'POST', '/api/pipelines/{deal}/evaluation', DEAL, {
    json: { marketSize: 9 },
  }),
  row('api.pipelines_.$id_.shares', 'GET', '/api/pipelines/{deal}/shares', DEAL, {}, 403),
  row(
    'api.pipelines_.$id_.shares',
    'POST',
    '/api/pipelines/{deal}/shares',
    DEAL_ADDED,
    { json: { facts: true } },
    403,
  ),
  row(
    'api.pipelines_.$id_.shares_.$share',
    'DELETE',
    '/api/pipelines/{deal}/shares/{share}',
    DEAL,
    {},
    403,
  ),
  row(
    'api.pipelines_.$id_.merge',
    'POST',
    '/api/pipelines/{deal}/merge',
    DEAL_ADDED,
    { json: { otherId: OTHER } },
    403,
  ),
  row(
    'api.pipelines_.$id_.merge_.$merge',
    'DELETE',
    '/api/pipelines/{deal}/merge/{merge}',
    DEAL,
    {},
    403,
  ),
  row('api.pipelines_.$id', 'GET', '/api/pipelines/{merged}', DEAL_LEADS_ON, {}, 302),
  row('api.pipelines_.$id_.members', 'GET', '/api/pipelines/{deal}/members', DEAL),
  row(
    'api.pipelines_.$id_.members',
    'PUT',
    '/api/pipelines/{deal}/members',
    DEAL,
    {
      json: { userIds: [] },
    },
    403,
  ),
  row('api.pipelines_.$id_.contacts', 'GET', '/api/pipelines/{deal}/contacts', DEAL),
  row('api.pipelines_.$id_.contacts', 'POST', '/api/pipelines/{deal}/contacts', DEAL_ADDED, {
    json: { name: 'New {n}' },
  }),
  row(
    'api.pipelines_.$id_.contacts_.$contact',
    'GET',
    '/api/pipelines/{deal}/contacts/{contact}',
    DEAL,
  ),
  row(
    'api.pipelines_.$id_.contacts_.$contact',
    'PUT',
    '/api/pipelines/{deal}/contacts/{contact}',
    DEAL,
    { json: { name: 'Edited {n}' } },
  ),
  row(
    'api.pipelines_.$id_.contacts_.$contact',
    'DELETE',
    '/api/pipelines/{deal}/contacts/{contact}',
    DEAL,
  ),
  row('api.tasks', 'GET', '/api/tasks', SIGNED_IN),
  row('api.pipelines_.$id_.tasks', 'GET', '/api/pipelines/{deal}/tasks', DEAL),
  row('api.pipelines_.$id_.tasks', 'POST', '/api/pipelines/{deal}/tasks', DEAL_ADDED, {
    json: { title: 'New {n}' },
  }),
  row('api.pipelines_.$id_.tasks_.$task', 'GET', '/api/pipelines/{deal}/tasks/{task}', DEAL),
  row('api.pipelines_.$id_.tasks_.$task', 'PUT', '/api/pipelines/{deal}/tasks/{task}', DEAL, {
    json: { title: 'Edited {n}' },
  }),
  row('api.pipelines_.$id_.tasks_.$task', 'DELETE', '/api/pipelines/{deal}/tasks/{task}', DEAL),
  row('api.pipelines_.$id_.files', 'GET', '/api/pipelines/{deal}/files', DEAL),
  row('api.pipelines_.$id_.files', 'POST', '/api/pipelines/{deal}/files', DEAL_ADDED, FILE),
  row('api.pipelines_.$id_.files_.$file', 'GET', '/api/pipelines/{deal}/files/{file}', DEAL),
  row('api.pipelines_.$id_.files_.$file', 'DELETE', '/api/pipelines/{deal}/files/{file}', DEAL),
  row('api.pipelines_.$id_.notes', 'GET', '/api/pipelines/{deal}/notes', DEAL),
  row('api.pipelines_.$id_.notes', 'POST', '/api/pipelines/{deal}/notes', DEAL_ADDED, {
    json: { text: 'Called {n}' },
  }),
  row('api.pipelines_.$id_.notes_.$note', 'GET', '/api/pipelines/{deal}/notes/{note}', DEAL),
  row(
    'api.pipelines_.$id_.notes_.$note',
    'PUT',
    '/api/pipelines/{deal}/notes/{note}',
    OWN_NOTE,
    {
      json: { text: 'Edited {n}' },
    },
    403,
  ),
  row(
    'api.pipelines_.$id_.notes_.$note',
    'DELETE',
    '/api/pipelines/{deal}/notes/{note}',
    OWN_NOTE,
    {},
    403,
  ),
  row('api.fields', 'GET', '/api/fields', SIGNED_IN),
  row('api.fields', 'POST', '/api/fields', [401, 403, 403, 403, 201], {
    json: { name: 'Field {n}', kind: 'text' },
  }),
  row('api.fields_.$key', 'PUT', '/api/fields/none', [401, 403, 403, 403, 404], {
    json: { name: 'Field {n}' },
  }),
  row('api.fields_.$key', 'DELETE', '/api/fields/none', [401, 403, 403, 403, 404]),
  row('api.pipelines_.$id_.decisions', 'GET', '/api/pipelines/{deal}/decisions', DEAL),
  row('api.pipelines_.$id_.decisions', 'POST', '/api/pipelines/{deal}/decisions', DEAL_ADDED, {
    json: { stage: 'Passed' },
  }),
  row('api.insights', 'GET', '/api/insights?by=owner', SIGNED_IN),
  row('api.stages', 'GET', '/api/stages', SIGNED_IN),
  row('api.pipelines_.export', 'GET', '/api/pipelines/export', SIGNED_IN),
  row('api.pipelines_.import', 'POST', '/api/pipelines/import', [401, 201, 201, 201, 201], {
    body: 'Company\nImported {n}\n',
    headers: { 'Content-Type': 'text/csv' },
  }),
  row('api.review', 'GET', '/api/review?userId={ownerId}', SIGNED_IN),
  row('api.imports', 'GET', '/api/imports', SIGNED_IN),
  row('api.imports_.$id', 'GET', '/api/imports/{imported}', DEAL),
  row('api.imports_.$id', 'DELETE', '/api/imports/{imported}', [401, 200, 404, 403, 200]),
  row('api.admin.pipelines', 'GET', '/api/admin/pipelines', STAFF),
  row('api.admin.pipelines_.$id', 'DELETE', '/api/admin/pipelines/{deal}', STAFF),
  row('api.admin.users', 'GET', '/api/admin/users', ADMIN_ONLY),
  row('api.admin.users', 'POST', '/api/admin/users', [401, 403, 403, 201, 201], { json: ACCOUNT }),
  row('api.admin.users_.manager', 'POST', '/api/admin/users/manager', [401, 403, 403, 403, 201], {
    json: ACCOUNT,
  }),
  row('api.admin.users_.$id', 'DELETE', '/api/admin/users/{account}', STAFF),
  row('api.admin.users_.$id', 'DELETE', '/api/admin/users/{manager}', ADMIN_ONLY),
  row('api.admin.users_.$id_.group', 'PUT', '/api/admin/users/{account}/group', ADMIN_ONLY, {
    json: { group: 'OnBS' },
  }),
  row('api.admin.users_.$id_.approve', 'PUT', '/api/admin/users/{pending}/approve', STAFF),
  row('api.admin.users_.$id_.reject', 'PUT', '/api/admin/users/{pending}/reject', STAFF),
];

let number = 0;

/** A row's request, with what stands for something made. */
export function filled(
  server: PeopledServer,
  { path, json, form, body, headers }: Pick<Row, 'path'> & Body,
): Pick<Row, 'path'> & Body {
  const made = new Map<string, string>();
  const make = (what: string): string => {
    switch (what) {
      case 'deal':
        return String(server.addPipeline());
      case 'other':
        return String(server.addPipeline());
      case 'merge':
        return String(server.addMerge().merge);
      case 'merged':
        server.addPipeline();
        return String(server.addMerge().loser);
      case 'note':
        return String(server.addNote());
      case 'contact':
        return String(server.addContact());
      case 'file':
        return String(server.addFile());
      case 'task':
        return String(server.addTask());
      case 'change':
        return String(server.addChange());
      case 'evaluated':
        return String(
          server.sql
            .prepare('select updated_at from evaluations order by pipeline_id desc limit 1')
            .pluck()
            .get(),
        );
      case 'share':
        return String(server.addShare().id);
      case 'outsider': {
        server.addPipeline();
        const { key, file } = server.addShare();
        made.set('sent', String(file));
        return key;
      }
      case 'memberId':
        return server.ids.member;
      case 'calendar':
        return server.addCalendar();
      case 'account':
        return server.addAccount();
      case 'pending':
        return server.addAccount('pending');
      case 'manager':
        return promoted(server, server.addAccount());
      case 'secured':
        return secured(server, server.addAccount());
      case 'late':
        return server.addLateForm();
      case 'trash':
        return String(server.addTrash());
      case 'columns':
        return String(server.addImport('columns'));
      case 'preview':
        return String(server.addImport('preview'));
      case 'imported':
        return String(server.addImport('done'));
      case 'giver':
        return server.addHandOver();
      case 'token':
        return String(server.addToken());
      case 'view':
        return String(server.addView(false));
      case 'shared':
        return String(server.addView(true, 'manager'));
      case 'nobodys':
        return String(server.addView(true));
      case 'act':
        return server.addAct();
      case 'unsubscribe':
        return server.addSubscription();
      case 'key':
        return server.addPasswordLink();
      case 'ownerId':
        return server.ids.owner;
      default:
        return String(++number);
    }
  };
  const fill = (text: string) =>
    text.replace(/\{([a-zA-Z]+)\}/g, (_, what: string) => {
      if (!made.has(what)) made.set(what, make(what));
      return made.get(what)!;
    });
  const all = <T>(values: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? (value === OTHER ? Number(fill(value)) : fill(value)) : value,
      ]),
    );
  return {
    path: fill(path),
    json: json && all(json),
    form:
      form &&
      Object.fromEntries(Object.entries(all(form)).map(([name, value]) => [name, String(value)])),
    ...(body !== undefined && { body: fill(body), headers }),
  };
}

function promoted(server: PeopledServer, id: string): string {
  server.sql.prepare("update users set role = 'manager' where id = ?").run(id);
  return id;
}

/** With a passkey. */
function secured(server: PeopledServer, id: string): string {
  server.sql
    .prepare(
      "insert into passkeys (id, user_id, name, public_key, counter, created_at) values (?, ?, 'Phone', 'x', 0, 0)",
    )
    .run(`passkey of ${id}`, id);
  return id;
}

/** The same address as Remix's scripts ask for it; with `route`, for that route alone. */
export function dataAddress(path: string, route?: string): string {
  const [pathname, search] = path.split('?', 2) as [string, string?];
  const query = [search, route && `_routes=${encodeURIComponent(`routes/${route}`)}`]
    .filter(Boolean)
    .join('&');
  return `${pathname === '/' ? '/_root' : pathname}.data${query && `?${query}`}`;
}
