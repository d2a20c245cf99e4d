import type { ToasterProps } from 'sonner';
import { describe, expect, test, vi } from 'vitest';
import Toaster from '~/ui/toast/toaster';
import { renderRoute } from '../support/render-screen';

// Checks the props, since sonner renders nothing without a toast and a browser.
vi.mock('sonner', () => ({
  toast: {},
  Toaster: (props: ToasterProps) => <output>{JSON.stringify(props)}</output>,
}));

describe('toasts (rule 12.6)', () => {
  test('toasts show one at a time for 5 s, and F8 focuses them', async () => {
    const html = await renderRoute(
      [{ id: 'root', path: '*', element: <Toaster toast={{ title: 'Saved' }} /> }],
      '/',
    );
    const props = JSON.parse(
      /<output>(.*)<\/output>/.exec(html)![1]!.replaceAll('&quot;', '"'),
    ) as ToasterProps;
    expect(props).toMatchObject({
      visibleToasts: 1,
      duration: 5000,
      swipeDirections: ['right'],
      hotkey: ['F8'],
      style: { '--width': 'min(320px, calc(100vw - 32px))' },
    });
  });
});
