import { sql } from 'kysely'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { claimFields, memberSignInOutcomes } from '#shared/areas/sso/mobileSsoCalls.ts'
import type { ClaimMappingResult } from '#shared/areas/sso/mobileSsoCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { stringSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { parseClaims } from '../claims.ts'
import type { Claims } from '../claims.ts'
import { mapMember, getMemberSignInOutcome } from './memberClaimMapping.ts'
import type { MappedMember, ManualGroup, MemberSignInOutcome } from './memberClaimMapping.ts'
import { toMobileSsoSetup } from './mobileSsoSettings.ts'
import type { MobileSsoSetup } from './mobileSsoSettings.ts'
import { mobileSsoOutcomeMessages } from './messages.ts'

/**
 * Previews a sign-in with these claims at the store (screens.md, Member mobile sign-on). Saves
 * nothing.
 */
export const claimMappingCall: Call = {
  kind: 'read',
  permission: `${memberSignOns.permission}:read`,
  method: 'get',
  path: '/memberSignOns/:id/lead',
  summary:
    'Preview the sign-in of a member; the query parameter `claims` has an ID token or its claims as JSON',
  success: {
    status: 200,
    schema: objectSchema({
      outcome: { type: 'string', enum: memberSignInOutcomes },
      sentence: stringSchema,
    }),
  },
  async handler(request, { db }, caller) {
    const id = parseRecordId(memberSignOns, request)
    const record = await loadRecord(db, limitToCaller(caller, memberSignOns), id)
    const claims = parseClaimsParam(request.query.get('claims') ?? '')
    return { status: 200, body: await previewMemberSignIn(db, toMobileSsoSetup(record), claims) }
  },
}

/** Parses claims from an ID token, without verifying it, or from JSON; null if it's neither. */
function parseClaimsParam(text: string): Claims | null {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(text.trim()) ?? []
  const json = payload ? Buffer.from(payload, 'base64url').toString() : text
  try {
    const parsed: unknown = JSON.parse(json.slice(0, claimFields.claims.max))
    return typeof parsed === 'object' && parsed !== null ? parseClaims(parsed) : null
  } catch {
    return null
  }
}

/** Returns what claims lead to at a store under the saved settings. Null claims are rejected. */
export async function previewMemberSignIn(
  connection: Connection,
  setup: MobileSsoSetup,
  claims: Claims | null,
): Promise<ClaimMappingResult> {
  if (!claims) return { outcome: 'refused', sentence: mobileSsoOutcomeMessages.notClaims }
  const { rows: groups } = await sql<ManualGroup>`
    select id, name from member_groups where store_id = ${setup.storeId} and type = 'manual'
    order by id`.execute(connection)
  const mappedMember = mapMember(claims, setup, groups)
  const { rows } = await sql<{ id: number; active: boolean }>`
    select id, active from members
    where store_id = ${setup.storeId} and lower(email) = ${mappedMember?.email ?? ''}`.execute(
    connection,
  )
  const [member] = rows
  const byEmail = member && { ...member, signOnId: null }
  const result = getMemberSignInOutcome(mappedMember, setup, { byId: undefined, byEmail })
  return { outcome: result.outcome, sentence: formatOutcome(result, groups) }
}

function formatOutcome(result: MemberSignInOutcome, groups: readonly ManualGroup[]): string {
  if (result.outcome === 'refused') return result.sentence
  const memberName = formatMemberName(result.member)
  if (result.outcome === 'signIn') return mobileSsoOutcomeMessages.wouldSignIn(memberName)
  const { groupId } = result.member
  const group = groups.find(({ id }) => id === groupId)?.name ?? null
  return mobileSsoOutcomeMessages.wouldCreate(memberName, group)
}

const formatMemberName = ({ name, email, signOnId }: MappedMember) =>
  `${email ?? signOnId}${name ? ` (${name})` : ''}`
