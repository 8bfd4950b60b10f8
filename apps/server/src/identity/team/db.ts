import type { StaffRole, UserId } from '@kobogate/contract';
import { roleOf } from '../../controls/index.ts';
import type { Connection } from '../../platform/database.ts';

/** A person of the team. */
export interface StaffMember {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly since: Date | null;
  readonly lastSeenAt: Date | null;
  readonly hasSecondFactor: boolean;
}

/** Everyone who has a role, by name. */
export function listStaff(connection: Connection): Promise<StaffMember[]> {
  return connection.query(
    `select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, ${roleOf('u')} as role,
       u.verified_at as "verifiedAt", u.disabled_at as "disabledAt", u.admin_since as since,
       (select max(s.last_seen_at) from session s where s.user_id = u.id) as "lastSeenAt",
       exists (select 1 from totp t where t.user_id = u.id) or exists (select 1 from passkey p where p.user_id = u.id)
         as "hasSecondFactor"
     from app_user u where u.is_admin or u.staff_role is not null order by name, u.id`,
  );
}
