/** All tables. Times are in ms since 1970, UTC. */
export * from './schema/accounts';
export { lower, octetLength } from './schema/columns';
export * from './schema/deals';
export * from './schema/rounds';
export * from './schema/option-lists';
export * from './schema/custom-fields';
export * from './schema/import-types';
export * from './schema/history';
export * from './schema/imports';
export * from './schema/deal-records';
export * from './schema/inbox';
