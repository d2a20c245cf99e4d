import { sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { evaluations } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { getDisplayName } from '~/domain/person/names';
import { selectClosedCards } from '~/domain/round/reveal.server';
import { MIN_ROUNDS } from './groups';

/** Bounds the cost: older rounds are left out. */
const MAX_ROUNDS = 1_000;
const MAX_EVALUATORS = 500;

export interface EvaluatorInsight {
  id: string;
  name: string;
  /** Closed rounds with a submitted scorecard of this person. */
  rounds: number;
  /** Null below `MIN_ROUNDS`, as all figures. */
  figures: {
    /** Mean of score minus the round's median of that criterion, where others scored it, too. */
    meanOffset: number | null;
    lowest: number;
    highest: number;
    /** Share of the criteria that were not assessed, from 0 to 1. */
    notAssessed: number;
  } | null;
}

/** Tells about the viewer or, for staff, about everybody by name; closed rounds alone count. */
export async function getEvaluatorInsights(viewer: Viewer): Promise<EvaluatorInsight[]> {
  const today = getUtcToday();
  const reader = isStaff(viewer) ? 'everything' : viewer.id;
  const rows = await cacheUntilCommit(JSON.stringify(['evaluators', reader, today]), async () =>
    db.all<EvaluatorRow>(buildQuery(viewer)),
  );
  return rows.map(toInsight).sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

interface EvaluatorRow {
  id: string;
  storedName: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  rounds: number;
  meanOffset: number | null;
  lowest: number;
  highest: number;
  notAssessed: number;
}

function toInsight(row: EvaluatorRow): EvaluatorInsight {
  const { id, storedName, email, firstName, lastName, rounds, ...figures } = row;
  const name = email === null ? storedName : getDisplayName({ email, firstName, lastName });
  return { id, name, rounds, figures: rounds < MIN_ROUNDS ? null : figures };
}

function buildQuery(viewer: Viewer) {
  const scores = CRITERIA.map(({ key }) => {
    const column = sql.identifier(evaluations[key].name);
    return sql`select round_id, user_id, name, ${key} as criterion, ${column} as score from cards`;
  });
  const isShown = isStaff(viewer) ? sql`true` : sql`s.user_id = ${viewer.id}`;
  return sql`
    with cards as (${selectClosedCards(MAX_ROUNDS)}), scores as (${sql.join(scores, sql` union all `)}),
    ranked as (
      select round_id, criterion, score,
        row_number() over (partition by round_id, criterion order by score) as place,
        count(*) over (partition by round_id, criterion) as total
      from scores where score is not null
    ), medians as (
      select round_id, criterion, total, avg(score) as median from ranked
        where place in ((total + 1) / 2, (total + 2) / 2) group by round_id, criterion
    )
    select s.user_id as id, max(s.name) as storedName,
      u.email as email, u.first_name as firstName, u.last_name as lastName,
      count(distinct s.round_id) as rounds,
      avg(case when m.total > 1 then s.score - m.median end) as meanOffset,
      min(s.score) as lowest, max(s.score) as highest,
      avg(s.score is null) as notAssessed
    from scores s
      left join medians m on m.round_id = s.round_id and m.criterion = s.criterion
      left join users u on u.id = s.user_id
    where ${isShown} group by s.user_id order by s.user_id limit ${MAX_EVALUATORS}`;
}
