// Serves the floor: the barest Remix page of the same 25 rows, with hydration data, as Remix's
// documentation serves one.
import { createRequestHandler } from '@remix-run/express';
import compression from 'compression';
import express from 'express';
import * as build from '../.data/floor/server/index.js';

const app = express();
app.disable('x-powered-by');
app.use(compression());
app.get('/healthz', (_request, response) => response.send('ok'));
app.use(
  '/assets',
  express.static('bench/.data/floor/client/assets', { immutable: true, maxAge: '1y' }),
);
app.all('*', createRequestHandler({ build, mode: 'production' }));
app.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => process.exit(0));
