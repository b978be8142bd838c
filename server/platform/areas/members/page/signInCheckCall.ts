import { sql } from 'kysely'
import { members } from '#shared/areas/members/members.ts'
import { signInCheckNames, signInCheckStates } from '#shared/areas/members/signInCheck.ts'
import { users } from '#shared/areas/users/users.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildCheckSchema } from './checkSchema.ts'
import { checkSignIn } from './signInCheck.ts'
import type { SignInFacts } from './signInCheck.ts'

async function loadSignInFacts(
  connection: Connection,
  memberId: number,
  caller: Caller,
): Promise<SignInFacts> {
  const { rows } = await sql<SignInFacts>`
    select name, email, active, erased_at is not null as is_erased,
      case when suspended_at is not null then
        jsonb_build_object('at', suspended_at, 'reason', suspended_reason) end as suspension,
      (select jsonb_build_object('id', id, 'name', name, 'status', status, 'statusReason', status_reason,
        'allowedEmailDomains', to_jsonb(allowed_email_domains))
        from stores where stores.id = members.store_id) as store,
      (select jsonb_build_object('state', state, 'problem', problem) from member_sign_ons
        where member_sign_ons.store_id = members.store_id) as sso,
      (select jsonb_build_object('at', time, 'result', result, 'cause', cause) from readable_audit
        where target_type = 'members' and target_id = members.id
          and event in ('members.signedIn', 'members.signInRefused')
        order by time desc, id desc limit 1) as last_sign_in,
      (select jsonb_build_object('at', time, 'status', status, 'problem', problem) from mails
        where store_id = members.store_id and lower(recipient) = lower(members.email)
        order by time desc, id desc limit 1) as last_email,
      (select state from integrations
        where integrations.store_id = members.store_id and kind = 'mail') as mail_state
    from members where id = ${memberId}`.execute(connection)
  const [facts] = rows
  if (!facts) throw new Error(`Member ${memberId} is gone`)
  return { ...facts, account: await loadAccount(connection, facts.email, caller) }
}

/** Loads the operator or store admin with this address, if the caller can read accounts. */
async function loadAccount(
  connection: Connection,
  email: string,
  caller: Caller,
): Promise<SignInFacts['account']> {
  if (!hasPermission(`${users.permission}:read`, caller)) return 'hidden'
  const { rows } = await sql<{ status: string; reason: string | null }>`
    select status, status_reason as reason
    from ${getVisibleRows(limitToCaller(caller, users), caller.storeIds)}
    where email = ${email.toLowerCase()}`.execute(connection)
  return rows[0] ?? null
}

export const signInCheckCall: Call = {
  kind: 'read',
  permission: `${members.permission}:read`,
  method: 'get',
  path: '/members/:id/signInCheck',
  summary:
    'Check what prevents a member from signing in: account, store, email domain, SSO, the last sign-in, lockout, and email delivery',
  success: {
    status: 200,
    schema: buildCheckSchema(signInCheckNames, signInCheckStates, 'storeId'),
  },
  async handler(request, { db }, caller) {
    const id = parseRecordId(members, request)
    await loadRecord(db, limitToCaller(caller, members), id)
    return { status: 200, body: checkSignIn(await loadSignInFacts(db, id, caller)) }
  },
}
