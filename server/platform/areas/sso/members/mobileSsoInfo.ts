import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import type { MobileSsoInfo } from '#shared/areas/sso/mobileSsoCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import { stringSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findLastTestSignIn } from '../pendingSignIns.ts'
import { lastTestSchema } from '../adminSsoCalls.ts'
import { createSsoTestTicket } from '../tickets.ts'
import { previewMemberSignIn } from './claimMappingCall.ts'
import { toMobileSsoSetup, mobileSsoPaths, loadStoreOrigin } from './mobileSsoSettings.ts'
import type { MobileSsoSetup } from './mobileSsoSettings.ts'

/**
 * The call for what a test sign-in needs: the redirect URI to register, the URL that begins it,
 * and the last result.
 */
export const mobileSsoInfoCall: Call = {
  kind: 'read',
  permission: `${memberSignOns.permission}:read`,
  method: 'get',
  path: '/memberSignOns/:id/sides',
  summary:
    'Get the redirect URI to register at the provider, the test sign-in URL, and the last test sign-in',
  success: {
    status: 200,
    schema: objectSchema({
      redirectUri: stringSchema,
      testUrl: stringSchema,
      lastTest: lastTestSchema,
    }),
  },
  async handler(request, platform, caller) {
    const { db, secrets, now } = platform
    const id = parseRecordId(memberSignOns, request)
    const settings = toMobileSsoSetup(
      await loadRecord(db, limitToCaller(caller, memberSignOns), id),
    )
    const origin = await loadStoreOrigin(platform, settings)
    const owner = { of: 'memberSignOns', id } as const
    const ticket = hasPermission(`${memberSignOns.permission}:write`, caller)
      ? createSsoTestTicket(secrets, { ...owner, actor: caller.email }, now())
      : ''
    const body: MobileSsoInfo = {
      redirectUri: origin + mobileSsoPaths.callback,
      testUrl: ticket === '' ? '' : `${origin}${mobileSsoPaths.test}?ticket=${ticket}`,
      lastTest: await loadLastMobileTest(db, settings),
    }
    return { status: 200, body }
  },
}

async function loadLastMobileTest(
  db: Connection,
  settings: MobileSsoSetup,
): Promise<MobileSsoInfo['lastTest']> {
  const flow = await findLastTestSignIn(db, { of: 'memberSignOns', id: settings.id })
  if (!flow) return null
  const { actor, claims, answeredAt, begunAt } = flow
  return {
    at: answeredAt ?? begunAt,
    actor,
    claims,
    ...(await previewMemberSignIn(db, settings, claims)),
  }
}
