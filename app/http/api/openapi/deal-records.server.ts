import {
  describeAnswer,
  describeDelete,
  describeError,
  describeList,
  describeOpenRead,
  describeRead,
  describeWrite,
  LIMIT_AND_OFFSET,
  LOCATION,
  MANAGERS_ONLY,
  type PathItem,
  READ_ANSWERS,
  TOO_MANY_EXPORTS,
  TOTAL_COUNT,
} from './builders.server';

const PARTIAL_UPDATE = 'A missing key is left unchanged; null clears the value';
const AUTHOR_ONLY = {
  403: describeError(
    "The note is someone else's, or the caller or their API token may not do this.",
  ),
};

const contactPaths = buildRecordPaths('contact', 'Contact', {
  listed: 'List the contacts of a deal, in the order they were added',
  changing: `${PARTIAL_UPDATE}.`,
});
const taskPaths = buildRecordPaths('task', 'Task', {
  listed: 'List the tasks of a deal: open ones first, soonest first, then completed ones',
  adding: '`userId` must be someone who can see the deal. The default is the caller.',
  changing: `${PARTIAL_UPDATE}. Clearing the day also clears the time.`,
});
const notePaths = buildRecordPaths('note', 'Note', {
  listed: 'List the notes of a deal, newest first',
  adding:
    '`@` and a first name mentions someone who can see the deal. Use `@` and the email where two people share a first name.',
});
const listNotes = notePaths['/api/pipelines/{id}/notes']!.get!;

/** What belongs to a deal, but for its files. */
export const DEAL_RECORD_PATHS: Record<string, PathItem> = {
  ...contactPaths,
  ...taskPaths,
  '/api/tasks': {
    get: describeOpenRead(
      'listOwnTasks',
      "List the caller's open tasks, soonest first",
      describeList('OwnTask', 'The tasks.'),
      { description: 'At most 1,000 tasks, all on deals that the caller can see.' },
    ),
  },
  '/api/pipelines/{id}/notes': {
    ...notePaths['/api/pipelines/{id}/notes'],
    get: { ...listNotes, responses: { ...listNotes.responses, ...TOO_MANY_EXPORTS } },
  },
  '/api/pipelines/{id}/notes/{note}': {
    ...notePaths['/api/pipelines/{id}/notes/{note}'],
    put: describeWrite('changeNote', "Change one of the caller's notes", 'NoteInput', {
      200: describeAnswer('Note', 'The updated note.'),
      ...AUTHOR_ONLY,
    }),
    delete: describeDelete('deleteNote', "Delete one of the caller's notes", AUTHOR_ONLY),
  },
  '/api/pipelines/{id}/members': {
    get: describeRead(
      'listMembers',
      'List the colleagues on a deal, by name',
      describeList('Member', 'The colleagues.'),
    ),
    put: describeWrite(
      'setMembers',
      'Replace the colleagues on a deal',
      'MembersInput',
      { 200: describeList('Member', 'The updated list of colleagues.'), ...MANAGERS_ONLY },
      "Colleagues can see, edit and evaluate the deal and write notes. The owner's id is ignored.",
    ),
  },
  '/api/pipelines/{id}/shares': {
    get: {
      operationId: 'listShares',
      summary: 'List the shared pages of a deal, latest last day first',
      responses: {
        200: describeList('Share', 'The shared pages, at most 100.'),
        ...READ_ANSWERS,
        ...MANAGERS_ONLY,
      },
    },
    post: describeWrite(
      'createShare',
      'Create a shared page, which can be read without an account',
      'ShareInput',
      {
        201: describeAnswer('NewShare', 'The new shared page, with its address.'),
        ...MANAGERS_ONLY,
      },
    ),
  },
  '/api/pipelines/{id}/shares/{share}': {
    delete: describeDelete('endShare', 'End a shared page'),
  },
  '/api/pipelines/{id}/decisions': {
    get: describeRead(
      'listDecisions',
      'List the decisions to close a deal, newest first',
      describeList('Decision', 'The decisions.'),
    ),
    post: describeWrite(
      'decide',
      'Close a deal: move it to a stage of the kind won, lost or parked, with the reason',
      'DecisionInput',
      { 201: describeAnswer('Decision', 'The new decision.') },
      'The reason is required if the fund has made it so. `PUT /api/pipelines/{id}` with such a stage closes the deal without a reason or text.',
    ),
  },
  '/api/pipelines/{id}/merge': {
    post: describeWrite(
      'mergePipelines',
      'Merge another deal into this one',
      'MergeInput',
      {
        201: describeAnswer('Merge', 'The new merge.'),
        403: describeError(
          'The caller is neither staff nor the owner of both deals, or may not do this.',
        ),
      },
      'This deal keeps its owner and stage. Everything that belongs to the other deal moves here, its owner becomes a colleague, and its addresses redirect here. The merge can be undone for 30 days.',
    ),
  },
  '/api/pipelines/{id}/merge/{merge}': {
    delete: {
      ...describeDelete('splitMerge', 'Split two merged deals', {
        403: describeError('The caller is only a colleague on the deal, or may not do this.'),
        409: describeError(
          'The deals have already been split, the 30 days have passed, or one of the deals has been deleted.',
        ),
      }),
      description:
        'Each deal is as it was before the merge. Anything changed or added since stays on the deal where it is.',
    },
  },
};

/** The addresses of one kind of what belongs to a deal: all that a deal has, and each. */
function buildRecordPaths(
  noun: 'contact' | 'task' | 'note',
  Noun: 'Contact' | 'Task' | 'Note',
  texts: { listed: string; adding?: string; changing?: string },
): Record<string, PathItem> {
  const sent = `${Noun}Input` as const;
  const changes = Noun === 'Note' ? sent : (`${Noun}Changes` as const);
  return {
    [`/api/pipelines/{id}/${noun}s`]: {
      get: {
        ...describeRead(
          `list${Noun}s`,
          texts.listed,
          describeList(Noun, `The ${noun}s.`, TOTAL_COUNT),
        ),
        parameters: LIMIT_AND_OFFSET,
      },
      post: describeWrite(
        `add${Noun}`,
        `Add a ${noun}`,
        sent,
        { 201: describeAnswer(Noun, `The new ${noun}.`, LOCATION) },
        texts.adding,
      ),
    },
    [`/api/pipelines/{id}/${noun}s/{${noun}}`]: {
      get: describeRead(`get${Noun}`, `Get a ${noun}`, describeAnswer(Noun, `The ${noun}.`)),
      put: describeWrite(
        `change${Noun}`,
        `Change a ${noun}`,
        changes,
        { 200: describeAnswer(Noun, `The updated ${noun}.`) },
        texts.changing,
      ),
      delete: describeDelete(`delete${Noun}`, `Delete a ${noun}`),
    },
  };
}
