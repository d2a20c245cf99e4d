import manifest from '../../package.json' with { type: 'json' };

/** The arguments with which `npm start` runs Node. */
export const START_ARGUMENTS = manifest.scripts.start.split(' ').slice(1);
