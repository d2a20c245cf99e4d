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

const KEEPS = 'A missing key is left unchanged; null clears the value';
const ONLY_OWN = {
  403: refusal("The note is someone else's, or the caller or their API token may not do this."),
};

const contacts = partPaths('contact', 'Contact', {
  listed: 'List the contacts of a deal, in the order they were added',
  changing: `${KEEPS}.`,
});
const tasks = partPaths('task', 'Task', {
  listed: 'List the tasks of a deal: open ones first, soonest first, then completed ones',
  adding: '`userId` must be someone who can see the deal. The default is the caller.',
  changing: `${KEEPS}. Clearing the day also clears the time.`,
});
const notes = partPaths('note', 'Note', {
  listed: 'List the notes of a deal, newest first',
  adding:
    '`@` and a first name mentions someone who can see the deal. Use `@` and the email where two people share a first name.',
});
const allNotes = notes['/api/pipelines/{id}/notes']!.get!;

/** What belongs to a deal, but for its files. */
export const PART_PATHS: Record<string, PathItem> = {
  ...contacts,
  ...tasks,
  '/api/tasks': {
    get: shown(
      'listOwnTasks',
      "List the caller's open tasks, soonest first",
      list('OwnTask', 'The tasks.'),
      { description: 'At most 1,000 tasks, all on deals that the caller can see.' },
    ),
  },
  '/api/pipelines/{id}/notes': {
    ...notes['/api/pipelines/{id}/notes'],
    get: { ...allNotes, responses: { ...allNotes.responses, ...TOO_MANY_EXPORTS } },
  },
  '/api/pipelines/{id}/notes/{note}': {
    ...notes['/api/pipelines/{id}/notes/{note}'],
    put: write('changeNote', "Change one of the caller's notes", 'NoteInput', {
      200: answer('Note', 'The updated note.'),
      ...ONLY_OWN,
    }),
    delete: deleted('deleteNote', "Delete one of the caller's notes", ONLY_OWN),
  },
  '/api/pipelines/{id}/members': {
    get: read(
      'listMembers',
      'List the colleagues on a deal, by name',
      list('Member', 'The colleagues.'),
    ),
    put: write(
      'setMembers',
      'Replace the colleagues on a deal',
      'MembersInput',
      { 200: list('Member', 'The updated list of colleagues.'), ...NOT_IN_CHARGE },
      "Colleagues can see, edit and evaluate the deal and write notes. The owner's id is ignored.",
    ),
  },
  '/api/pipelines/{id}/shares': {
    get: {
      operationId: 'listShares',
      summary: 'List the shared pages of a deal, latest last day first',
      responses: {
        200: list('Share', 'The shared pages, at most 100.'),
        ...READ,
        ...NOT_IN_CHARGE,
      },
    },
    post: write(
      'createShare',
      'Create a shared page, which can be read without an account',
      'ShareInput',
      {
        201: answer('NewShare', 'The new shared page, with its address.'),
        ...NOT_IN_CHARGE,
      },
    ),
  },
  '/api/pipelines/{id}/shares/{share}': {
    delete: deleted('endShare', 'End a shared page'),
  },
  '/api/pipelines/{id}/decisions': {
    get: read(
      'listDecisions',
      'List the decisions to close a deal, newest first',
      list('Decision', 'The decisions.'),
    ),
    post: write(
      'decide',
      'Close a deal: move it to a stage of the kind won, lost or parked, with the reason',
      'DecisionInput',
      { 201: answer('Decision', 'The new decision.') },
      'The reason is required if the fund has made it so. `PUT /api/pipelines/{id}` with such a stage closes the deal without a reason or text.',
    ),
  },
  '/api/pipelines/{id}/merge': {
    post: write(
      'mergePipelines',
      'Merge another deal into this one',
      'MergeInput',
      {
        201: answer('Merge', 'The new merge.'),
        403: refusal(
          'The caller is neither staff nor the owner of both deals, or may not do this.',
        ),
      },
      'This deal keeps its owner and stage. Everything that belongs to the other deal moves here, its owner becomes a colleague, and its addresses redirect here. The merge can be undone for 30 days.',
    ),
  },
  '/api/pipelines/{id}/merge/{merge}': {
    delete: {
      ...deleted('splitMerge', 'Split two merged deals', {
        403: refusal('The caller is only a colleague on the deal, or may not do this.'),
        409: refusal(
          'The deals have already been split, the 30 days have passed, or one of the deals has been deleted.',
        ),
      }),
      description:
        'Each deal is as it was before the merge. Anything changed or added since stays on the deal where it is.',
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
      get: read(`get${Noun}`, `Get a ${noun}`, answer(Noun, `The ${noun}.`)),
      put: write(
        `change${Noun}`,
        `Change a ${noun}`,
        changes,
        { 200: answer(Noun, `The updated ${noun}.`) },
        texts.changing,
      ),
      delete: deleted(`delete${Noun}`, `Delete a ${noun}`),
    },
  };
}
