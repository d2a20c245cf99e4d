import { PRODUCT_NAME } from '~/ui/layout/document-head';

/** Lets phones put the tracker on the home screen and share pages with it. */
const MANIFEST = {
  name: PRODUCT_NAME,
  short_name: 'Deals',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#4a3fb5',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  share_target: {
    action: '/pipeline/new',
    method: 'GET',
    params: { title: 'companyName', text: 'text', url: 'website' },
  },
};

export function loader(): Response {
  return Response.json(MANIFEST, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=86400',
    },
  });
}
