import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import type { MemberSides } from '#shared/areas/sso/memberClaims.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import { text } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lastTestOf } from '../flows.ts'
import { lastTestSchema } from '../signOnCalls.ts'
import { ticketFor } from '../tickets.ts'
import { ledBy } from './leadCall.ts'
import { asMemberSignOn, memberPaths, originOf } from './settings.ts'
import type { MemberSignOn } from './settings.ts'

/** What to register at the provider for a test sign-in, where one begins, and what the last one came to. */
export const sidesCall: Call = {
  kind: 'read',
  needs: `${memberSignOns.permission}:read`,
  method: 'get',
  path: '/memberSignOns/:id/sides',
  summary:
    'Get the redirect URI to register at the provider, the test sign-in URL, and the last test sign-in',
  success: {
    status: 200,
    schema: object({ redirectUri: text, testUrl: text, lastTest: lastTestSchema }),
  },
  async answer(asked, platform, caller) {
    const { db, secrets, now } = platform
    const id = recordIdOf(memberSignOns, asked)
    const settings = asMemberSignOn(await readRecord(db, scopedTo(caller, memberSignOns), id))
    const origin = await originOf(platform, settings)
    const owner = { of: 'memberSignOns', id } as const
    const ticket = holds(`${memberSignOns.permission}:write`, caller)
      ? ticketFor(secrets, { ...owner, actor: caller.email }, now())
      : ''
    const body: MemberSides = {
      redirectUri: origin + memberPaths.callback,
      testUrl: ticket === '' ? '' : `${origin}${memberPaths.test}?ticket=${ticket}`,
      lastTest: await lastTest(db, settings),
    }
    return { status: 200, body }
  },
}

async function lastTest(db: Connection, settings: MemberSignOn): Promise<MemberSides['lastTest']> {
  const flow = await lastTestOf(db, { of: 'memberSignOns', id: settings.id })
  if (!flow) return null
  const { actor, claims, answeredAt, begunAt } = flow
  return { at: answeredAt ?? begunAt, actor, claims, ...(await ledBy(db, settings, claims)) }
}
