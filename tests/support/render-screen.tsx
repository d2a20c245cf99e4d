import { Outlet } from '@remix-run/react';
import type { ComponentType, ReactElement } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
// @remix-run/react is built on this package and installs it.
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

/**
 * Renders a screen as the server does, without the document; with `form` or `file`, as it returns
 * from a refused post.
 */
export async function renderScreen(route: Screen, path: string, sent: Sent = {}): Promise<string> {
  const readData = async (module: object, method: string, more: Sent) =>
    (await call(module, method, path, more)).json() as Promise<object>;
  const readRequest = { ...sent, form: undefined, file: undefined };
  const root = await readData({ loader: rootLoader }, 'GET', readRequest);
  const page = route.loader ? await readData(route, 'GET', readRequest) : null;
  const actionData = sent.form || sent.file ? { page: await readData(route, 'POST', sent) } : null;
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

export async function renderRoute(
  routes: RouteObject[],
  path: string,
  actionData: Record<string, unknown> | null = null,
): Promise<string> {
  const handler = createStaticHandler(routes);
  const read = await handler.query(new Request(`http://localhost:3000${path}`));
  if (read instanceof Response) throw new Error(`${path} answers ${read.status}.`);
  const context = { ...read, actionData };
  const screen = (
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />
  );
  await loadLazyComponents(screen);
  return renderToStaticMarkup(screen);
}

/** Waits for components that are loaded on demand, as the server does before it sends a page. */
async function loadLazyComponents(screen: ReactElement): Promise<void> {
  await new Promise<void>((resolve) => {
    renderToPipeableStream(screen, { onAllReady: resolve, onError: () => undefined });
  });
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

export function readText(html: string): string {
  const text = html
    .replace(/<[^>]+>/g, '|')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!);
  return text.replace(/\s*\|[\s|]*/g, '|');
}

export function findTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}[^>]*>`, 'g')) ?? [];
}

const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!);

/** Lists the fields that a browser sends of the form with this field if nothing is changed. */
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
