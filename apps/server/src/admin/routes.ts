import { endpoints } from '@kobogate/contract';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/identifiers.ts';
import { type Route, route } from '../platform/route.ts';
import { loadChainState, proveActs } from '../controls/index.ts';
import { closeOwnAccount, closeUserAccount, type CloseDependencies, viewClosing } from './closing/close-account.ts';
import { erasePast, type ErasingDependencies, viewErased } from './closing/erase-past.ts';
import { createAuditFile, listAudit } from './audit.ts';
import { exportOwnData, exportUserData, type ExportDependencies } from './export-person.ts';
import { listOrderViews } from './db.ts';
import { listUsers } from './list-users.ts';
import { setUserRole } from './set-user-role.ts';
import { setUserTier } from './set-user-tier.ts';
import { setUserState, type StateDependencies } from './set-user-state.ts';
import { drawEvidence, type PackDependencies, packEvidence } from './pack-evidence.ts';
import { viewEvidence } from './view-evidence.ts';
import { listWork, viewQueue, type QueueDependencies } from './work/list-work.ts';
import { addNote } from './notes/add-note.ts';
import { ownerOfOrder, requireUser, viewNotes } from './notes/list-notes.ts';
import { listTeam } from './team/list-team.ts';
import { nameOrderView } from './name-order-view.ts';
import { lookAt, viewLookers } from './presence.ts';
import { createDay } from './work/view-day.ts';
import { viewTimeline } from './view-timeline.ts';
import { viewUser, type ViewUserDependencies } from './view-user.ts';

const { admin, adminUsers, audit, closing, evidence, notes, personalData, team } = endpoints;

/** Users: found, viewed, disabled and enabled again. */
export function createAdmin(
  needs: StateDependencies &
    ViewUserDependencies &
    PackDependencies &
    ExportDependencies &
    QueueDependencies &
    CloseDependencies &
    ErasingDependencies,
) {
  // What decides nothing may be some seconds old.
  const stale = { ...needs, database: needs.database.stale };
  const readDay = createDay(stale);
  const writeAudit = createAuditFile(stale);
  const routes: Route[] = [
    route(admin.day, async () => ({ data: await readDay() })),
    route(admin.orderViews, async ({ caller }) => ({ data: await listOrderViews(needs.database, caller.userId) })),
    route(admin.nameOrderView, async ({ caller, body }) => ({
      data: await nameOrderView(needs, { userId: caller.userId, ...body }),
    })),
    route(admin.presence, async ({ caller }) => ({ data: await viewLookers(needs, caller.userId) })),
    route(admin.lookAt, async ({ caller, body: { orderId } }) => ({
      data: await lookAt(needs, { adminId: caller.userId, orderId }),
    })),
    route(admin.work, async ({ caller }) => ({ data: await listWork(needs, caller.role) })),
    route(admin.queue, ({ caller, query }) => viewQueue(needs, { role: caller.role, ...query })),
    route(audit.list, ({ query }) => listAudit(stale, query)),
    route(audit.download, async ({ caller, query }) => writeAudit(caller.userId, query)),
    route(audit.state, async () => {
      const { acts, proven, ...state } = await loadChainState(needs.database);
      const last = proven && { ...proven, at: proven.at.toISOString(), acts: Number(proven.acts) };
      return { data: { ...state, acts: Number(acts), proven: last } };
    }),
    route(audit.prove, async () => {
      const { at, acts, fingerprint, found } = await proveActs(needs);
      return {
        data: { at: at.toISOString(), acts: Number(acts), differences: found.length, fingerprint, found: [...found] },
      };
    }),
    route(evidence.read, async ({ params }) => ({ data: await viewEvidence(needs, params.id) })),
    route(evidence.download, async ({ params }) => drawEvidence(needs, await viewEvidence(needs, params.id))),
    route(evidence.pack, async ({ params }) => packEvidence(needs, params.id)),
    route(personalData.own, async ({ caller, body }) => ({ data: await exportOwnData(needs, { caller, ...body }) })),
    route(personalData.ofUser, async ({ caller, params, body: { reason } }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      return { data: await exportUserData(needs, { userId: params.id, caller, reason }) };
    }),
    route(closing.record, async () => ({ data: await viewErased(stale) })),
    route(closing.own, async ({ caller }) => ({ data: await viewClosing(needs, caller.userId) })),
    route(closing.close, async ({ caller, body }) => {
      await closeOwnAccount(needs, { caller, ...body });
      return { message: 'Your account is closed, and every device was signed out.' };
    }),
    route(closing.ofUser, async ({ params }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      return { data: await viewClosing(needs, params.id) };
    }),
    route(closing.closeUser, async ({ caller, params, body: { reason } }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      await closeUserAccount(needs, { userId: params.id, caller, reason });
      return { message: 'Account closed' };
    }),
    route(adminUsers.list, ({ query }) => listUsers(stale, query)),
    route(adminUsers.get, async ({ params }) => ({ data: await viewUser(needs, params.id) })),
    route(adminUsers.timeline, ({ params, query }) =>
      viewTimeline(needs, { userId: params.id, before: query.before, limit: query.limit }),
    ),
    route(team.list, async () => ({ data: await listTeam(needs) })),
    route(notes.ofOrder, async ({ params: { id } }) => ({
      data: await viewNotes(needs.database, await ownerOfOrder(needs.database, id), id),
    })),
    route(notes.ofUser, async ({ params: { id } }) => ({
      data: await viewNotes(needs.database, await requireUser(needs.database, id), null),
    })),
    route(notes.addToOrder, async ({ caller, params: { id }, body, idempotencyKey, onRepeat }) => {
      const userId = await ownerOfOrder(needs.database, id);
      return addNote(needs, { authorId: caller.userId, userId, orderId: id, ...body, idempotencyKey, onRepeat });
    }),
    route(notes.addToUser, async ({ caller, params: { id }, body, idempotencyKey, onRepeat }) => {
      const userId = await requireUser(needs.database, id);
      return addNote(needs, { authorId: caller.userId, userId, orderId: null, ...body, idempotencyKey, onRepeat });
    }),
    route(adminUsers.setTier, async ({ caller, params, body }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      await setUserTier(needs, { userId: params.id, caller, ...body });
      return { message: 'Tier saved', data: await viewUser(needs, params.id) };
    }),
    route(adminUsers.setRole, async ({ caller, params, body: { role, reason } }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      await setUserRole(needs, { userId: params.id, caller, role, reason });
      return {
        message: role === null ? 'Role taken away' : 'Role saved',
        data: await viewUser(needs, params.id),
      };
    }),
    route(adminUsers.setState, async ({ caller, params, body: { state, reason } }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      await setUserState(needs, { userId: params.id, caller, state, reason });
      return {
        message: state === 'disabled' ? 'Account disabled' : 'Account enabled',
        data: await viewUser(needs, params.id),
      };
    }),
  ];
  return {
    routes,
    handlers: [] as const,
    timers: [{ name: 'erase-past', everySeconds: 3600, run: () => erasePast(needs) }],
    queries: {},
  };
}
