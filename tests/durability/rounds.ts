/** Rounds of the tests of crashes, load and volume; `npm run durability` sets DURABILITY. */
const FEW = {
  crashes: 1,
  fileCrashes: 2,
  importCrashes: 1,
  inboxCrashes: 2,
  scorecardRounds: 4,
  scorecardKills: 2,
  fetchCrashes: 2,
  /** One of each kind. */
  fetchedEmails: 40,
  /** Kills spread over all statements; 999 are before and after each one. */
  upgradeKills: 3,
  archiveKills: 8,
  /** Kills at each n-th step of a backup. */
  backupKillStride: 7,
  backups: 2,
  /** Moments at which each pair of programs meets. */
  lockMoments: 1,
  /** More than there are slots, so that a stage that keeps its slot takes them all. */
  importsLeft: 9,
  requestsLeft: 3,
  starts: 2,
  merges: 100,
  roundTripDeals: 3_000,
  repeatedRows: 8_000,
  floodRequests: 30,
  /** Each time zone has one of five decades. */
  decadesPerZone: 1,
  standbyDeals: [0],
};

const MANY: typeof FEW = {
  crashes: 100,
  fileCrashes: 100,
  importCrashes: 40,
  inboxCrashes: 100,
  scorecardRounds: 100,
  scorecardKills: 25,
  fetchCrashes: 40,
  fetchedEmails: 1_000,
  upgradeKills: 26,
  archiveKills: 26,
  backupKillStride: 1,
  backups: 20,
  lockMoments: 50,
  importsLeft: 200,
  requestsLeft: 200,
  starts: 20,
  merges: 200,
  roundTripDeals: 10_000,
  repeatedRows: 20_000,
  floodRequests: 60,
  decadesPerZone: 5,
  standbyDeals: [10_000, 100_000],
};

export const IS_LONG_RUN = process.env.DURABILITY === 'long';
export const ROUNDS = IS_LONG_RUN ? MANY : FEW;
