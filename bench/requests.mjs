// What is asked for. `limit` and `floor` say which of the two answer the same address.
import { inventUsers } from './invented.mjs';
import { ask, PASSWORD } from './servers.mjs';

const SIZE = 25;
export const HEADER_SEARCH = 'Header search, a write every 200 ms';
/** As many matches as the smallest database has, so that the answer is as long from all. */
const FEW = 8;
const WRITE_EVERY = 200;
/** An evaluated deal in every database: the generator's own numbers. */
const DEAL = 500;

const scores = Array.from({ length: 100 }, (_, i) => ({ evaluationScore: i / 10 }));
const logins = [...inventUsers()].map(({ email }) => ({ email, password: PASSWORD }));

/** The requests to a database of this many deals. Without `as` a manager asks, who sees them all. */
export function requests(deals) {
  const last = deals / SIZE;
  const page = { expect: 'Pipeline Dashboard', limit: true, grows: true };
  const list = { expect: '"companyName"', limit: true, grows: true };
  return [
    { name: 'Dashboard', path: `/dashboard?size=${SIZE}`, ...page, floor: true },
    {
      name: 'Dashboard, a write every 200 ms',
      path: `/dashboard?size=${SIZE}`,
      ...page,
      grows: false,
      during: writing,
    },
    {
      name: 'Dashboard of one analyst',
      path: `/dashboard?size=${SIZE}`,
      ...page,
      limit: false,
      as: 'analyst',
    },
    { name: 'Dashboard, last page', path: `/dashboard?size=${SIZE}&page=${last}`, ...page },
    {
      name: 'Filtered: industry and round',
      path: `/dashboard?size=${SIZE}&industry=AI&round=A`,
      ...page,
    },
    { name: 'Search: in 1 of 20 names', path: `/dashboard?size=${SIZE}&search=bridge`, ...page },
    {
      name: 'Search: in 1 of 20 names, a write every 200 ms',
      path: `/dashboard?size=${SIZE}&search=bridge`,
      ...page,
      during: writing,
    },
    { name: 'Search: one deal', path: `/dashboard?size=${SIZE}&search=000500`, ...page },
    {
      name: 'Review, all deals, a write every 200 ms',
      path: '/review',
      expect: 'Not evaluated yet',
      grows: true,
      during: writing,
    },
    {
      name: HEADER_SEARCH,
      path: '/search/suggest?q=bridge',
      expect: '"deals"',
      grows: true,
      during: writing,
    },
    {
      name: 'Review of one analyst, a write every 200 ms',
      path: '/review',
      expect: 'Not evaluated yet',
      grows: true,
      as: 'analyst',
      during: writing,
    },
    {
      name: 'Header search of one analyst',
      path: '/search/suggest?q=bridge',
      expect: '"deals"',
      grows: true,
      during: writing,
      as: 'analyst',
    },
    {
      name: 'Header search: two letters',
      path: '/search/suggest?q=br',
      expect: '"deals"',
      grows: true,
    },
    {
      name: 'Results of the header search, a write every 200 ms',
      path: '/search?q=bridge',
      expect: 'Search',
      grows: true,
      during: writing,
    },
    {
      name: "A deal's page, a write every 200 ms",
      path: `/pipeline/${DEAL}`,
      expect: 'Next meeting',
      grows: true,
      during: writing,
    },
    { name: 'Admin, users', path: '/admin', expect: 'User Management', grows: true },
    {
      name: 'Admin, all pipelines',
      path: `/admin/pipelines?size=${SIZE}`,
      expect: 'All deals',
      grows: true,
    },
    { name: 'Evaluation', path: `/pipeline/${DEAL}/evaluation`, expect: 'Evaluation', grows: true },
    { name: 'API, 25 deals', path: `/api/pipelines?limit=${SIZE}`, ...list },
    {
      name: 'API, last 25 deals',
      path: `/api/pipelines?limit=${SIZE}&offset=${deals - SIZE}`,
      ...list,
    },
    { name: 'API, search', path: `/api/pipelines?limit=${SIZE}&search=bridge`, ...list },
    {
      name: 'API, search: two signs of Japanese',
      path: `/api/pipelines?limit=${FEW}&search=${encodeURIComponent('星空')}`,
      ...list,
    },
    { name: 'API, one deal', path: `/api/pipelines/${DEAL}`, ...list },
    {
      name: 'API, write a score',
      method: 'PUT',
      path: (i) => `/api/pipelines/${i + 1}`,
      bodies: scores,
      ...list,
    },
    {
      name: 'API, login',
      method: 'POST',
      path: '/api/auth/login',
      bodies: logins,
      anonymous: true,
    },
  ];
}

/** Scores are saved while the case is measured. Returns what ends it. */
function writing({ base, cookie }) {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = ask(base, `/api/pipelines/${DEAL}`, {
      method: 'PUT',
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: '{"evaluationScore":5.5}',
    });
  }, WRITE_EVERY);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
