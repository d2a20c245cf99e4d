import { z } from 'zod';
import { ContactAnswer } from '~/models/contact/json';
import { ContactChanges, ContactInput } from '~/models/contact/schema';
import { DecisionAnswer } from '~/models/decision/json';
import { DecisionInput } from '~/models/decision/schema';
import { EvaluationAnswer } from '~/models/evaluation/json';
import { EvaluationInput } from '~/models/evaluation/schema';
import { FieldAnswer } from '~/models/field/json';
import { FieldChanges, NewField } from '~/models/field/schema';
import { ImportAnswer, ImportDone, ImportPreview, UndoAnswer } from '~/models/import/json.server';
import { MemberAnswer, MembersInput } from '~/models/member/json';
import { MergeAnswer, MergeInput } from '~/models/merge/schema';
import { NoteAnswer } from '~/models/note/json';
import { NoteInput } from '~/models/note/schema';
import { PipelineAnswer, SavedPipelineAnswer } from '~/models/pipeline/json';
import { NewPipeline, PipelineEdit } from '~/models/pipeline/schema';
import { FileAnswer } from '~/models/file/json';
import { InsightsAnswer } from '~/models/insights/json';
import { ReviewAnswer } from '~/models/review/json';
import { OwnTaskAnswer, TaskAnswer } from '~/models/task/json';
import { TaskChanges, TaskInput } from '~/models/task/schema';
import { NewShareAnswer, ShareAnswer } from '~/models/share/json';
import { ShareInput } from '~/models/share/schema';
import { StageAnswer } from '~/models/stage/json';
import { LoginAnswer, OwnerAnswer, SignupAnswer, UserAnswer } from '~/models/user/json';
import { LoginWithCode } from '~/models/second-factor/schema';
import { AddUser, ChangeGroup, CreateManager, Signup } from '~/models/user/schema';

const RefusalAnswer = z.object({
  message: z.string(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe(
      'One entry for each invalid field. path names the field; entries of a list are named by their position.',
    )
    .optional(),
  id: z
    .string()
    .describe('The reference of the request in the server log. Only with status 500.')
    .optional(),
});

const MessageAnswer = z.object({ message: z.string() });

/** What requests carry, by the name in the description. */
export const BODIES = {
  PipelineInput: NewPipeline,
  PipelineChanges: PipelineEdit,
  EvaluationInput,
  ContactInput,
  ContactChanges,
  TaskInput,
  TaskChanges,
  NoteInput,
  MembersInput,
  MergeInput,
  ShareInput,
  NewField,
  FieldChanges,
  DecisionInput,
  Login: LoginWithCode,
  Signup,
  AddUser,
  CreateManager,
  ChangeGroup,
};
/** What is answered. */
export const ANSWERS = {
  User: UserAnswer,
  Owner: OwnerAnswer,
  Pipeline: PipelineAnswer,
  SavedPipeline: SavedPipelineAnswer,
  Evaluation: EvaluationAnswer,
  Contact: ContactAnswer,
  File: FileAnswer,
  Task: TaskAnswer,
  OwnTask: OwnTaskAnswer,
  Note: NoteAnswer,
  Member: MemberAnswer,
  Merge: MergeAnswer,
  Share: ShareAnswer,
  NewShare: NewShareAnswer,
  Field: FieldAnswer,
  Stage: StageAnswer,
  Decision: DecisionAnswer,
  Import: ImportAnswer,
  ImportDone,
  ImportPreview,
  Undo: UndoAnswer,
  Review: ReviewAnswer,
  Insights: InsightsAnswer,
  LoginAnswer,
  SignupAnswer,
  Message: MessageAnswer,
  Refusal: RefusalAnswer,
};
