import { desc, type SQL, sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { userIdColumn, users } from './accounts';
import { createdAt, timestamp, updatedAt } from './columns';
import type { CustomFieldValues } from './custom-fields';
import { listOptions } from './option-lists';

/** `group` (rule 3.8) is the owner's and is read from there. */
export const deals = sqliteTable(
  'pipelines',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: userIdColumn(),
    companyName: text('company_name').notNull(),
    ceoName: text('ceo_name'),
    cooName: text('coo_name'),
    cfoName: text('cfo_name'),
    industries: text('industries', { mode: 'json' }).$type<string[]>().notNull().default([]),
    businessIntroduction: text('business_introduction'),
    keyBusinessNumbers: text('key_business_numbers'),
    fundingRound: text('funding_round'),
    targetFundingSize: text('target_funding_size'),
    /** Calendar day, YYYY-MM-DD, without time zone. */
    targetClosingDate: text('target_closing_date'),
    evaluationScore: real('evaluation_score'),
    nextMeetingDate: text('next_meeting_date'),
    /** Calendar day of a meeting with a date, YYYY-MM-DD, without time zone. */
    nextMeetingOn: text('next_meeting_on'),
    comments: text('comments'),
    /**
     * Folded company name, CEO, CFO/COO and other visitors. Derived on every write, as the next
     * columns are (see app/domain/deal/derive-columns.ts and db/fold.ts).
     */
    searchText: text('search_text').notNull(),
    meetingDays: integer('meeting_days'),
    roundRank: integer('round_rank'),
    /** Parsed target size (see db/money.ts); the currency is an ISO 4217 code. */
    targetFundingAmount: real('target_funding_amount'),
    targetFundingCurrency: text('target_funding_currency'),
    nextMeetingSetAt: timestamp('next_meeting_set_at'),
    /** `nextMeetingSetAt` plus the option's days; null for N/A and unknown values. */
    meetingDueAt: timestamp('meeting_due_at'),
    notedAt: timestamp('noted_at'),
    /** Normalized company name, to find duplicates (see app/domain/deal/company-key.ts). */
    companyKey: text('company_key').notNull().default(''),
    /** Folded introduction, metrics, comments and industries. */
    detailsText: text('details_text').notNull().default(''),
    fields: text('fields', { mode: 'json' }).$type<CustomFieldValues>().notNull().default({}),
    /** Defaults to the first stage, for deals from before there were stages. */
    stageId: integer('stage_id')
      .notNull()
      .default(1)
      .references(() => listOptions.id),
    stageSince: timestamp('stage_since')
      .notNull()
      .default(sql`0`),
    /** Stage history before the current stage, oldest first. */
    way: text('way', { mode: 'json' }).$type<StageHistoryEntry[]>().notNull().default([]),
    /** Calendar day, YYYY-MM-DD, without time zone, for a closed deal. */
    lookAgainOn: text('look_again_on'),
    /** Id of the form: sent twice, it creates one deal. */
    submission: text('submission'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => {
    const newest = [desc(t.createdAt), desc(t.id)] as const;
    // Columns that most filters and figures need, so that they read only these indexes, in order.
    const counted = [
      t.meetingDays,
      t.meetingDueAt,
      t.nextMeetingOn,
      t.fundingRound,
      t.updatedAt,
      t.notedAt,
      t.stageId,
    ] as const;
    return [
      index('pipelines_created').on(...newest, t.userId, t.evaluationScore, ...counted),
      index('pipelines_user').on(t.userId, ...newest, t.evaluationScore, ...counted),
      // A search in 10,000 names reads this index in 1 ms, the table in 5.
      index('pipelines_names').on(t.searchText, t.userId, t.createdAt),
      index('pipelines_updated').on(t.updatedAt, t.id),
      index('pipelines_company').on(t.companyKey, t.userId),
      uniqueIndex('pipelines_submission').on(t.userId, t.submission),
      // Each serves a sort, and the counts by score.
      index('pipelines_score').on(t.evaluationScore, ...newest, t.userId, ...counted),
      index('pipelines_stage').on(t.roundRank, ...newest),
      index('pipelines_industry').on(firstIndustry(t), ...newest),
      index('pipelines_size').on(t.targetFundingCurrency, t.targetFundingAmount, ...newest),
      index('pipelines_due').on(
        t.meetingDueAt,
        ...newest,
        t.userId,
        t.stageId,
        t.meetingDays,
        t.nextMeetingOn,
      ),
      // Serves columns and sums of the board (1.3 ms instead of 10.8 at 10,000 deals),
      // stalled deals, and deals to look at again.
      index('pipelines_in_stage').on(
        t.stageId,
        ...newest,
        t.userId,
        t.stageSince,
        t.lookAgainOn,
        t.targetFundingCurrency,
        t.targetFundingAmount,
      ),
      // Serves the review.
      index('pipelines_active').on(lastActivityAt(t), t.userId, t.stageId),
      index('pipelines_noted').on(t.notedAt, t.userId, t.stageId),
    ];
  },
);

export const dealIdColumn = () =>
  integer('pipeline_id')
    .notNull()
    .references(() => deals.id, { onDelete: 'cascade' });

/** Stage id, and the start in ms since 1970. */
export type StageHistoryEntry = [stageId: number, since: number];

export function firstIndustry(t: { industries: AnySQLiteColumn }): SQL {
  return sql`(${t.industries} ->> '$[0]')`;
}

export function lastActivityAt(t: { updatedAt: AnySQLiteColumn; notedAt: AnySQLiteColumn }): SQL {
  return sql`max(${t.updatedAt}, coalesce(${t.notedAt}, 0))`;
}

export const collaborators = sqliteTable(
  'members',
  {
    userId: userIdColumn(),
    dealId: dealIdColumn(),
    since: timestamp('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.dealId] }), index('members_pipeline').on(t.dealId)],
);

export const transfers = sqliteTable(
  'hand_overs',
  {
    dealId: dealIdColumn().primaryKey(),
    byId: text('by_id').references(() => users.id, { onDelete: 'set null' }),
    toId: text('to_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: timestamp('at').notNull(),
  },
  (t) => [index('hand_overs_to').on(t.toId), index('hand_overs_by').on(t.byId)],
);

/** One row per deal and industry, maintained by triggers, for filters and statistics. */
export const dealIndustries = sqliteTable(
  'pipeline_industries',
  {
    industry: text('industry').notNull(),
    dealId: dealIdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.industry, t.dealId] }),
    index('pipeline_industries_pipeline').on(t.dealId),
  ],
);

/**
 * `pipelines.fields` as JSONB, maintained by triggers: filters and sorts read these short rows at a
 * sixth of the cost of whole deals.
 */
export const customFieldValues = sqliteTable('own_values', {
  dealId: dealIdColumn().primaryKey(),
  fields: blob('fields').notNull(),
});

export function assessmentColumns() {
  return {
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
  };
}

/** One per deal. Scores are 1 to 10 with one decimal; an empty one counts as 5. */
export const evaluations = sqliteTable('evaluations', {
  dealId: dealIdColumn().primaryKey(),
  ...assessmentColumns(),
  overallScore: real('overall_score').notNull(),
  searchText: text('search_text').notNull().default(''),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type Deal = typeof deals.$inferSelect;
export type Evaluation = typeof evaluations.$inferSelect;
