import type { Evaluation } from '#db/schema';

type CriterionColumn = Exclude<
  { [K in keyof Evaluation]: Evaluation[K] extends number | null ? K : never }[keyof Evaluation],
  'dealId' | 'overallScore'
>;
type NotesColumn = Extract<keyof Evaluation, `${string}Notes`>;

interface Category {
  title: string;
  notes: NotesColumn;
  criteria: { key: CriterionColumn; label: string; help: string }[];
}

/**
 * The 26 criteria in 7 categories (rule 7.2). Form, totals, schema, JSON and workbook columns
 * derive from this list; a key without a column in the table does not compile.
 */
export const CATEGORIES = [
  {
    title: 'Market',
    notes: 'marketNotes',
    criteria: [
      {
        key: 'marketSize',
        label: 'Market size',
        help: '1: a niche, 5: worth a round, 10: room for a category leader',
      },
      {
        key: 'marketGrowthRate',
        label: 'Market growth rate',
        help: '1: shrinking, 5: grows with the economy, 10: doubles every year or two',
      },
      {
        key: 'competitiveLandscape',
        label: 'Competitive landscape',
        help: '1: crowded and lost, 5: contested, 10: open, with a lead',
      },
      {
        key: 'regulatoryEnvironment',
        label: 'Regulatory environment',
        help: '1: a rule could end it, 5: manageable, 10: rules help it',
      },
    ],
  },
  {
    title: 'Business',
    notes: 'businessNotes',
    criteria: [
      {
        key: 'problemSolutionFit',
        label: 'Problem-solution fit',
        help: '1: nobody asked for it, 5: eases a real pain, 10: customers cannot go back',
      },
      {
        key: 'productMarketFit',
        label: 'Product-market fit',
        help: '1: pushed, 5: some pull, 10: demand outruns supply',
      },
      {
        key: 'technologyEdge',
        label: 'Technology edge',
        help: '1: copied in weeks, 5: a year ahead, 10: defensible for years',
      },
      {
        key: 'roadmapVision',
        label: 'Roadmap and vision',
        help: '1: none, 5: a plan for this round, 10: a credible path to leadership',
      },
    ],
  },
  {
    title: 'Traction',
    notes: 'tractionNotes',
    criteria: [
      {
        key: 'revenueGrowthRate',
        label: 'Revenue growth rate',
        help: '1: falling, 5: doubles yearly, 10: triples or more',
      },
      {
        key: 'userMetrics',
        label: 'User metrics',
        help: '1: users leave, 5: steady, 10: growing and staying',
      },
      {
        key: 'unitEconomics',
        label: 'Unit economics',
        help: '1: loses on each sale, 5: pays back in a year, 10: in a quarter',
      },
      {
        key: 'pipelineSalesMomentum',
        label: 'Sales pipeline momentum',
        help: '1: stalled, 5: this year is covered, 10: oversubscribed',
      },
    ],
  },
  {
    title: 'Financials',
    notes: 'financialsNotes',
    criteria: [
      {
        key: 'revenueModel',
        label: 'Revenue model',
        help: '1: unclear, 5: proven once, 10: recurring and expanding',
      },
      {
        key: 'grossMargins',
        label: 'Gross margins',
        help: '1: negative, 5: typical of the field, 10: best in the field',
      },
      {
        key: 'burnRateRunway',
        label: 'Burn rate and runway',
        help: '1: weeks left, 5: a year, 10: two years or profitable',
      },
      {
        key: 'profitabilityOutlook',
        label: 'Profitability outlook',
        help: '1: no path, 5: within the plan, 10: whenever it chooses',
      },
    ],
  },
  {
    title: 'Team',
    notes: 'teamNotes',
    criteria: [
      {
        key: 'founderQuality',
        label: 'Founder quality',
        help: '1: doubtful, 5: capable, 10: exceptional',
      },
      {
        key: 'teamDepth',
        label: 'Team depth',
        help: '1: founders alone, 5: key roles filled, 10: a full bench',
      },
      {
        key: 'executionTrackRecord',
        label: 'Execution track record',
        help: '1: misses plans, 5: mostly delivers, 10: beats plans',
      },
    ],
  },
  {
    title: 'Deal terms',
    notes: 'dealTermsNotes',
    criteria: [
      {
        key: 'valuationTraction',
        label: 'Valuation vs. traction',
        help: '1: far too expensive, 5: fair, 10: a bargain',
      },
      {
        key: 'capTable',
        label: 'Cap table',
        help: '1: broken, 5: clean, 10: clean, founders well invested',
      },
      {
        key: 'investorRights',
        label: 'Investor rights',
        help: '1: none, 5: standard, 10: all we would ask for',
      },
      {
        key: 'exitScenarios',
        label: 'Exit scenarios',
        help: '1: none in sight, 5: likely buyers, 10: several, or a listing',
      },
    ],
  },
  {
    title: 'Strategic fit',
    notes: 'strategicFitNotes',
    criteria: [
      {
        key: 'fundThesisAlignment',
        label: 'Fund thesis alignment',
        help: '1: outside it, 5: fits, 10: what the fund was raised for',
      },
      {
        key: 'synergies',
        label: 'Synergies',
        help: '1: none, 5: with one holding, 10: across the portfolio',
      },
      {
        key: 'followOnPotential',
        label: 'Follow-on potential',
        help: '1: none, 5: the next round, 10: to the exit',
      },
    ],
  },
] as const satisfies readonly Category[];

export const CRITERIA = CATEGORIES.flatMap((category) =>
  category.criteria.map((criterion) => criterion),
);
export type Criterion = (typeof CRITERIA)[number]['key'];
export const CRITERION_KEYS = CRITERIA.map(({ key }) => key);
export type CategoryNotesKey = (typeof CATEGORIES)[number]['notes'];
export const NOTES_KEYS = CATEGORIES.map((category) => category.notes);

/** Does not compile if the list lacks a column of the table. */
type MissingColumn = Exclude<CriterionColumn, Criterion> | Exclude<NotesColumn, CategoryNotesKey>;
const nothingMissing: [MissingColumn] extends [never] ? true : MissingColumn = true;
void nothingMissing;

export const EVALUATION_FIELDS = [...CRITERION_KEYS, ...NOTES_KEYS, 'overallScore'] as const;
