import { sql } from 'kysely'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { claimsAsked, memberOutcomes } from '#shared/areas/sso/memberClaims.ts'
import type { Led } from '#shared/areas/sso/memberClaims.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { text } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { claimsFrom } from '../claims.ts'
import type { Claims } from '../claims.ts'
import { comerFrom, memberLeadOf } from './lead.ts'
import type { Comer, ManualGroup, MemberLead } from './lead.ts'
import { asMemberSignOn } from './settings.ts'
import type { MemberSignOn } from './settings.ts'
import { mobileSsoOutcomeMessages as say } from './messages.ts'

/** What a sign-in with these claims would lead to at the store (screens.md, Member mobile sign-on); nothing is kept. */
export const leadCall: Call = {
  kind: 'read',
  needs: `${memberSignOns.permission}:read`,
  method: 'get',
  path: '/memberSignOns/:id/lead',
  summary:
    "Preview a member's sign-in from an ID token or its claims as JSON, in the query parameter `claims`",
  success: {
    status: 200,
    schema: object({ outcome: { type: 'string', enum: memberOutcomes }, sentence: text }),
  },
  async answer(asked, { db }, caller) {
    const id = recordIdOf(memberSignOns, asked)
    const record = await readRecord(db, scopedTo(caller, memberSignOns), id)
    const claims = claimsIn(asked.query.get('claims') ?? '')
    return { status: 200, body: await ledBy(db, asMemberSignOn(record), claims) }
  },
}

/** The claims of an ID token, which is not verified here, or of JSON; null where it is neither. */
function claimsIn(given: string): Claims | null {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(given.trim()) ?? []
  const json = payload ? Buffer.from(payload, 'base64url').toString() : given
  try {
    const said: unknown = JSON.parse(json.slice(0, claimsAsked.claims.max))
    return typeof said === 'object' && said !== null ? claimsFrom(said) : null
  } catch {
    return null
  }
}

/** What claims lead to at a store, by the settings as they were saved; null are none. */
export async function ledBy(
  connection: Connection,
  setUp: MemberSignOn,
  claims: Claims | null,
): Promise<Led> {
  if (!claims) return { outcome: 'refused', sentence: say.notClaims }
  const { rows: groups } = await sql<ManualGroup>`
    select id, name from member_groups where store_id = ${setUp.storeId} and type = 'manual'
    order by id`.execute(connection)
  const comer = comerFrom(claims, setUp, groups)
  const { rows } = await sql<{ id: number; active: boolean }>`
    select id, active from members
    where store_id = ${setUp.storeId} and lower(email) = ${comer?.email ?? ''}`.execute(connection)
  const [member] = rows
  const byEmail = member && { ...member, signOnId: null }
  const lead = memberLeadOf(comer, setUp, { byId: undefined, byEmail })
  return { outcome: lead.outcome, sentence: sentenceOf(lead, groups) }
}

function sentenceOf(lead: MemberLead, groups: readonly ManualGroup[]): string {
  if (lead.outcome === 'refused') return lead.sentence
  const who = nameOf(lead.comer)
  if (lead.outcome === 'signIn') return say.wouldSignIn(who)
  const { groupId } = lead.comer
  const group = groups.find(({ id }) => id === groupId)?.name ?? null
  return say.wouldCreate(who, group)
}

const nameOf = ({ name, email, signOnId }: Comer) =>
  `${email ?? signOnId}${name ? ` (${name})` : ''}`
