import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { getOpenApiDocument } from '~/routes/api.openapi[.]json/document.server';

const BASE = 'http://localhost:3000/api/openapi.json';
const OTHERS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let ajv: Ajv2020 | undefined;

function createAjv(): Ajv2020 {
  const opened = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(opened);
  for (const word of ['openapi', 'info', 'security', 'paths', 'components'])
    opened.addKeyword(word);
  return opened.addSchema(getOpenApiDocument(), BASE);
}

export function getValidatorAt(...keys: string[]): ValidateFunction {
  ajv ??= createAjv();
  const pointer = keys
    .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.getSchema(`${BASE}#/${pointer}`);
  if (!validate) throw new Error(`The description has no ${keys.join(' ')}.`);
  return validate as ValidateFunction;
}

/** Finds the described path of an address; one without an id comes first. */
export function findPathTemplate(address: string): string | undefined {
  const path = address.split('?', 1)[0]!;
  const fits = Object.keys(getOpenApiDocument().paths).filter((template) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return fits.sort((left, right) => left.split('{').length - right.split('{').length)[0];
}

/** Fails for undocumented answers: their address, method, status, body or a missing header. */
export async function expectDocumented(
  method: string,
  address: string,
  answer: Response,
): Promise<void> {
  const message = `${method} ${address} answers ${answer.status}`;
  const template = findPathTemplate(address);
  const item = template === undefined ? {} : getOpenApiDocument().paths[template]!;
  const described = OTHERS.filter((name) => name.toLowerCase() in item);
  if (!described.includes(method)) {
    expect([answer.status, answer.headers.get('Allow')], message).toEqual(
      template === undefined ? [404, null] : [405, described.join(', ')],
    );
    return expectValid(
      getValidatorAt('components', 'schemas', 'Refusal'),
      await answer.clone().json(),
      message,
    );
  }
  // Tests get the body of GET for HEAD, too.
  const operation = method === 'HEAD' ? 'get' : (method.toLowerCase() as 'get');
  const response = item[operation]!.responses[answer.status];
  expect(response, `${message}, which is not described`).toBeDefined();
  for (const name of Object.keys(response!.headers ?? {}))
    expect(answer.headers.get(name), `${message}, ${name}`).toEqual(expect.any(String));
  const type = answer.headers.get('Content-Type')?.split(';', 1)[0];
  const types = Object.keys(response!.content ?? {});
  if (types[0] !== '*/*') expect(type ? [type] : [], `${message}, its type`).toEqual(types);
  if (type === 'application/json')
    expectValid(
      getValidatorAt(
        'paths',
        template!,
        operation,
        'responses',
        String(answer.status),
        'content',
        type,
        'schema',
      ),
      await answer.clone().json(),
      message,
    );
}

function expectValid(validate: ValidateFunction, body: unknown, message: string): void {
  expect(
    validate(body) ? [] : validate.errors,
    `${message}, ${JSON.stringify(body).slice(0, 500)}`,
  ).toEqual([]);
}
