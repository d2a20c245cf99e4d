import { afterEach, describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { getIntakeForEdit, updateIntake } from '~/domain/intake/update.server';
import { hashShownOption, updateOption } from '~/domain/operations/option-list/edit-options.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { createSavedView } from '~/domain/saved-view/create.server';
import { getChangeableSavedView } from '~/domain/saved-view/get.server';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { getUser } from '~/domain/user/get.server';
import { changeRole, changeRoleAndGroup } from '~/domain/user/role.server';
import { parseInput } from '~/errors';
import * as fieldPage from '~/routes/admin_.fields_.$key/route';
import * as intakePage from '~/routes/admin_.intake/route';
import * as listsPage from '~/routes/admin_.lists/route';
import * as userPage from '~/routes/admin_.users_.$id/route';
import * as viewPage from '~/routes/views_.$id';
import { call, createCastForEach } from '../support/cast';
import { resetOptionLists } from '../support/option-lists';
import { listSentFields, renderScreen } from '../support/render-screen';

const people = createCastForEach();
afterEach(resetOptionLists);

type Route = Parameters<typeof renderScreen>[0] & Parameters<typeof call>[0];
type Form = [name: string, value: string][];

interface Conflict {
  /** A field of the form that is sent. */
  field: string;
  typed: Record<string, string>;
  /** Saves meanwhile. */
  colleague: () => Promise<unknown>;
  params?: Record<string, string>;
}

/** Opens a form, is refused because of a colleague, and sends what the page shows then again. */
async function sendAgain(
  route: Route,
  path: string,
  { field, typed, colleague, params }: Conflict,
) {
  const options = { as: people.maren, params };
  const opened = listSentFields(await renderScreen(route, path, options), field);
  await colleague();
  const form = replaceFields(opened, typed);
  const shown = await renderScreen(route, path, { ...options, form });
  expect(shown).toMatch(/in the meantime/);
  const again = replaceFields(listSentFields(shown, field), typed);
  expect((await call(route, 'POST', path, { ...options, form: again })).status).toBe(302);
}

function replaceFields(form: Form, typed: Record<string, string>): Form {
  return [...form.filter(([name]) => !(name in typed)), ...Object.entries(typed)];
}

describe('a refused form that is sent again (rules 9.27, 24.19 and 30.7)', () => {
  test('the page of a user leaves the role that it did not change', async () => {
    const { maren, ben } = people;
    await changeRole(maren, ben.id, 'manager');
    const colleague = () => changeRoleAndGroup(maren, ben.id, { role: 'user', group: 'OnBS' });
    const path = `/admin/users/${ben.id}`;
    const typed = { group: 'Alibaba', intent: 'role and group' };
    await sendAgain(userPage, path, { field: 'role', typed, colleague, params: { id: ben.id } });
    expect(await getUser(ben.id)).toMatchObject({ role: 'user', group: 'Alibaba' });
  });

  test('a custom field keeps choices that it did not name', async () => {
    const field = { name: 'Sector', kind: 'choice', options: ['One', 'Two'] };
    const { key } = await addCustomField(people.maren, parseInput(NewCustomField, field));
    const changes = { name: 'Branch', options: ['One', 'Two', 'Three'], hint: 'Where they sell' };
    const colleague = () => updateCustomField(people.maren, key, changes);
    const path = `/admin/fields/${key}`;
    const typed = { name: 'Trade' };
    await sendAgain(fieldPage, path, { field: 'name', typed, colleague, params: { key } });
    const stored = (await listCustomFields()).find((listed) => listed.key === key);
    expect(stored).toMatchObject({ ...changes, name: 'Trade' });
  });

  test('the intake keeps texts and the pitch page open', async () => {
    const { maren } = people;
    const colleague = () =>
      updateIntake(maren, { pitch: true, fundName: 'Quillmoor', thanks: 'Thanks!' });
    const typed = { fundName: 'Corvane' };
    await sendAgain(intakePage, '/admin/intake', { field: 'fundName', typed, colleague });
    const stored = await getIntakeForEdit(maren);
    expect(stored).toMatchObject({ pitch: true, fundName: 'Corvane', thanks: 'Thanks!' });
  });

  test('an option keeps days that it did not name', async () => {
    const { maren } = people;
    const listMeetings = async () => (await getOptionLists()).listOptions('meetings');
    const { id } = (await listMeetings()).find(({ name }) => name === '90 days')!;
    const save = (form: Record<string, string>) =>
      call(listsPage, 'POST', '/admin/lists', { as: maren, form });
    const opened = { do: 'save', list: 'meetings', id: String(id), days: '90' };
    const seen = hashShownOption({ name: '90 days', days: 90 });
    const typed = { ...opened, name: 'A quarter', seen };
    await updateOption(maren, id, { name: '3 months', days: 92 });
    const refused = await save(typed);
    expect(refused.status).toBe(409);
    const { sent } = (await refused.json()) as { sent: Record<string, string> };
    expect((await save(sent)).status).toBe(302);
    const stored = (await listMeetings()).find((option) => option.id === id);
    expect(stored).toMatchObject({ name: 'A quarter', days: 92 });
  });

  test('zero days and no days are told apart', async () => {
    const { maren } = people;
    const listMeetings = async () => (await getOptionLists()).listOptions('meetings');
    const { id } = (await listMeetings()).find(({ name }) => name === '90 days')!;
    const seen = hashShownOption({ name: '90 days', days: 0 });
    const form = { do: 'save', list: 'meetings', id: String(id), name: '90 days', days: '', seen };
    const refused = await call(listsPage, 'POST', '/admin/lists', { as: maren, form });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { errors: [{ path: 'days', message: expect.stringContaining('“90”') as unknown }] },
    ]);
  });

  test('a view that is not shared any more stays private', async () => {
    const { maren } = people;
    const { id } = await createSavedView(maren, {
      list: '/dashboard',
      name: 'Mine',
      isShared: true,
      search: 'round=A',
      density: null,
      columns: null,
    });
    const colleague = () => updateSavedView(maren, id, { name: 'Round A', isShared: false });
    const options = { field: 'name', typed: { name: 'Series A' }, params: { id: String(id) } };
    await sendAgain(viewPage, `/views/${id}`, { ...options, colleague });
    const stored = await getChangeableSavedView(maren, id);
    expect(stored).toMatchObject({ name: 'Series A', isShared: false });
  });
});
