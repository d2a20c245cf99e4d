import {
  answer,
  deleted,
  list,
  LOCATION,
  NOT_IN_CHARGE,
  type PathItem,
  read,
  READ,
  refusal,
  shown,
  SLICE,
  TOO_MANY_EXPORTS,
  TOTAL,
  write,
} from './parts.server';

const KEEPS = 'A missing key stays, null clears';
const ONLY_OWN = {
  403: refusal("The note is somebody else's, or the caller or their API token may not do this."),
};

const contacts = partPaths('contact', 'Contact', {
  listed: "The people of a deal's company, as they were added",
  changing: `${KEEPS}.`,
});
const tasks = partPaths('task', 'Task', {
  listed: "A deal's tasks: what is to be done, soonest first, then what is done",
  adding: "`userId` is somebody who sees the deal; without it the task is the caller's.",
  changing: `${KEEPS}; clearing the day clears the time.`,
});
const notes = partPaths('note', 'Note', {
  listed: "A deal's notes, newest first",
  adding:
    '`@` and a first name, or an email where two share it, mentions somebody who may see the deal.',
});
const allNotes = notes['/api/pipelines/{id}/notes']!.get!;

/** What belongs to a deal, but for its files. */
export const PART_PATHS: Record<string, PathItem> = {
  ...contacts,
  ...tasks,
  '/api/tasks': {
    get: shown(
      'listOwnTasks',
      "The caller's tasks that are to be done, soonest first",
      list('OwnTask', 'The tasks.'),
      { description: 'Those on deals that the caller sees, at most 1,000.' },
    ),
  },
  '/api/pipelines/{id}/notes': {
    ...notes['/api/pipelines/{id}/notes'],
    get: { ...allNotes, responses: { ...allNotes.responses, ...TOO_MANY_EXPORTS } },
  },
  '/api/pipelines/{id}/notes/{note}': {
    ...notes['/api/pipelines/{id}/notes/{note}'],
    put: write('changeNote', "Change a note of one's own", 'NoteInput', {
      200: answer('Note', 'The note as it is now.'),
      ...ONLY_OWN,
    }),
    delete: deleted('deleteNote', "Delete a note of one's own", ONLY_OWN),
  },
  '/api/pipelines/{id}/members': {
    get: read(
      'listMembers',
      'The colleagues on a deal, by name',
      list('Member', 'The colleagues.'),
    ),
    put: write(
      'setMembers',
      'Say who is on a deal',
      'MembersInput',
      { 200: list('Member', 'The colleagues as they are now.'), ...NOT_IN_CHARGE },
      "They see, edit and evaluate it and write notes. The owner's own id is left out.",
    ),
  },
  '/api/pipelines/{id}/shares': {
    get: {
      operationId: 'listShares',
      summary: 'The pages of a deal for outsiders, those that are there for longest first',
      responses: { 200: list('Share', 'The pages, at most 100.'), ...READ, ...NOT_IN_CHARGE },
    },
    post: write(
      'createShare',
      'Make a page that somebody without an account can read',
      'ShareInput',
      {
        201: answer('NewShare', 'The new page, with its address.'),
        ...NOT_IN_CHARGE,
      },
    ),
  },
  '/api/pipelines/{id}/shares/{share}': {
    delete: deleted('endShare', 'End a page for an outsider'),
  },
  '/api/pipelines/{id}/decisions': {
    get: read(
      'listDecisions',
      'Each time that a deal was closed, and why; the newest first',
      list('Decision', 'What was decided.'),
    ),
    post: write(
      'decide',
      'Move a deal to a stage of the kind won, lost or parked, and say why',
      'DecisionInput',
      { 201: answer('Decision', 'What was decided.') },
      'Where the fund asks for a reason, one has to be given. `PUT /api/pipelines/{id}` with such a stage closes the deal without reason and text.',
    ),
  },
  '/api/pipelines/{id}/merge': {
    post: write(
      'mergePipelines',
      'Merge another deal into this one',
      'MergeInput',
      {
        201: answer('Merge', 'The merge.'),
        403: refusal('The caller does not own both deals and is no staff, or may not do this.'),
      },
      'This deal keeps its owner and stage; what hangs on the other one comes along, its owner becomes a colleague, and its addresses lead here. It can be split again for 30 days.',
    ),
  },
  '/api/pipelines/{id}/merge/{merge}': {
    delete: {
      ...deleted('splitMerge', 'Split two merged deals again', {
        403: refusal('The caller is no more than a colleague on it, or may not do this.'),
        409: refusal('They were split already, 30 days are over, or one of them was deleted.'),
      }),
      description: 'Each is as it was, with what was changed or added since where that was done.',
    },
  },
};

/** The addresses of one kind of what belongs to a deal: all that a deal has, and each. */
function partPaths(
  noun: 'contact' | 'task' | 'note',
  Noun: 'Contact' | 'Task' | 'Note',
  texts: { listed: string; adding?: string; changing?: string },
): Record<string, PathItem> {
  const sent = `${Noun}Input` as const;
  const changes = Noun === 'Note' ? sent : (`${Noun}Changes` as const);
  return {
    [`/api/pipelines/{id}/${noun}s`]: {
      get: {
        ...read(`list${Noun}s`, texts.listed, list(Noun, `The ${noun}s.`, TOTAL)),
        parameters: SLICE,
      },
      post: write(
        `add${Noun}`,
        `Add a ${noun}`,
        sent,
        { 201: answer(Noun, `The new ${noun}.`, LOCATION) },
        texts.adding,
      ),
    },
    [`/api/pipelines/{id}/${noun}s/{${noun}}`]: {
      get: read(`get${Noun}`, `A ${noun}`, answer(Noun, `The ${noun}.`)),
      put: write(
        `change${Noun}`,
        `Change a ${noun}`,
        changes,
        { 200: answer(Noun, `The ${noun} as it is now.`) },
        texts.changing,
      ),
      delete: deleted(`delete${Noun}`, `Delete a ${noun}`),
    },
  };
}
