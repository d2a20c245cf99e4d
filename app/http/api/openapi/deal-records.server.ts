import {
  describeAnswer,
  describeDelete,
  describeError,
  describeList,
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

const AUTHOR_ONLY = {
  403: describeError(
    "The note is someone else's, or the caller or their API token may not do this.",
  ),
};

const notePaths = buildRecordPaths('note', 'Note', {
  listSummary: 'List the notes of a deal, newest first',
  addDescription:
    '`@` and a first name mentions someone who can see the deal. Use `@` and the email where two people share a first name.',
});
const listNotes = notePaths['/api/pipelines/{id}/notes']!.get!;

/** Contacts, notes, tasks, collaborators, shares, decisions and merges of deals. */
export const DEAL_RECORD_PATHS: Record<string, PathItem> = {
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
    put: {
      ...describeWrite('setMembers', 'Replace the colleagues on a deal', 'MembersInput', {
        200: describeList('Member', 'The updated list of colleagues.'),
        ...MANAGERS_ONLY,
      }),
      description:
        "Colleagues can see, edit and evaluate the deal and write notes. The owner's id is ignored.",
    },
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
    post: {
      ...describeWrite(
        'decide',
        'Close a deal: move it to a stage of the kind won, lost or parked, with the reason',
        'DecisionInput',
        { 201: describeAnswer('Decision', 'The new decision.') },
      ),
      description:
        'The reason is required if the fund has made it so. `PUT /api/pipelines/{id}` with such a stage closes the deal without a reason or text.',
    },
  },
  '/api/pipelines/{id}/merge': {
    post: {
      ...describeWrite('mergePipelines', 'Merge another deal into this one', 'MergeInput', {
        201: describeAnswer('Merge', 'The new merge.'),
        403: describeError(
          'The caller is neither staff nor the owner of both deals, or may not do this.',
        ),
      }),
      description:
        'This deal keeps its owner and stage. Everything that belongs to the other deal moves here, its owner becomes a colleague, and its addresses redirect here. The merge can be undone for 30 days.',
    },
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

/** Describes the list of one kind of record, and each record. */
function buildRecordPaths(
  noun: 'contact' | 'task' | 'note',
  schemaName: 'Contact' | 'Task' | 'Note',
  texts: { listSummary: string; addDescription?: string; changeDescription?: string },
): Record<string, PathItem> {
  const sent = `${schemaName}Input` as const;
  const changes = schemaName === 'Note' ? sent : (`${schemaName}Changes` as const);
  return {
    [`/api/pipelines/{id}/${noun}s`]: {
      get: {
        ...describeRead(
          `list${schemaName}s`,
          texts.listSummary,
          describeList(schemaName, `The ${noun}s.`, TOTAL_COUNT),
        ),
        parameters: LIMIT_AND_OFFSET,
      },
      post: {
        ...describeWrite(`add${schemaName}`, `Add a ${noun}`, sent, {
          201: describeAnswer(schemaName, `The new ${noun}.`, LOCATION),
        }),
        description: texts.addDescription,
      },
    },
    [`/api/pipelines/{id}/${noun}s/{${noun}}`]: {
      get: describeRead(
        `get${schemaName}`,
        `Get a ${noun}`,
        describeAnswer(schemaName, `The ${noun}.`),
      ),
      put: {
        ...describeWrite(`change${schemaName}`, `Change a ${noun}`, changes, {
          200: describeAnswer(schemaName, `The updated ${noun}.`),
        }),
        description: texts.changeDescription,
      },
      delete: describeDelete(`delete${schemaName}`, `Delete a ${noun}`),
    },
  };
}
