import { type EditableCell, formatCellParam } from '~/domain/deal/editable-cells';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { SHARE_PARTS } from '~/domain/share/parts';
import {
  type AccessRow,
  accessRow,
  type Answers,
  type Body,
  type ExpectedAnswer,
  OTHER,
} from './access-requests';
import { ADMIN } from './running-server';

/** A message to the assistant's address, where sessions count for nothing. */
const GET_DEAL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_deal', arguments: { id: 1 } },
};

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
const UPLOAD = upload('deals.csv', 'Company,CEO\r\nNew,Ada');
const FILE = upload('deck {n}.pdf', 'Deck {n}');
/** Gives what each cell of a list holds at first, and a value to save. */
const CELLS: Record<EditableCell, { seen: string; value: string }> = {
  stage: { seen: 'New', value: 'Met' },
  owner: { seen: 'owner@demo.example', value: ADMIN.email },
  round: { seen: '', value: 'Seed' },
  meeting: { seen: '', value: '30 days' },
};
const listCellRows = (list: string, answers: (cell: EditableCell) => [Answers, Answers]) =>
  (Object.keys(CELLS) as EditableCell[]).flatMap((cell) => {
    const [read, saved] = answers(cell);
    const form = { intent: 'cell', cell, id: '{deal}', ...CELLS[cell] };
    const param = formatCellParam(cell, 0).replace('0', '{deal}');
    return [
      accessRow('GET', `${list}?change=${param}`, read),
      accessRow('POST', list, saved, { form }),
    ];
  });
const ALL_PARTS = Object.fromEntries(SHARE_PARTS.map((part) => [part, 'on']));
const MESSAGE = 'From: noor@wickham.example\r\nSubject: Round {n}\r\n\r\nHello {n}';
const EMAIL: Body = { body: MESSAGE, headers: { 'Content-Type': 'message/rfc822' } };
const EMAIL_FORM = upload('round {n}.eml', MESSAGE);
const EVALUATION = Object.fromEntries(CRITERIA.map(({ key }) => [key, '7']));

const repeatForAll = (answer: ExpectedAnswer): Answers => [
  answer,
  answer,
  answer,
  answer,
  answer,
  answer,
];
const FOR_ALL = repeatForAll(200);
const REDIRECTED = repeatForAll(302);
const NOT_DONE = repeatForAll('refused');
const NOT_FOUND = repeatForAll(404);
const NOT_ALLOWED = repeatForAll(405);
const SIGNED_OUT_ONLY: Answers = [200, 302, 302, 302, 302, 302];
const SIGNED_IN: Answers = [401, 200, 200, 200, 200, 200];
const SIGNED_IN_MOVED: Answers = [401, 302, 302, 302, 302, 302];
const SIGNED_IN_ADDED: Answers = [401, 201, 201, 201, 201, 201];
const SIGNED_IN_NOT_DONE: Answers = [401, 'refused', 'refused', 'refused', 'refused', 'refused'];
const STAFF: Answers = [401, 403, 403, 403, 200, 200];
const STAFF_ADDED: Answers = [401, 403, 403, 403, 201, 201];
const STAFF_MOVED: Answers = [401, 403, 403, 403, 302, 302];
const ADMIN_ONLY: Answers = [401, 403, 403, 403, 403, 200];
const ADMIN_MOVED: Answers = [401, 403, 403, 403, 403, 302];
const ADMIN_ADDED: Answers = [401, 403, 403, 403, 403, 201];
const ADMIN_NOT_FOUND: Answers = [401, 403, 403, 403, 403, 404];
const NO_MANAGER: Answers = [401, 403, 403, 403, 'refused', 302];
const DEAL: Answers = [401, 200, 200, 404, 200, 200];
const DEAL_MOVED: Answers = [401, 302, 302, 404, 302, 302];
const DEAL_ADDED: Answers = [401, 201, 201, 404, 201, 201];
/** Collaborators may not do this. */
const MANAGERS: Answers = [401, 200, 403, 404, 200, 200];
const MANAGERS_MOVED: Answers = [401, 302, 403, 404, 302, 302];
const MANAGERS_ADDED: Answers = [401, 201, 403, 404, 201, 201];
/** Only the collaborator is asked for a scorecard. */
const EVALUATORS: Answers = [401, 403, 200, 404, 403, 403];
const EVALUATORS_MOVED: Answers = [401, 403, 302, 404, 403, 403];
/** Even staff cannot see others' incomplete imports. */
const OWNER_ONLY: Answers = [401, 200, 404, 404, 404, 404];
const OWNER_ONLY_MOVED: Answers = [401, 302, 404, 404, 404, 404];
const OWNER_ONLY_DONE: Answers = [401, 302, 'refused', 'refused', 'refused', 'refused'];
/** Only authors change a note; who can see the deal can read it. */
const AUTHOR_ONLY: Answers = [401, 200, 403, 404, 403, 403];
const AUTHOR_ONLY_MOVED: Answers = [401, 302, 403, 404, 403, 403];

export const ACCESS_TABLE: AccessRow[] = [
  accessRow('GET', '/', SIGNED_OUT_ONLY),
  accessRow('GET', '/nothing/here', NOT_FOUND),
  accessRow('POST', '/nothing/here', NOT_FOUND, { form: {} }),
  accessRow('GET', '/login', SIGNED_OUT_ONLY),
  accessRow('POST', '/login', REDIRECTED, { form: ADMIN }),
  accessRow('GET', '/login/code', REDIRECTED),
  accessRow('POST', '/login/code', NOT_DONE, { form: { code: '000000' } }),
  accessRow('GET', '/logout', REDIRECTED),
  accessRow('POST', '/logout', REDIRECTED, { form: { from: 'admin' } }),
  accessRow('GET', '/signup', SIGNED_OUT_ONLY),
  accessRow('POST', '/signup', REDIRECTED, SIGNUP),
  accessRow('GET', '/password/{key}', FOR_ALL),
  accessRow('POST', '/password/{key}', REDIRECTED, {
    form: { password: ACCOUNT.password, confirmPassword: ACCOUNT.password },
  }),
  accessRow('GET', '/unsubscribe/{unsubscribe}', FOR_ALL),
  accessRow('POST', '/unsubscribe/{unsubscribe}', FOR_ALL, {
    form: { 'List-Unsubscribe': 'One-Click' },
  }),
  accessRow('GET', '/calendar/{calendar}.ics', FOR_ALL),
  accessRow('GET', '/manifest.webmanifest', FOR_ALL),
  accessRow('GET', '/calendar/unknown.ics', NOT_FOUND),
  accessRow('GET', '/share/{outsider}', FOR_ALL),
  accessRow('GET', '/share/{outsider}/files/{sent}', FOR_ALL),
  accessRow('POST', '/share/{outsider}', NOT_ALLOWED, { form: {} }),
  // Closed until an admin opens it.
  accessRow('GET', '/pitch/thanks', NOT_FOUND),
  accessRow('POST', '/pitch/', NOT_FOUND, { form: { companyName: 'New {n}' } }),
  accessRow('GET', '/settings', REDIRECTED),
  accessRow('POST', '/settings', REDIRECTED, { form: { theme: 'dark' } }),

  accessRow('GET', '/account', SIGNED_IN),
  accessRow('POST', '/account', SIGNED_IN_MOVED, {
    form: { intent: 'name', firstName: 'New', lastName: 'Name{n}' },
  }),
  accessRow('POST', '/account', SIGNED_IN_MOVED, {
    form: { intent: 'review mail', reviewMail: 'on' },
  }),
  accessRow('GET', '/account/tokens', SIGNED_IN),
  accessRow('POST', '/account/tokens', SIGNED_IN, {
    form: { name: 'Token {n}', access: 'write', days: '30' },
  }),
  accessRow('POST', '/account/tokens', OWNER_ONLY_DONE, { form: { intent: 'end', id: '{token}' } }),
  accessRow('GET', '/account/calendar', SIGNED_IN),
  accessRow('POST', '/account/calendar', SIGNED_IN_NOT_DONE, { form: { intent: 'end' } }),
  accessRow('POST', '/account/calendar', SIGNED_IN, { form: {} }),
  accessRow('GET', '/account/two-factor', SIGNED_IN),
  accessRow('POST', '/account/two-factor', SIGNED_IN_MOVED, { form: { intent: 'app' } }),
  accessRow('POST', '/account/two-factor', [401, 400, 400, 400, 400, 400], {
    form: { intent: 'off', current: 'not this one' },
  }),
  accessRow('GET', '/late/{late}', SIGNED_IN_MOVED),
  accessRow('GET', '/deleted', SIGNED_IN),
  accessRow('POST', '/deleted', [401, 302, 'refused', 'refused', 'refused', 302], {
    form: { id: '{trash}' },
  }),
  accessRow('GET', '/import', SIGNED_IN),
  accessRow('POST', '/import', SIGNED_IN_MOVED, UPLOAD),
  accessRow('GET', '/import/template', SIGNED_IN),
  accessRow('GET', '/import/{columns}', OWNER_ONLY),
  accessRow('POST', '/import/{columns}', OWNER_ONLY_MOVED, { form: { do: 'discard' } }),
  accessRow('GET', '/import/{values}/values', OWNER_ONLY),
  accessRow('POST', '/import/{values}/values', [401, 409, 404, 404, 404, 404], { form: {} }),
  accessRow('GET', '/import/{preview}/preview', OWNER_ONLY),
  accessRow('POST', '/import/{preview}/preview', OWNER_ONLY_MOVED, {
    form: { 'choice-1': 'skip' },
  }),
  accessRow('GET', '/import/{preview}/errors', OWNER_ONLY),
  accessRow('GET', '/import/{imported}/result', [401, 200, 404, 404, 200, 200]),
  accessRow('POST', '/import/{imported}/result', [401, 302, 404, 404, 403, 302], { form: {} }),
  accessRow('GET', '/handed-over', REDIRECTED),
  accessRow('POST', '/handed-over', OWNER_ONLY_DONE, {
    form: { by: '{giver}', until: '9999999999999' },
  }),
  accessRow('GET', '/dashboard?details={deal}', SIGNED_IN),
  accessRow('POST', '/dashboard', [401, 302, 302, 'refused', 302, 302], {
    form: { id: '{deal}', evaluationScore: '7' },
  }),
  accessRow('GET', '/dashboard?score={deal}', SIGNED_IN),
  accessRow('GET', '/dashboard?owners', SIGNED_IN),
  accessRow('GET', '/dashboard?late={late}', SIGNED_IN),
  ...listCellRows('/dashboard', (cell) => [
    SIGNED_IN,
    [401, 302, cell === 'owner' ? 'refused' : 302, 'refused', 302, 302],
  ]),
  ...listCellRows('/admin/pipelines', () => [STAFF, STAFF_MOVED]),
  accessRow('GET', '/review?notes=secret', SIGNED_IN),
  accessRow('GET', '/dashboard/print', SIGNED_IN),
  accessRow('GET', '/dashboard/doubles', SIGNED_IN),
  accessRow('GET', '/dashboard/doubles?key=new', SIGNED_IN),
  accessRow('GET', '/dashboard/delete?id={deal}', SIGNED_IN),
  accessRow('POST', '/dashboard/delete', [401, 302, 'refused', 'refused', 302, 302], {
    form: { id: '{deal}' },
  }),
  accessRow('GET', '/selected?id={deal}', SIGNED_IN),
  accessRow('POST', '/selected', [401, 302, 302, 'refused', 302, 302], {
    form: { id: '{deal}', fundingRound: 'CB' },
  }),
  accessRow('GET', '/selected/export', SIGNED_IN),
  accessRow('GET', '/undo', REDIRECTED),
  accessRow('POST', '/undo', OWNER_ONLY_DONE, { form: { act: '{operation}' } }),
  accessRow('GET', '/columns', SIGNED_IN),
  accessRow('POST', '/columns', SIGNED_IN_MOVED, { form: { column: 'score' } }),
  accessRow('GET', '/views', SIGNED_IN),
  accessRow('POST', '/views', OWNER_ONLY_DONE, { form: { intent: 'start', id: '{view}' } }),
  accessRow('POST', '/views', SIGNED_IN_NOT_DONE, { form: { intent: 'share', id: '{view}' } }),
  accessRow('POST', '/views', [401, 'refused', 'refused', 'refused', 302, 302], {
    form: { intent: 'unshare', id: '{shared}' },
  }),
  accessRow('POST', '/views', [401, 'refused', 'refused', 'refused', 'refused', 302], {
    form: { intent: 'unshare', id: '{nobodys}' },
  }),
  accessRow('POST', '/views', [401, 'refused', 'refused', 'refused', 302, 302], {
    form: { intent: 'adopt', id: '{nobodys}' },
  }),
  accessRow('POST', '/views', SIGNED_IN_NOT_DONE, { form: { intent: 'adopt', id: '{shared}' } }),
  accessRow('GET', '/views/new?back=/dashboard', SIGNED_IN),
  accessRow('POST', '/views/new', SIGNED_IN_MOVED, {
    form: { name: 'View {n}', back: '/dashboard?round=Seed' },
  }),
  accessRow('GET', '/views/{view}', OWNER_ONLY),
  accessRow('GET', '/views/{shared}', STAFF),
  accessRow('GET', '/views/{nobodys}', ADMIN_ONLY),
  accessRow('POST', '/views/{view}', OWNER_ONLY_MOVED, { form: { name: 'New {n}' } }),
  accessRow('GET', '/views/{view}/open', OWNER_ONLY_MOVED),
  accessRow('GET', '/views/{shared}/open', SIGNED_IN_MOVED),
  accessRow('GET', '/views/{view}/update', REDIRECTED),
  accessRow('POST', '/views/{view}/update', OWNER_ONLY_MOVED, {
    form: { back: '/dashboard?round=A' },
  }),
  accessRow('POST', '/views/{shared}/update', STAFF_MOVED, {
    form: { back: '/dashboard?round=A' },
  }),
  accessRow('GET', '/views/{view}/delete', OWNER_ONLY),
  accessRow('POST', '/views/{view}/delete', OWNER_ONLY_MOVED, { form: {} }),
  accessRow('GET', '/search?q=new', SIGNED_IN),
  accessRow('GET', '/search/suggest?q=new', SIGNED_IN),
  accessRow('GET', '/add', SIGNED_IN),
  accessRow('POST', '/add', [401, 303, 303, 303, 303, 303], { form: { companyName: 'Quick {n}' } }),
  accessRow('GET', '/pipeline/new', SIGNED_IN),
  accessRow('POST', '/pipeline/new', SIGNED_IN_MOVED, { form: { companyName: 'New {n}' } }),
  accessRow('GET', '/pipeline/{deal}', DEAL),
  accessRow('GET', '/pipeline/{deal}/edit', DEAL),
  accessRow('POST', '/pipeline/{deal}/edit', DEAL_MOVED, {
    form: { companyName: 'Edited {n}', version: '1' },
  }),
  accessRow('GET', '/pipeline/{deal}/evaluation', DEAL),
  accessRow('POST', '/pipeline/{deal}/evaluation', DEAL_MOVED, {
    form: { ...EVALUATION, version: '{evaluated}' },
  }),
  accessRow('GET', '/pipeline/{deal}/notes', DEAL),
  accessRow('POST', '/pipeline/{deal}/notes', DEAL_MOVED, { form: { text: 'Called {n}' } }),
  accessRow('GET', '/pipeline/{deal}/notes/{note}', AUTHOR_ONLY),
  accessRow('POST', '/pipeline/{deal}/notes/{note}', AUTHOR_ONLY_MOVED, {
    form: { text: 'Edited {n}', version: '0' },
  }),
  accessRow('POST', '/pipeline/{deal}/notes/{note}', AUTHOR_ONLY_MOVED, {
    form: { intent: 'delete' },
  }),
  accessRow('GET', '/pipeline/{deal}/contacts', DEAL),
  accessRow('POST', '/pipeline/{deal}/contacts', DEAL_MOVED, { form: { name: 'New {n}' } }),
  accessRow('GET', '/pipeline/{deal}/contacts/{contact}', DEAL),
  accessRow('POST', '/pipeline/{deal}/contacts/{contact}', DEAL_MOVED, {
    form: { name: 'Edited {n}' },
  }),
  accessRow('POST', '/pipeline/{deal}/contacts/{contact}', DEAL_MOVED, {
    form: { intent: 'delete' },
  }),
  accessRow('POST', '/tasks', DEAL_MOVED, { form: { pipelineId: '{deal}', title: 'New {n}' } }),
  accessRow('GET', '/pipeline/{deal}/tasks', DEAL),
  accessRow('POST', '/pipeline/{deal}/tasks', DEAL_MOVED, { form: { title: 'New {n}' } }),
  accessRow('GET', '/pipeline/{deal}/tasks/{task}', DEAL),
  accessRow('POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, { form: { title: 'Edited {n}' } }),
  accessRow('POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, { form: { intent: 'done' } }),
  accessRow('POST', '/pipeline/{deal}/tasks/{task}', DEAL_MOVED, { form: { intent: 'delete' } }),
  accessRow('GET', '/tasks', SIGNED_IN),
  accessRow('GET', '/inbox', STAFF),
  accessRow('GET', '/inbox/{item}', STAFF),
  accessRow('GET', '/inbox/{declined}', STAFF),
  accessRow('POST', '/inbox/{item}', STAFF_MOVED, { form: { intent: 'accept' } }),
  accessRow('POST', '/inbox/{item}', STAFF_MOVED, { form: { intent: 'add {deal}' } }),
  accessRow('POST', '/inbox/{item}', STAFF_MOVED, { form: { intent: 'decline' } }),
  accessRow('POST', '/inbox/{item}', STAFF_MOVED, { form: { intent: 'junk' } }),
  accessRow('POST', '/inbox/{declined}', STAFF_MOVED, { form: { intent: 'reopen' } }),
  accessRow('GET', '/pipeline/{deal}/emails', DEAL),
  accessRow('POST', '/pipeline/{deal}/emails', DEAL_MOVED, EMAIL_FORM),
  accessRow('GET', '/pipeline/{deal}/files', DEAL),
  accessRow('POST', '/pipeline/{deal}/files', DEAL_MOVED, FILE),
  accessRow('GET', '/pipeline/{deal}/files/{file}', DEAL),
  accessRow('POST', '/pipeline/{deal}/files/{file}', DEAL_MOVED, { form: { intent: 'delete' } }),
  accessRow('GET', '/pipeline/{deal}/delete', MANAGERS),
  accessRow('POST', '/pipeline/{deal}/delete', MANAGERS_MOVED, { form: { back: '/dashboard' } }),

  accessRow('GET', '/admin?add', STAFF),
  accessRow('GET', '/admin?manager', STAFF),
  accessRow('POST', '/admin', STAFF_MOVED, { form: { ...ACCOUNT, intent: 'user' } }),
  accessRow('POST', '/admin', ADMIN_MOVED, { form: { intent: 'dismiss first steps' } }),
  accessRow('POST', '/admin', ADMIN_MOVED, { form: { ...ACCOUNT, intent: 'manager' } }),
  accessRow('POST', '/admin', NO_MANAGER, {
    form: { intent: 'group', id: '{account}', group: 'OnBS' },
  }),
  accessRow('GET', '/admin/approvals', STAFF),
  accessRow('POST', '/admin/approvals', STAFF_MOVED, {
    form: { intent: 'approve', id: '{pending}' },
  }),
  accessRow('POST', '/admin/approvals', STAFF_MOVED, {
    form: { intent: 'reject', id: '{pending}' },
  }),
  accessRow('POST', '/admin/approvals', NO_MANAGER, {
    form: { intent: 'approve', id: '{pending}', role: 'manager' },
  }),
  accessRow('GET', '/admin/pipelines?details={deal}', STAFF),
  accessRow('POST', '/admin/pipelines', STAFF_MOVED, {
    form: { id: '{deal}', evaluationScore: '7' },
  }),
  accessRow('GET', '/admin/pipelines/doubles', STAFF),
  accessRow('GET', '/admin/pipelines/doubles?key=new', STAFF),
  accessRow('GET', '/admin/pipelines/delete?id={deal}', STAFF),
  accessRow('POST', '/admin/pipelines/delete', STAFF_MOVED, { form: { id: '{deal}' } }),
  accessRow('GET', '/admin/pipelines/owner?id={deal}', STAFF),
  accessRow('POST', '/admin/pipelines/owner', STAFF_MOVED, {
    form: { id: '{deal}', owner: ADMIN.email },
  }),
  accessRow('GET', '/admin/users/delete?id={account}', STAFF),
  accessRow('POST', '/admin/users/delete', STAFF_MOVED, { form: { id: '{account}' } }),
  accessRow('POST', '/admin/users/delete', NO_MANAGER, { form: { id: '{manager}' } }),
  accessRow('GET', '/admin/users/{account}', STAFF),
  accessRow('GET', '/admin/users/{account}/offboard', STAFF),
  accessRow('POST', '/admin/users/{account}/offboard', STAFF_MOVED, {
    form: { outcome: 'disable' },
  }),
  accessRow('GET', '/admin/users/{manager}/offboard', ADMIN_ONLY),
  accessRow('POST', '/admin/users/{manager}/offboard', [401, 403, 403, 403, 403, 302], {
    form: { outcome: 'delete' },
  }),
  accessRow('POST', '/admin/users/{account}', STAFF_MOVED, { form: { intent: 'disable' } }),
  accessRow('POST', '/admin/users/{manager}', NO_MANAGER, { form: { intent: 'disable' } }),
  accessRow('POST', '/admin/users/{account}', NO_MANAGER, {
    form: { intent: 'role and group', role: 'manager', group: 'OnBS' },
  }),
  accessRow('POST', '/admin/users/{account}', STAFF, { form: { intent: 'link' } }),
  accessRow('POST', '/admin/users/{manager}', ADMIN_ONLY, { form: { intent: 'link' } }),
  accessRow('POST', '/admin/users/{secured}', NO_MANAGER, {
    form: { intent: 'reset-second-factor' },
  }),
  accessRow('GET', '/pipeline/{deal}/history', DEAL),
  accessRow('POST', '/pipeline/{deal}/history', [401, 404, 404, 404, 404, 404], {
    form: { change: '999999999', field: 'comments' },
  }),
  accessRow('GET', '/pipeline/{deal}/history/{change}', DEAL),
  accessRow('GET', '/pipeline/{deal}/owner', MANAGERS),
  accessRow('POST', '/pipeline/{deal}/owner', MANAGERS_MOVED, { form: { owner: ADMIN.email } }),
  accessRow('GET', '/pipeline/{deal}/memo', DEAL),
  accessRow('POST', '/pipeline/{deal}/memo', DEAL_MOVED, { form: { title: 'New {n}' } }),
  accessRow('GET', '/pipeline/{deal}/memo/preview', DEAL_MOVED),
  accessRow('POST', '/pipeline/{deal}/memo/preview', DEAL, { form: { title: 'New {n}' } }),
  accessRow('GET', '/pipeline/{deal}/memo/{memo}', DEAL),
  accessRow('GET', '/pipeline/{deal}/decisions/{decision}', DEAL),
  accessRow('POST', '/pipeline/{deal}/decisions/{decision}', DEAL_MOVED, {
    form: { outcome: 'grew' },
  }),
  accessRow('GET', '/pipeline/{deal}/share', MANAGERS),
  accessRow('GET', '/pipeline/{deal}/share/preview', MANAGERS),
  accessRow(
    'GET',
    `/pipeline/{deal}/share/preview?${new URLSearchParams(ALL_PARTS).toString()}`,
    MANAGERS,
  ),
  accessRow('POST', '/pipeline/{deal}/share', MANAGERS, { form: { facts: 'on' } }),
  accessRow('POST', '/pipeline/{deal}/share', MANAGERS, { form: ALL_PARTS }),
  accessRow('POST', '/pipeline/{deal}/share', MANAGERS_MOVED, { form: { end: '{share}' } }),
  accessRow('GET', '/pipeline/{deal}/merge', MANAGERS),
  accessRow('GET', '/pipeline/{deal}/merge?other={other}', MANAGERS),
  accessRow('POST', '/pipeline/{deal}/merge', MANAGERS_MOVED, {
    form: { other: '{other}', version: '1', otherVersion: '1' },
  }),
  accessRow('GET', '/pipeline/{deal}/merge/{merge}', MANAGERS),
  accessRow('POST', '/pipeline/{deal}/merge/{merge}', MANAGERS_MOVED, { form: { back: '/' } }),
  accessRow('GET', '/pipeline/{merged}', DEAL_MOVED),
  accessRow('GET', '/pipeline/{deal}/rounds', DEAL),
  accessRow('POST', '/pipeline/{deal}/rounds', MANAGERS_MOVED, {
    form: { userIds: '{memberId}', until: '2199-12-31' },
  }),
  accessRow('GET', '/pipeline/{deal}/round/{round}', DEAL),
  accessRow('POST', '/pipeline/{deal}/round/{round}', MANAGERS_MOVED, {
    form: { intent: 'close' },
  }),
  accessRow('GET', '/pipeline/{deal}/scorecard?round={round}', EVALUATORS),
  accessRow('POST', '/pipeline/{deal}/scorecard?round={round}', EVALUATORS_MOVED, {
    form: { marketSize: '7', intent: 'submit' },
  }),
  accessRow('GET', '/pipeline/{deal}/members', DEAL),
  accessRow('POST', '/pipeline/{deal}/members', MANAGERS_MOVED, { form: { owner: ADMIN.email } }),
  accessRow('POST', '/pipeline/{deal}/members', MANAGERS_MOVED, { form: { remove: '{memberId}' } }),
  accessRow('GET', '/board', SIGNED_IN),
  accessRow('GET', '/insights', SIGNED_IN),
  accessRow('GET', '/insights/csv', SIGNED_IN),
  accessRow('GET', '/pipeline/{deal}/stage', DEAL),
  accessRow('POST', '/pipeline/{deal}/stage', DEAL_MOVED, { form: { stage: 'Met' } }),
  accessRow('GET', '/pipeline/{deal}/met', DEAL),
  accessRow('POST', '/pipeline/{deal}/met', DEAL_MOVED, {
    form: { seen: 'none', note: 'Met {n}' },
  }),
  accessRow('GET', '/pipeline/{deal}/later', DEAL),
  accessRow('POST', '/pipeline/{deal}/later', DEAL_MOVED, {
    form: { seen: 'none', nextMeetingDate: '30 days' },
  }),
  accessRow('GET', '/admin/history', ADMIN_ONLY),
  accessRow('GET', '/admin/history/{change}', ADMIN_ONLY),
  accessRow('GET', '/admin/pipelines/print', STAFF),
  accessRow('GET', '/admin/history/export', ADMIN_ONLY),
  accessRow('GET', '/filters', SIGNED_IN),
  accessRow('GET', '/admin/fields', ADMIN_ONLY),
  accessRow('POST', '/admin/fields', ADMIN_MOVED, {
    form: { do: 'add', name: 'Field {n}', kind: 'text' },
  }),
  accessRow('GET', '/admin/fields/none', ADMIN_NOT_FOUND),
  accessRow('POST', '/admin/fields/none', ADMIN_NOT_FOUND, { form: { name: 'Field {n}' } }),
  accessRow('GET', '/admin/lists', ADMIN_ONLY),
  accessRow('POST', '/admin/lists', ADMIN_MOVED, {
    form: { do: 'add', list: 'reasons', name: 'Reason {n}' },
  }),
  accessRow('GET', '/admin/lists/1', ADMIN_ONLY),
  accessRow('POST', '/admin/lists/1', [401, 403, 403, 403, 403, 400], {
    form: { replacement: 'no stage, and {deal} is in this one' },
  }),
  accessRow('GET', '/admin/intake', ADMIN_ONLY),
  accessRow('POST', '/admin/intake', ADMIN_MOVED, {
    form: { triage: 'staff', blocked: 'sales-{n}@spam.example' },
  }),
  accessRow('GET', '/admin/system', ADMIN_ONLY),
  accessRow('POST', '/admin/system', ADMIN_MOVED, { form: { intent: 'back up' } }),
  accessRow('GET', '/admin/trash', ADMIN_ONLY),
  accessRow('POST', '/admin/trash', [401, 403, 403, 403, 403, 'refused'], {
    form: { id: '999999999' },
  }),
  accessRow('GET', '/admin/users/{account}/delete', STAFF),
  accessRow('POST', '/admin/users/{account}/delete', STAFF_MOVED, { form: { back: '/admin' } }),
  accessRow('GET', '/admin/users/{manager}/delete', ADMIN_ONLY),
  accessRow('POST', '/admin/users/{manager}/delete', NO_MANAGER, { form: { back: '/admin' } }),

  accessRow('GET', '/mcp', repeatForAll(405)),
  accessRow('POST', '/mcp', repeatForAll(401), { json: GET_DEAL }),
  accessRow('GET', '/api/nothing/here', NOT_FOUND),
  accessRow('POST', '/api/nothing/here', NOT_FOUND, { json: {} }),
  accessRow('GET', '/api/openapi.json', FOR_ALL),
  accessRow('GET', '/api/login?to=/account', REDIRECTED),
  accessRow('POST', '/api/auth/login', FOR_ALL, { json: ADMIN }),
  accessRow('POST', '/api/auth/logout', FOR_ALL),
  accessRow('POST', '/api/auth/signup', [201, 201, 201, 201, 201, 201], { json: ACCOUNT }),
  accessRow('GET', '/api/auth/user', SIGNED_IN),
  accessRow('GET', '/api/users', SIGNED_IN),
  accessRow('GET', '/api/pipelines?userId={ownerId}', SIGNED_IN),
  accessRow('POST', '/api/pipelines', SIGNED_IN_ADDED, { json: { companyName: 'New' } }),
  accessRow('GET', '/api/pipelines/{deal}', DEAL),
  accessRow('PUT', '/api/pipelines/{deal}', DEAL, { json: { comments: 'Edited' } }),
  accessRow('DELETE', '/api/pipelines/{deal}', MANAGERS),
  accessRow('GET', '/api/pipelines/{deal}/evaluation', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/evaluation', DEAL, { json: { marketSize: 9 } }),
  accessRow('GET', '/api/pipelines/{deal}/shares', MANAGERS),
  accessRow('POST', '/api/pipelines/{deal}/shares', MANAGERS_ADDED, { json: { facts: true } }),
  accessRow('POST', '/api/pipelines/{deal}/shares', MANAGERS_ADDED, {
    json: Object.fromEntries(SHARE_PARTS.map((part) => [part, true])),
  }),
  accessRow('DELETE', '/api/pipelines/{deal}/shares/{share}', MANAGERS),
  accessRow('POST', '/api/pipelines/{deal}/merge', MANAGERS_ADDED, { json: { otherId: OTHER } }),
  accessRow('DELETE', '/api/pipelines/{deal}/merge/{merge}', MANAGERS),
  accessRow('GET', '/api/pipelines/{merged}', DEAL_MOVED),
  accessRow('GET', '/api/pipelines/{deal}/rounds', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/rounds', MANAGERS_ADDED, {
    json: { userIds: ['{memberId}'], until: '2199-12-31' },
  }),
  accessRow('GET', '/api/pipelines/{deal}/rounds/{round}', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/rounds/{round}/close', MANAGERS),
  accessRow('PUT', '/api/pipelines/{deal}/rounds/{round}/card', EVALUATORS, {
    json: { scores: { marketSize: 7 }, submit: true },
  }),
  accessRow('POST', '/api/pipelines/{deal}/rounds/{round}/card/recuse', EVALUATORS, {
    json: { reason: 'A relative of mine founded it' },
  }),
  accessRow('GET', '/api/pipelines/{deal}/members', DEAL),
  accessRow('PUT', '/api/pipelines/{deal}/members', MANAGERS, { json: { userIds: [] } }),
  accessRow('GET', '/api/pipelines/{deal}/contacts', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/contacts', DEAL_ADDED, { json: { name: 'New {n}' } }),
  accessRow('GET', '/api/pipelines/{deal}/contacts/{contact}', DEAL),
  accessRow('PUT', '/api/pipelines/{deal}/contacts/{contact}', DEAL, {
    json: { name: 'Edited {n}' },
  }),
  accessRow('DELETE', '/api/pipelines/{deal}/contacts/{contact}', DEAL),
  accessRow('GET', '/api/tasks', SIGNED_IN),
  accessRow('GET', '/api/pipelines/{deal}/tasks', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/tasks', DEAL_ADDED, { json: { title: 'New {n}' } }),
  accessRow('GET', '/api/pipelines/{deal}/tasks/{task}', DEAL),
  accessRow('PUT', '/api/pipelines/{deal}/tasks/{task}', DEAL, { json: { title: 'Edited {n}' } }),
  accessRow('DELETE', '/api/pipelines/{deal}/tasks/{task}', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/emails', DEAL_ADDED, EMAIL),
  accessRow('GET', '/api/inbox?limit=1', STAFF),
  accessRow('POST', '/api/inbox', SIGNED_IN_ADDED, { json: { companyName: 'New {n}' } }),
  accessRow('POST', '/api/inbox/email', SIGNED_IN_ADDED, EMAIL),
  accessRow('GET', '/api/inbox/{item}', STAFF),
  accessRow('GET', '/api/inbox/{item}/files/{itemFile}', STAFF),
  accessRow('POST', '/api/inbox/{item}/accept', STAFF_ADDED, { json: {} }),
  accessRow('POST', '/api/inbox/{item}/decline', STAFF, { json: { reason: 'Too early' } }),
  accessRow('POST', '/api/inbox/{item}/junk', STAFF, { json: { blockSender: false } }),
  accessRow('POST', '/api/inbox/{declined}/reopen', STAFF),
  accessRow('GET', '/api/pipelines/{deal}/files', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/files', DEAL_ADDED, FILE),
  accessRow('GET', '/api/pipelines/{deal}/files/{file}', DEAL),
  accessRow('DELETE', '/api/pipelines/{deal}/files/{file}', DEAL),
  accessRow('GET', '/api/pipelines/{deal}/notes', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/notes', DEAL_ADDED, { json: { text: 'Called {n}' } }),
  accessRow('GET', '/api/pipelines/{deal}/notes/{note}', DEAL),
  accessRow('PUT', '/api/pipelines/{deal}/notes/{note}', AUTHOR_ONLY, {
    json: { text: 'Edited {n}' },
  }),
  accessRow('DELETE', '/api/pipelines/{deal}/notes/{note}', AUTHOR_ONLY),
  accessRow('GET', '/api/fields', SIGNED_IN),
  accessRow('POST', '/api/fields', ADMIN_ADDED, { json: { name: 'Field {n}', kind: 'text' } }),
  accessRow('PUT', '/api/fields/none', ADMIN_NOT_FOUND, { json: { name: 'Field {n}' } }),
  accessRow('DELETE', '/api/fields/none', ADMIN_NOT_FOUND),
  accessRow('GET', '/api/pipelines/{deal}/decisions', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/decisions', DEAL_ADDED, { json: { stage: 'Passed' } }),
  accessRow('PUT', '/api/pipelines/{deal}/decisions/{decision}', DEAL, {
    json: { outcome: 'grew' },
  }),
  accessRow('GET', '/api/pipelines/{deal}/memos', DEAL),
  accessRow('POST', '/api/pipelines/{deal}/memos', DEAL_ADDED, { json: { title: 'New {n}' } }),
  accessRow('GET', '/api/pipelines/{deal}/memos/{memo}', DEAL),
  accessRow('GET', '/api/insights?by=owner', SIGNED_IN),
  accessRow('GET', '/api/insights?by=outcome', SIGNED_IN),
  accessRow('GET', '/api/insights?by=evaluator', SIGNED_IN),
  accessRow('GET', '/api/stages', SIGNED_IN),
  accessRow('GET', '/api/pipelines/export', SIGNED_IN),
  accessRow('POST', '/api/pipelines/import', SIGNED_IN_ADDED, {
    body: 'Company\nImported {n}\n',
    headers: { 'Content-Type': 'text/csv' },
  }),
  accessRow('GET', '/api/review?userId={ownerId}', SIGNED_IN),
  accessRow('GET', '/api/imports', SIGNED_IN),
  accessRow('GET', '/api/imports/{imported}', [401, 200, 404, 404, 200, 200]),
  accessRow('DELETE', '/api/imports/{imported}', [401, 200, 404, 404, 403, 200]),
  accessRow('GET', '/api/admin/pipelines', STAFF),
  accessRow('DELETE', '/api/admin/pipelines/{deal}', STAFF),
  accessRow('GET', '/api/admin/users', ADMIN_ONLY),
  accessRow('POST', '/api/admin/users', [401, 403, 403, 403, 201, 201], { json: ACCOUNT }),
  accessRow('POST', '/api/admin/users/manager', ADMIN_ADDED, { json: ACCOUNT }),
  accessRow('DELETE', '/api/admin/users/{account}', STAFF),
  accessRow('DELETE', '/api/admin/users/{manager}', ADMIN_ONLY),
  accessRow('PUT', '/api/admin/users/{account}/group', ADMIN_ONLY, { json: { group: 'OnBS' } }),
  accessRow('PUT', '/api/admin/users/{account}/role', ADMIN_ONLY, { json: { role: 'admin' } }),
  accessRow('PUT', '/api/admin/users/{pending}/approve', STAFF),
  accessRow('PUT', '/api/admin/users/{pending}/reject', STAFF),
];
