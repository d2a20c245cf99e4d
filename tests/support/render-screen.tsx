import { Outlet } from '@remix-run/react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
// What @remix-run/react is made of, and brings along.
import type { RouteObject } from 'react-router-dom';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from 'react-router-dom/server';
import { loader as rootLoader } from '~/root';
import { call } from './cast';

interface Screen {
  loader?: unknown;
  action?: unknown;
  default: ComponentType;
}
type Sent = NonNullable<Parameters<typeof call>[3]>;

/** A screen as the server renders it, without the document around it; with `form` or `file`, as it comes back from a refused post. */
export async function renderScreen(route: Screen, path: string, sent: Sent = {}): Promise<string> {
  const dataOf = async (module: object, method: string, more: Sent) =>
    (await call(module, method, path, more)).json() as Promise<object>;
  const reading = { ...sent, form: undefined, file: undefined };
  const [root, page] = [
    await dataOf({ loader: rootLoader }, 'GET', reading),
    route.loader ? await dataOf(route, 'GET', reading) : null,
  ];
  const actionData = sent.form || sent.file ? { page: await dataOf(route, 'POST', sent) } : null;
  const Page = route.default;
  return renderRoute(
    [
      {
        id: 'root',
        loader: () => root,
        element: <Outlet />,
        children: [{ id: 'page', path: '*', loader: () => page, element: <Page /> }],
      },
    ],
    path,
    actionData,
  );
}

/** What React makes of a route without effects, as on the server. */
export async function renderRoute(
  routes: RouteObject[],
  path: string,
  actionData: Record<string, unknown> | null = null,
): Promise<string> {
  const handler = createStaticHandler(routes);
  const read = await handler.query(new Request(`http://localhost:3000${path}`));
  if (read instanceof Response) throw new Error(`${path} answers ${read.status}.`);
  const context = { ...read, actionData };
  return renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** What is to be read, one piece after the other, set apart by `|`. */
export function readText(html: string): string {
  const text = html
    .replace(/<[^>]+>/g, '|')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!);
  return text.replace(/\s*\|[\s|]*/g, '|');
}

/** The tags of a kind, each as it stands, to look at their attributes. */
export function findTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}[^>]*>`, 'g')) ?? [];
}

const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!);

/** What a browser sends of the form with that field when nothing is changed in it and no button is named. */
export function listSentFields(html: string, field: string): [string, string][] {
  const form = html
    .match(/<form[\s\S]*?<\/form>/g)
    ?.find((markup) => markup.includes(`name="${field}"`));
  const controls = [
    ...(form ?? '').matchAll(/<(input|textarea|select)([^>]*)>(?:([\s\S]*?)<\/\1>)?/g),
  ];
  return controls.flatMap(([, kind, attributes = '', inside = '']): [string, string][] => {
    const read = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
    const name = read(attributes, 'name');
    if (!name || (/type="(checkbox|radio)"/.test(attributes) && !/\bchecked\b/.test(attributes)))
      return [];
    const chosen = /<option[^>]*\bselected\b[^>]*>/.exec(inside)?.[0] ?? '';
    const value = { select: read(chosen, 'value'), textarea: inside.replace(/^\n/, '') }[kind!];
    return [[name, unescapeHtml(value ?? read(attributes, 'value') ?? '')]];
  });
}
