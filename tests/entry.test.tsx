import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { describe, expect, test } from 'vitest';
import * as entry from '~/entry.server';

/** Remix with our entry and one route, whose data is a Map: allowed here, and `{}` to JSON. */
let owners = new Map<string, number>();
const loader = () => ({ owners });

function Owners() {
  const data = useLoaderData<typeof loader>();
  return <p>{[...data.owners].map(([name, deals]) => `${name}: ${deals}`).join()}</p>;
}

const build: ServerBuild = {
  entry: { module: entry as ServerBuild['entry']['module'] },
  routes: { root: { id: 'root', path: '', module: { default: Owners, loader } } },
  assets: {
    version: '',
    url: '',
    entry: { module: '', imports: [] },
    routes: {
      root: {
        id: 'root',
        path: '',
        module: '',
        hasLoader: true,
        hasAction: false,
        hasErrorBoundary: false,
        hasClientAction: false,
        hasClientLoader: false,
      },
    },
  },
  assetsBuildDirectory: '',
  publicPath: '/',
  basename: '/',
  isSpaMode: false,
  mode: 'production',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
};
const ask = createRequestHandler(build, 'production');
const page = async (nonce: string) =>
  (await ask(new Request('http://localhost:3000/'), { nonce })).text();

describe('server rendering (rule 12.12)', () => {
  test('a page renders what its loader returned for any type', async () => {
    owners = new Map([['Ana', 3]]);
    expect(await page('first')).toContain('<p>Ana: 3</p>');
    owners = new Map([['Ana', 4]]);
    expect(await page('second')).toContain('<p>Ana: 4</p>');
  });
});
