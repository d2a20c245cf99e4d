import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { getOpenApiDocument } from '~/routes/api.openapi[.]json/document.server';
import * as route from '~/routes/api.openapi[.]json/route';
import { expectDocumented, findPathTemplate, getValidatorAt } from '../support/api-document';
import { call } from '../support/cast';

const { paths, components } = getOpenApiDocument();
const modules = import.meta.glob<{ loader: unknown; action: unknown }>(
  ['../../app/routes/api.*.ts', '../../app/routes/api.*/route.ts'],
  { eager: true },
);

/** Maps `api.pipelines_.$id.ts` to /api/pipelines/{id}, and `api.$.ts` to every other address. */
function getAddress(file: string): string {
  const name = file.replace('/route.ts', '').split('/').at(-1)!;
  const segments = name.replace(/\.ts$/, '').replaceAll('[.]', '\0').split('.');
  return `/${segments
    .map((segment) =>
      segment
        .replace(/_$/, '')
        .replace(/^\$(\w+)$/, '{$1}')
        .replaceAll('\0', '.'),
    )
    .join('/')}`;
}

describe('/api/openapi.json (rule 11.1)', () => {
  test('the document is public and describes itself', async () => {
    const answer = await call(route, 'GET', '/api/openapi.json');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(getOpenApiDocument());
    expect(getOpenApiDocument()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Deal Pipeline' },
    });
    expect(getOpenApiDocument()).toBe(getOpenApiDocument());
  });

  test('exactly the routes of the API are described', () => {
    expect(readdirSync('app/routes').filter((file) => file.startsWith('api.'))).toHaveLength(
      Object.keys(modules).length,
    );
    expect(
      Object.keys(modules)
        .map(getAddress)
        .filter((address) => address !== '/api/$')
        .sort(),
    ).toEqual(Object.keys(paths).sort());
  });

  test('references resolve and operation names are unique', () => {
    for (const [, name] of JSON.stringify(paths).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(components.schemas!)).toContain(name);
    for (const name of Object.keys(components.schemas!))
      expect(getValidatorAt('components', 'schemas', name)).toBeTypeOf('function');
    const names = Object.values(paths).flatMap(({ parameters: _, ...operations }) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('every id in a path is described', () => {
    for (const [path, { parameters = [] }] of Object.entries(paths))
      expect(parameters.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
  });
});

describe('request bodies (rules 7.1, 7.2, 11.8 and 15.2)', () => {
  const listFields = (name: string) =>
    Object.keys(components.schemas![name]!.properties as object).sort();

  test.each([
    ['PipelineInput', [...DEAL_KEYS, 'fields', 'scoreReason', 'stage'], ['companyName']],
    ['PipelineChanges', [...DEAL_KEYS, 'fields', 'scoreReason', 'stage'], undefined],
    ['EvaluationInput', [...CRITERIA.map(({ key }) => key), ...NOTES_KEYS], undefined],
    ['Login', ['email', 'password', 'code'], ['email', 'password']],
    [
      'Signup',
      ['email', 'password', 'firstName', 'lastName'],
      ['email', 'password', 'firstName', 'lastName'],
    ],
    ['AddUser', ['email', 'password', 'firstName', 'lastName'], ['email', 'password']],
    ['CreateManager', ['email', 'password', 'firstName', 'lastName'], ['email', 'password']],
    ['ChangeGroup', ['group'], ['group']],
    ['ChangeRole', ['role'], ['role']],
  ])('%s lists its fields and the required ones', (name, fields, required) => {
    expect(listFields(name)).toEqual([...fields].sort());
    expect(components.schemas![name]!.required).toEqual(required);
  });

  test.each([
    [
      'PipelineInput',
      {
        companyName: 'X',
        evaluationScore: '7.5',
        industries: ['AI'],
        targetClosingDate: null,
        comments: '',
      },
      true,
    ],
    ['PipelineInput', { companyName: 'x'.repeat(201) }, false],
    ['PipelineInput', {}, false],
    ['PipelineChanges', { evaluationScore: 7 }, true],
    ['EvaluationInput', { marketSize: 5, teamNotes: null, overallScore: 9 }, true],
    ['ChangeGroup', { group: 'Nowhere' }, false],
    ['ChangeRole', { role: 'owner' }, false],
    ['Signup', { email: 'a@x.example', password: 'short', firstName: 'A', lastName: 'B' }, false],
  ])('schema %s validates %j as %s', (name, body, fits) => {
    expect(getValidatorAt('components', 'schemas', name)(body)).toBe(fits);
  });
});

describe('responses validated by every test (rule 11.1)', () => {
  const refused = (method: string, path: string, answer: Response) =>
    expect(expectDocumented(method, path, answer)).rejects.toThrow();

  test('undocumented statuses, bodies and fields are detected', async () => {
    await refused('GET', '/api/users', Response.json({ message: 'x' }, { status: 418 }));
    await refused('GET', '/api/users', Response.json([{ id: 'x' }]));
    await refused(
      'GET',
      '/api/users',
      Response.json([{ id: 'x', firstName: null, email: 'x', password: 'x' }]),
    );
    await refused(
      'GET',
      '/api/users',
      new Response('[]', { headers: { 'Content-Type': 'text/plain' } }),
    );
    await refused('GET', '/api/pipelines', Response.json([]));
    await refused(
      'PATCH',
      '/api/users',
      Response.json({ message: 'x' }, { status: 405, headers: { Allow: 'GET' } }),
    );
    await refused('GET', '/api/nothing', Response.json([]));
    await expectDocumented(
      'GET',
      '/api/users',
      Response.json([{ id: 'x', firstName: null, email: 'x' }]),
    );
    await expectDocumented(
      'GET',
      '/api/pipelines',
      Response.json([], { headers: { 'X-Total-Count': '0' } }),
    );
  });

  test('a fixed last segment is not taken for an id', () => {
    expect(
      [
        '/api/pipelines/export?x=1',
        '/api/pipelines/7',
        '/api/admin/users/manager',
        '/api/pipelines/7/evaluation',
        '/api/openapi.json',
        '/api/x',
      ].map(findPathTemplate),
    ).toEqual([
      '/api/pipelines/export',
      '/api/pipelines/{id}',
      '/api/admin/users/manager',
      '/api/pipelines/{id}/evaluation',
      '/api/openapi.json',
      undefined,
    ]);
  });
});
