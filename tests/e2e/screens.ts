import { findRoute } from '../support/access-requests';
import { listPlainAddresses } from '../support/pages';

/**
 * Lists screens with records in braces (`records` of screens.spec.ts) and with parameters; results
 * of actions are checked in their own tests.
 */
const LISTED_SCREENS = {
  'signed out': [
    '/',
    '/login',
    '/signup',
    '/nowhere',
    '/share/{share}',
    '/share/none',
    '/password/{password}',
    '/unsubscribe/{unsubscribe}',
  ],
  lists: [
    '/dashboard?details={deal}',
    '/dashboard?score={red}',
    '/dashboard?change=stage-{red}',
    '/dashboard?search=nothing&industry=AI',
    '/dashboard?select=on&owners',
    '/dashboard/doubles',
    '/dashboard/doubles?key={key}',
    '/dashboard/delete?id={deal}',
    '/selected?id={deal}',
    '/views/new?back=/dashboard',
    '/views/{view}',
    '/views/{view}/delete',
    '/search?q=gantry',
    '/insights',
    '/insights?by=outcome',
    '/insights?by=evaluator',
    '/review',
    '/inbox/{item}',
  ],
  'a deal': [
    '/pipeline/{deal}',
    '/pipeline/{deal}/edit',
    '/pipeline/{deal}/evaluation',
    '/pipeline/{deal}/notes',
    '/pipeline/{deal}/notes/{note}',
    '/pipeline/{deal}/emails',
    '/pipeline/{deal}/contacts',
    '/pipeline/{deal}/contacts/{contact}',
    '/pipeline/{deal}/tasks',
    '/pipeline/{deal}/tasks/{task}',
    '/pipeline/{deal}/files',
    '/pipeline/{deal}/history',
    '/pipeline/{deal}/history/{change}',
    '/pipeline/{deal}/owner',
    '/pipeline/{deal}/members',
    '/pipeline/{deal}/rounds',
    '/pipeline/{deal}/round/{round}',
    '/pipeline/{deal}/round/{closed}?medians=preview',
    '/pipeline/{deal}/scorecard',
    '/pipeline/{deal}/stage',
    '/pipeline/{deal}/met',
    '/pipeline/{deal}/later',
    '/pipeline/{deal}/merge',
    '/pipeline/{deal}/merge?other={other}',
    '/pipeline/{deal}/merge/{merge}',
    '/pipeline/{deal}/memo',
    '/pipeline/{deal}/memo/preview',
    '/pipeline/{deal}/memo/{memo}',
    '/pipeline/{other}',
    '/pipeline/{other}/decisions/{decision}',
    '/pipeline/{deal}/share',
    '/pipeline/{deal}/share/preview?facts=on',
    '/pipeline/{deal}/delete',
  ],
  'an import': [
    '/import',
    '/import/{preview}?columns',
    '/import/{preview}/values',
    '/import/{preview}/preview',
    '/import/{imported}/result',
  ],
  'the account and the admin area': [
    '/admin?manager',
    '/admin?add',
    '/admin/pipelines?details={deal}',
    '/admin/pipelines/doubles',
    '/admin/pipelines/delete?id={deal}',
    '/admin/pipelines/owner?id={deal}',
    '/admin/users/{user}',
    '/admin/users/{user}/offboard',
    '/admin/users/{user}/delete',
    '/admin/users/delete?id={user}',
    '/admin/users/{pending}',
    '/admin/history/{change}',
    '/admin/lists/1',
    '/admin/fields/{text}',
    '/admin/fields/{choice}',
  ],
};

/** Routes whose screens need a state that only their own spec creates, with the call that checks them. */
export const SCREENS_OF_SPECS = {
  'login_.code': { spec: 'two-factor.spec.ts', check: "accessible('a wrong code')" },
  'pitch.$': { spec: 'pitch.spec.ts', check: "expectAccessible(page, 'the form with errors')" },
};

/**
 * Every screen that an address opens: the listed ones, and the pages of the access table that need
 * no record.
 */
export const SCREENS: Record<keyof typeof LISTED_SCREENS, string[]> = addPlainPages();

function addPlainPages() {
  const listed = new Set(Object.values(LISTED_SCREENS).flat().map(findRoute));
  const plain = listPlainAddresses((route) => listed.has(route) || route in SCREENS_OF_SPECS);
  const isForAccounts = (address: string) => /^\/(account|admin)\b/.test(address);
  const accounts = 'the account and the admin area';
  return {
    ...LISTED_SCREENS,
    lists: [...LISTED_SCREENS.lists, ...plain.filter((address) => !isForAccounts(address))],
    [accounts]: [...LISTED_SCREENS[accounts], ...plain.filter(isForAccounts)],
  };
}
