import { AttachmentAnswer } from '~/domain/attachment/json';
import { CollaboratorAnswer, CollaboratorsInput } from '~/domain/collaborator/json';
import { ContactAnswer } from '~/domain/contact/json';
import { ContactChanges, ContactInput } from '~/domain/contact/schema';
import { CustomFieldAnswer } from '~/domain/custom-field/json';
import { CustomFieldChanges, NewCustomField } from '~/domain/custom-field/schema';
import { DealAnswer, SavedDealAnswer } from '~/domain/deal/json';
import { DealEditInput, NewDealInput } from '~/domain/deal/schema';
import { DecisionAnswer } from '~/domain/decision/json';
import { DecisionInput, OutcomeInput } from '~/domain/decision/schema';
import { AddedEmailAnswer } from '~/domain/email/json';
import { EvaluationAnswer } from '~/domain/evaluation/json';
import { EvaluationInput } from '~/domain/evaluation/schema';
import {
  ImportAnswer,
  ImportDone,
  ImportPreview,
  UndoAnswer,
} from '~/domain/import/record/json.server';
import { AcceptInput, DeclineInput, JunkInput } from '~/domain/inbox/accept-schema';
import { AcceptedAnswer, InboxItemAnswer, KnownInboxItemAnswer } from '~/domain/inbox/json';
import { InboxInput } from '~/domain/inbox/schema';
import { InsightsAnswer } from '~/domain/insights/json';
import { MemoAnswer } from '~/domain/memo/json';
import { MemoInput } from '~/domain/memo/schema';
import { NoteAnswer } from '~/domain/note/json';
import { NoteInput } from '~/domain/note/schema';
import { MergeAnswer, MergeInput } from '~/domain/operations/merge/schema';
import { ReviewAnswer } from '~/domain/review/json';
import { RoundAnswer } from '~/domain/round/json';
import { RecuseInput, RoundInput, ScorecardInput } from '~/domain/round/schema';
import { LoginWithCode } from '~/domain/second-factor/schema';
import { NewShareAnswer, ShareAnswer } from '~/domain/share/json';
import { ShareInput } from '~/domain/share/schema';
import { StageAnswer } from '~/domain/stage/json';
import { OwnTaskAnswer, TaskAnswer } from '~/domain/task/json';
import { TaskChanges, TaskInput } from '~/domain/task/schema';
import { AddUser, ChangeGroup, ChangeRole, CreateManager } from '~/domain/user/admin-schema';
import { LoginAnswer, OwnerAnswer, SignupAnswer, UserAnswer } from '~/domain/user/json';
import { Signup } from '~/domain/user/login-schema';
import { ErrorAnswer, MessageAnswer } from '~/http/api/describe.server';

export const BODIES = {
  PipelineInput: NewDealInput,
  PipelineChanges: DealEditInput,
  EvaluationInput,
  ContactInput,
  ContactChanges,
  TaskInput,
  TaskChanges,
  NoteInput,
  MembersInput: CollaboratorsInput,
  MergeInput,
  ShareInput,
  NewField: NewCustomField,
  FieldChanges: CustomFieldChanges,
  DecisionInput,
  RoundInput,
  ScorecardInput: ScorecardInput,
  RecuseInput,
  OutcomeInput,
  MemoInput,
  InboxInput,
  AcceptInput,
  DeclineInput,
  JunkInput,
  Login: LoginWithCode,
  Signup,
  AddUser,
  CreateManager,
  ChangeGroup,
  ChangeRole,
};
export const ANSWERS = {
  User: UserAnswer,
  Owner: OwnerAnswer,
  Pipeline: DealAnswer,
  SavedPipeline: SavedDealAnswer,
  Evaluation: EvaluationAnswer,
  Contact: ContactAnswer,
  File: AttachmentAnswer,
  Task: TaskAnswer,
  OwnTask: OwnTaskAnswer,
  Note: NoteAnswer,
  AddedEmail: AddedEmailAnswer,
  Member: CollaboratorAnswer,
  Merge: MergeAnswer,
  Share: ShareAnswer,
  NewShare: NewShareAnswer,
  Field: CustomFieldAnswer,
  Stage: StageAnswer,
  Decision: DecisionAnswer,
  Round: RoundAnswer,
  Memo: MemoAnswer,
  InboxItem: InboxItemAnswer,
  KnownInboxItem: KnownInboxItemAnswer,
  AcceptedInboxItem: AcceptedAnswer,
  Import: ImportAnswer,
  ImportDone,
  ImportPreview,
  Undo: UndoAnswer,
  Review: ReviewAnswer,
  Insights: InsightsAnswer,
  LoginAnswer,
  SignupAnswer,
  Message: MessageAnswer,
  Refusal: ErrorAnswer,
};
