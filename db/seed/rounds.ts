import type { Outcome, Vote } from '../schema';
import type { SeedUser } from './users';

type Person = SeedUser['key'];

interface SeedCard {
  /** In the order of the criteria; null is not assessed. */
  scores: (number | null)[];
  notes?: Record<string, string>;
  vote: Vote;
  reason: string;
  isDraft?: boolean;
}

export interface SeedRound {
  openedBy: Person;
  openedDaysAgo: number;
  isClosed?: boolean;
  asked: Person[];
  cards: Partial<Record<Person, SeedCard>>;
}

export const SEED_ROUNDS: Record<string, SeedRound> = {
  Perchwire: {
    openedBy: 'tomas',
    openedDaysAgo: 2.2,
    asked: ['ana', 'chiara', 'daichi', 'maren'],
    cards: {
      chiara: {
        scores: [
          [8, 7.5, 6, 7, 9, 8.5, 8, 7],
          [9, null, 7.5, 8.5, 7, 6.5, 8, 6],
          [8, 7.5, 8, 5.5, 7, 6.5, 7, 9, 8, 7],
        ].flat(),
        notes: {
          marketNotes: 'Three operators signed; the next ten decide together in spring.',
          teamNotes: 'The founder has climbed more pylons than her customers.',
        },
        vote: 'lead',
        reason: 'The order book pays for the round.',
      },
      daichi: {
        scores: [7, 7, 5, ...Array<null>(23).fill(null)],
        vote: 'support',
        reason: '',
        isDraft: true,
      },
    },
  },
  'Ñandú Pagos': {
    openedBy: 'chiara',
    openedDaysAgo: 9.4,
    isClosed: true,
    asked: ['ana', 'ben', 'daichi', 'tomas'],
    cards: {
      ana: {
        scores: [
          [7, 8, 6.5, 4, 8, 7.5, 6, 7],
          [8.5, 7, 7.5, 6, 7, 6.5, 6, 6.5],
          [8, 7, 7.5, 6, 7, 7, 6.5, 8, 7, 7.5],
        ].flat(),
        notes: {
          marketNotes: 'Exporters wait four days today. That alone sells it.',
          financialsNotes: 'Fraud losses of 2 bps held in the worst month, too.',
        },
        vote: 'support',
        reason: 'The licence in Paraguay is worth waiting for, not worth losing the round.',
      },
      ben: {
        scores: [
          [6, 7, 3.5, 2, 7.5, 7, 5, 6],
          [8, 7.5, 5, 5.5, 6, 6, 4, 5],
          [7, 6, 7, 4, 6.5, 6, 5, 6, 5, 6],
        ].flat(),
        notes: {
          marketNotes: 'Two banks announced instant transfers for next year.',
          dealTermsNotes: 'Priced as if the licence were granted.',
        },
        vote: 'neutral',
        reason: 'Regulation can close the most profitable corridor in a day.',
      },
      daichi: {
        scores: [
          [8, 8.5, 7, 7.5, 8.5, 8, 7, 7.5],
          [9, 8, 8, 7, 7.5, 7, 7, 7],
          [8.5, 7.5, 8, 6.5, null, null, 7, 8.5, 8, 8],
        ].flat(),
        notes: { businessNotes: 'The customs form is the moat: nobody wants to build that twice.' },
        vote: 'lead',
        reason: '3.1x a year with gross margin rising.',
      },
    },
  },
};

export const SEED_DECISION = {
  companyName: 'Ñandú Pagos',
  text: 'Invest $2M of $16M. The committee differs on regulation, not on the business.',
  conditions: [
    {
      text: 'Opinion on the Paraguayan licence from outside counsel',
      person: 'tomas',
      dueInDays: 14,
    },
    { text: 'Treasury limits in the shareholders’ agreement', person: 'chiara', dueInDays: 30 },
  ] satisfies { text: string; person: Person; dueInDays: number }[],
  memo: {
    title: 'Invest in the Series B',
    summary:
      'Payments between small exporters and their buyers: dollars the same evening instead of after four days. Volume has tripled in a year at a ' +
      'steady take rate.',
    risks:
      'The licence in Paraguay is filed, not granted. Two banks have announced instant transfers.',
    questions: 'How much of the volume would move if the buyer’s bank offered the same?',
  },
};

export const SEED_OUTCOMES: Record<string, { outcome: Outcome; outcomeNote: string }> = {
  'Ibex & Thistle': {
    outcome: 'failed',
    outcomeNote: 'Closed the lockers after the second winter.',
  },
  Umberlane: {
    outcome: 'grew',
    outcomeNote: 'Raised at twice the price; the calls became courses.',
  },
  Tripthorn: { outcome: 'unknown', outcomeNote: 'The website is gone.' },
};
