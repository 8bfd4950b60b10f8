import { endpoints, type Invitation } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { accept, join, type JoinDependencies, readInvitation } from './accept.ts';
import { listOpen, type OpenInvitation } from './db.ts';
import { invite, sendAgain, withdraw } from './invite.ts';

const { team } = endpoints;

/** Invitations into the team, and their acceptance. */
export function invitationRoutes(dependencies: JoinDependencies): Route[] {
  const { database, clock } = dependencies;
  return [
    route(team.invitations, async () => {
      const now = clock.now();
      return { data: (await listOpen(database)).map((invitation) => presentInvitation(invitation, now)) };
    }),
    route(team.invite, async ({ caller, body }) => {
      await invite(dependencies, { caller, ...body });
      return { message: 'Invitation sent' };
    }),
    route(team.sendAgain, async ({ caller, params: { id } }) => {
      await sendAgain(dependencies, { caller, id });
      return { message: 'Invitation sent again' };
    }),
    route(team.withdraw, async ({ caller, params: { id } }) => {
      await withdraw(dependencies, { caller, id });
      return { message: 'Invitation withdrawn' };
    }),
    route(team.read, async ({ body: { token }, address }) => ({
      data: await readInvitation(dependencies, { token, address }),
    })),
    route(team.join, async ({ body: { first_name: firstName, last_name: lastName, ...body }, address }) => {
      await join(dependencies, { firstName, lastName, ...body, address });
      return { message: 'Welcome to the team. Please log in.' };
    }),
    route(team.accept, async ({ caller, body: { token, ...proof }, address }) => {
      await accept(dependencies, { caller, token, proof, address });
      return { message: 'You have joined the team. Please log in again.' };
    }),
  ];
}

const presentInvitation = (invitation: OpenInvitation, now: Date): Invitation => {
  const { id, email, role, by, invitedAt, expiresAt } = invitation;
  const isExpired = expiresAt !== null && expiresAt <= now;
  const times = { invitedAt: invitedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null };
  return { id, email, role, by, ...times, isExpired };
};
