import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import type { AppFiles } from '#shared/areas/sso/appLinkFiles.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { arraySchema, nullableSchema, stringSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { buildAppLinkFiles } from './appLinkFiles.ts'
import { claimMappingCall } from './claimMappingCall.ts'
import { toMobileSsoSetup, loadStoreOrigin } from './mobileSsoSettings.ts'
import { mobileSsoInfoCall } from './mobileSsoInfo.ts'

/**
 * The calls of mobile SSO, in addition to those of every integration
 * (shared/areas/sso/appLinkFiles.ts).
 */
export const mobileSsoCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${memberSignOns.permission}:read`,
    method: 'get',
    path: '/memberSignOns/:id/files',
    summary: "List the files that link a store's domain to its mobile app, with their URLs",
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(
          objectSchema({
            name: stringSchema,
            url: stringSchema,
            content: nullableSchema(stringSchema),
          }),
        ),
      }),
    },
    async handler(request, platform, caller) {
      const id = parseRecordId(memberSignOns, request)
      const record = await loadRecord(platform.db, limitToCaller(caller, memberSignOns), id)
      const app = toMobileSsoSetup(record)
      const origin = await loadStoreOrigin(platform, app)
      const data: AppFiles = buildAppLinkFiles(app, origin).map(({ name, path, content }) => ({
        name,
        url: origin + path,
        content: content && JSON.stringify(content, null, 2),
      }))
      return { status: 200, body: { data } }
    },
  },
  claimMappingCall,
  mobileSsoInfoCall,
]
