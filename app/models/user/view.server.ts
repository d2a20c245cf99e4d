import { appUrl } from '~/env.server';
import {
  mayChangeGroup,
  mayCreateManagers,
  mayDecideOn,
  mayDeleteUser,
  mayDisable,
  mayHandOverLink,
  type Viewer,
} from '~/models/access';
import {
  type Account,
  adminStats,
  countAccounts,
  listAccounts,
  listDecisions,
} from './list.server';
import { type Locale, formatDate, formatDateTime } from '~/models/dates';
import { approvedMail, rejectedMail } from '~/models/mail/letters';
import { sendsMail } from '~/models/mail/send.server';
import { readPipelineQuery } from '~/models/pipeline/fields';
import { countPipelines } from '~/models/pipeline/figures.server';
import { displayName } from '~/models/text';
import { roleLabel } from './fields';
import { findOwner, getUser, listOwners } from './write.server';
import { detailsView, pageOf, readListPage } from '~/models/pipeline/view.server';

/** What the admin area's three tabs show, as strings formatted here; each with the figures above the tabs. */

/** More owners than this are searched for, not chosen from. */
const MAX_CHOICES = 200;

export type Figures = Awaited<ReturnType<typeof adminStats>>;

function accountView(viewer: Viewer, account: Account, locale: Locale) {
  const { id, email, firstName, lastName, group, approvalStatus, createdAt } = account;
  return {
    id,
    email,
    name: firstName || lastName ? displayName(account) : undefined,
    role: roleLabel(account),
    group,
    status: approvalStatus,
    isDisabled: account.disabledAt !== null || undefined,
    created: formatDate(createdAt, locale),
    createdAt: formatDateTime(createdAt, locale),
    mayDecide: mayDecideOn(viewer, account),
    mayDelete: mayDeleteUser(viewer, account),
    mayChangeGroup: mayChangeGroup(viewer, account),
  };
}
export type AccountView = ReturnType<typeof accountView>;

/** One account and what the viewer may do with it. Throws 404. */
export async function accountPageView(viewer: Viewer, id: string, locale: Locale) {
  const account = await getUser(id);
  return {
    account: {
      ...accountView(viewer, account, locale),
      disabled: account.disabledAt ? formatDateTime(account.disabledAt, locale) : undefined,
      mayDisable: mayDisable(viewer, account),
      mayHandOverLink: mayHandOverLink(viewer, account),
    },
    sendsMail,
  };
}

/** User Management: one page of the accounts that match the search. */
export async function usersView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const search = params.get('search')?.trim() ?? '';
  const [figures, total] = await Promise.all([
    adminStats(viewer),
    countAccounts(viewer, { search }),
  ]);
  const { pager, slice } = pageOf(params, total);
  const accounts = await listAccounts(viewer, { search }, slice);
  const mayCreate = mayCreateManagers(viewer);
  return {
    figures,
    search,
    pager,
    rows: accounts.map((account) => accountView(viewer, account, locale)),
    mayCreateManagers: mayCreate,
    dialog:
      mayCreate && params.has('manager')
        ? ('manager' as const)
        : params.has('add')
          ? ('user' as const)
          : undefined,
  };
}

/** User Approvals: one page of who waits, and the latest decisions. */
export async function approvalsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const figures = await adminStats(viewer);
  const { pager, slice } = pageOf(params, figures.pending);
  const [pending, decisions] = await Promise.all([
    listAccounts(viewer, { status: 'pending' }, slice),
    listDecisions(viewer),
  ]);
  return {
    figures,
    pager,
    pending: pending.map((account) => accountView(viewer, account, locale)),
    decisions: decisions.map((account) => ({
      ...accountView(viewer, account, locale),
      decided: account.decidedAt ? formatDateTime(account.decidedAt, locale) : '',
      letter: sendsMail ? undefined : decisionLetter(account),
    })),
  };
}

function decisionLetter(account: Account) {
  return account.approvalStatus === 'approved'
    ? approvedMail(account, appUrl)
    : rejectedMail(account);
}

/** All Pipelines: one page of the deals that match, and whose deals can be asked for. */
export async function pipelinesView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = readPipelineQuery(params);
  const [figures, total, owner, details] = await Promise.all([
    adminStats(viewer),
    countPipelines(viewer, query),
    query.userId ? findOwner(viewer, query.userId) : undefined,
    detailsView(viewer, params.get('details'), locale),
  ]);
  const [list, owners] = await Promise.all([
    readListPage(viewer, query, params, locale, total),
    figures.users <= MAX_CHOICES ? listOwners(viewer) : undefined,
  ]);
  const choices = owners?.map(({ id, firstName, email }) => ({
    value: id,
    label: firstName ? `${firstName} (${email})` : email,
  }));
  return {
    figures,
    query,
    list,
    owner: owner && (owner.firstName || owner.email),
    owners: choices,
    details,
  };
}
