import { type SQL, sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** Every table. Times are milliseconds since 1970, UTC. */

const timestamp = (name: string) => integer(name, { mode: 'timestamp_ms' });
const createdAt = () => timestamp('created_at').notNull();
const updatedAt = () => timestamp('updated_at').notNull();

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** As it was typed, trimmed; unique case-insensitively. */
    email: text('email').notNull(),
    password: text('password').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    isAdmin: integer('is_admin', { mode: 'boolean' }).notNull().default(false),
    role: text('role', { enum: ['user', 'manager', 'admin'] })
      .notNull()
      .default('user'),
    approvalStatus: text('approval_status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** When the user was approved or rejected; null for users who were never pending. */
    decidedAt: timestamp('decided_at'),
    disabledAt: timestamp('disabled_at'),
    /** The latest sign-in with a password, passkey or link. */
    signedInAt: timestamp('signed_in_at'),
    group: text('group', { enum: ['CCIA', 'CCBI', 'Alibaba', 'OnBS'] })
      .notNull()
      .default('CCBI'),
    /** SHA-256 of the key in the cookie of the browser that signed up (rule 1.10). */
    signupKey: text('signup_key').unique(),
    /** Derived from names and email, for search (see models/user/write.server.ts). */
    searchText: text('search_text').notNull().default(''),
    /** First name, else email, normalized: for sorting by owner. */
    sortName: text('sort_name').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email').on(lower(t.email)),
    index('users_created').on(t.createdAt),
    index('users_status').on(t.approvalStatus, t.decidedAt),
  ],
);

export const sessions = sqliteTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: text('sess', { mode: 'json' })
      .$type<{ userId?: string; startedAt?: number; agent?: string }>()
      .notNull(),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
);

/** One-time links to choose a password. Triggers delete them when the account changes. */
export const passwordLinks = sqliteTable(
  'password_links',
  {
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('password_links_user').on(t.userId)],
);

/** Authenticator apps (TOTP, RFC 6238), one per user; in use once confirmed by a code. */
export const authenticators = sqliteTable('authenticators', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  confirmedAt: timestamp('confirmed_at'),
  /** The time step of the last accepted code: no code is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: createdAt(),
});

/** One-time codes for a user without their second factor. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: timestamp('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    key: text('key').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    access: text('access', { enum: ['read', 'write'] }).notNull(),
    createdAt: createdAt(),
    expire: timestamp('expire').notNull(),
    lastUsedAt: timestamp('last_used_at'),
  },
  (t) => [index('api_tokens_user').on(t.userId)],
);

/** Forms sent after the session had ended, for the user who last logged in from the browser. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** SHA-256 of the key in the browser's cookie; forms sent from one browser share it. */
    key: text('key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    form: text('form').notNull(),
    expire: timestamp('expire').notNull(),
  },
  (t) => [index('drafts_user').on(t.userId)],
);

/** A deal. Its `group` (rule 3.8) is the owner's and is read from there. */
export const pipelines = sqliteTable(
  'pipelines',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyName: text('company_name').notNull(),
    ceoName: text('ceo_name'),
    cooName: text('coo_name'),
    cfoName: text('cfo_name'),
    industries: text('industries', { mode: 'json' }).$type<string[]>().notNull().default([]),
    businessIntroduction: text('business_introduction'),
    keyBusinessNumbers: text('key_business_numbers'),
    fundingRound: text('funding_round'),
    targetFundingSize: text('target_funding_size'),
    /** A calendar day, YYYY-MM-DD, in no time zone. */
    targetClosingDate: text('target_closing_date'),
    evaluationScore: real('evaluation_score'),
    nextMeetingDate: text('next_meeting_date'),
    comments: text('comments'),
    /** Derived on every write, for search and sorting (see models/pipeline/write.server.ts). */
    searchText: text('search_text').notNull(),
    meetingDays: integer('meeting_days'),
    roundRank: integer('round_rank'),
    /** The owner's `sortName`: set by triggers, and by `storeOwnerName` when the owner is renamed. */
    ownerName: text('owner_name').notNull().default(''),
    /** The form that created it: the same form sent twice creates one deal. */
    submission: text('submission'),
    /** Number of edits, for conflict detection. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Covers the default list with a short search.
    index('pipelines_created').on(t.createdAt, t.id, t.searchText),
    index('pipelines_user_created').on(
      t.userId,
      t.createdAt,
      t.id,
      t.evaluationScore,
      t.meetingDays,
      t.fundingRound,
      t.industries,
      t.searchText,
    ),
    index('pipelines_updated').on(t.updatedAt),
    uniqueIndex('pipelines_submission').on(t.userId, t.submission),
    index('pipelines_round').on(t.fundingRound, t.createdAt, t.id),
    // Cover the figures, in the order of their groups.
    index('pipelines_score_figures').on(
      t.evaluationScore,
      t.meetingDays,
      t.userId,
      t.fundingRound,
      t.searchText,
    ),
    index('pipelines_industry_figures').on(t.industries, t.userId, t.fundingRound, t.searchText),
    // One for each sort, so that a page is read without sorting.
    ...sorted('score', t.evaluationScore),
    ...sorted('meeting', t.meetingDays, isMissing(t.meetingDays)),
    ...sorted('stage', t.roundRank, isMissing(t.roundRank)),
    ...sorted('industry', firstIndustry(t), isMissing(firstIndustry(t))),
    ...sorted('owner', t.ownerName),
  ],
);

export function firstIndustry(t: { industries: AnySQLiteColumn }): SQL {
  return sql`(${t.industries} ->> '$[0]')`;
}
export function isMissing(value: AnySQLiteColumn | SQL): SQL {
  return sql`${value} is null`;
}

/** The latest hand-over of a deal, until its new owner dismisses the notice. */
export const handOvers = sqliteTable(
  'hand_overs',
  {
    pipelineId: integer('pipeline_id')
      .primaryKey()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    byId: text('by_id').references(() => users.id, { onDelete: 'set null' }),
    toId: text('to_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: timestamp('at').notNull(),
  },
  (t) => [index('hand_overs_to').on(t.toId), index('hand_overs_by').on(t.byId)],
);

/** One row per deal and industry, maintained by triggers: for the filter and the distribution. */
export const pipelineIndustries = sqliteTable(
  'pipeline_industries',
  {
    industry: text('industry').notNull(),
    pipelineId: integer('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.industry, t.pipelineId] }),
    index('pipeline_industries_pipeline').on(t.pipelineId),
  ],
);

/** One per pipeline. Scores are 1 to 10, one decimal; an empty one counts as 5. */
export const evaluations = sqliteTable('evaluations', {
  pipelineId: integer('pipeline_id')
    .primaryKey()
    .references(() => pipelines.id, { onDelete: 'cascade' }),
  marketSize: real('market_size'),
  marketGrowthRate: real('market_growth_rate'),
  competitiveLandscape: real('competitive_landscape'),
  regulatoryEnvironment: real('regulatory_environment'),
  marketNotes: text('market_notes'),
  problemSolutionFit: real('problem_solution_fit'),
  productMarketFit: real('product_market_fit'),
  technologyEdge: real('technology_edge'),
  roadmapVision: real('roadmap_vision'),
  businessNotes: text('business_notes'),
  revenueGrowthRate: real('revenue_growth_rate'),
  userMetrics: real('user_metrics'),
  unitEconomics: real('unit_economics'),
  pipelineSalesMomentum: real('pipeline_sales_momentum'),
  tractionNotes: text('traction_notes'),
  revenueModel: real('revenue_model'),
  grossMargins: real('gross_margins'),
  burnRateRunway: real('burn_rate_runway'),
  profitabilityOutlook: real('profitability_outlook'),
  financialsNotes: text('financials_notes'),
  founderQuality: real('founder_quality'),
  teamDepth: real('team_depth'),
  executionTrackRecord: real('execution_track_record'),
  teamNotes: text('team_notes'),
  valuationTraction: real('valuation_traction'),
  capTable: real('cap_table'),
  investorRights: real('investor_rights'),
  exitScenarios: real('exit_scenarios'),
  dealTermsNotes: text('deal_terms_notes'),
  fundThesisAlignment: real('fund_thesis_alignment'),
  synergies: real('synergies'),
  followOnPotential: real('follow_on_potential'),
  strategicFitNotes: text('strategic_fit_notes'),
  /** Mean of all 26, computed on the server. */
  overallScore: real('overall_score').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/**
 * What was changed, when and by whom. Append-only (by triggers), without foreign keys: history
 * stays when its subject is deleted.
 */
export const changes = sqliteTable(
  'changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestamp('at').notNull(),
    /** Both null for the system itself. */
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    subject: text('subject', { enum: ['pipeline', 'evaluation', 'account'] }).notNull(),
    /** The id of the user or pipeline; an evaluation has its pipeline's. */
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    act: text('act', {
      enum: [
        'created',
        'changed',
        'deleted',
        'restored',
        'purged',
        'password changed',
        'API token added',
        'API token ended',
      ],
    }).notNull(),
    fields: text('fields', { mode: 'json' }).$type<ChangedFields>().notNull(),
  },
  (t) => [
    index('changes_subject').on(t.subjectId, t.subject, t.id),
    index('changes_actor').on(t.actorEmail, t.id),
    index('changes_at').on(t.at),
  ],
);

export type FieldValue = string | number | boolean | string[] | null;
export type ChangedFields = Record<string, [from: FieldValue, to: FieldValue]>;

/** Deleted rows until they are purged: a deal with its evaluation, or a user with their deals. */
export const trash = sqliteTable(
  'trash',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    deletedAt: timestamp('deleted_at').notNull(),
    deletedBy: text('deleted_by').notNull(),
    subject: text('subject', { enum: ['pipeline', 'account'] }).notNull(),
    name: text('name').notNull(),
    owner: text('owner').notNull(),
    deals: integer('deals').notNull(),
    /** The number of `serverDays` at the deletion. */
    daysBefore: integer('days_before').notNull().default(0),
    rows: text('rows').notNull(),
  },
  (t) => [index('trash_deleted').on(t.deletedAt)],
);

/** The UTC days on which the server has run, for the purge of the trash. */
export const serverDays = sqliteTable('server_days', { day: text('day').primaryKey() });

export type User = typeof users.$inferSelect;
export type Pipeline = typeof pipelines.$inferSelect;
export type Evaluation = typeof evaluations.$inferSelect;
export type Change = typeof changes.$inferSelect;
export type Trash = typeof trash.$inferSelect;

/** Emails are ASCII (the schemas see to it), so SQL's lower() folds them fully. */
export function lower(column: AnySQLiteColumn | string) {
  return sql`lower(${column})`;
}

/** Indexes by a value ascending and descending, missing values last, newest first among equals. */
function sorted(name: string, value: AnySQLiteColumn | SQL, missing?: SQL) {
  const newest = [sql`"created_at" desc`, sql`"id" desc`] as const;
  const first = missing ? ([missing] as const) : ([] as const);
  return [
    index(`pipelines_${name}_asc`).on(...([...first, value, ...newest] as [SQL, ...SQL[]])),
    index(`pipelines_${name}_desc`).on(
      ...([...first, sql`${value} desc`, ...newest] as [SQL, ...SQL[]]),
    ),
  ];
}
