import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import type { AppFiles } from '#shared/areas/sso/appFiles.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { listOf, orNull, text } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { appFiles } from './files.ts'
import { leadCall } from './leadCall.ts'
import { asMemberSignOn, originOf } from './settings.ts'
import { sidesCall } from './sides.ts'

/** The calls of members' sign-on besides those of every integration (shared/areas/sso/appFiles.ts). */
export const memberSignOnCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${memberSignOns.permission}:read`,
    method: 'get',
    path: '/memberSignOns/:id/files',
    summary: "List the files that link a store's domain to its mobile app, with their URLs",
    success: {
      status: 200,
      schema: object({ data: listOf(object({ name: text, url: text, content: orNull(text) })) }),
    },
    async answer(asked, platform, caller) {
      const id = recordIdOf(memberSignOns, asked)
      const record = await readRecord(platform.db, scopedTo(caller, memberSignOns), id)
      const app = asMemberSignOn(record)
      const origin = await originOf(platform, app)
      const data: AppFiles = appFiles(app, origin).map(({ name, path, content }) => ({
        name,
        url: origin + path,
        content: content && JSON.stringify(content, null, 2),
      }))
      return { status: 200, body: { data } }
    },
  },
  leadCall,
  sidesCall,
]
