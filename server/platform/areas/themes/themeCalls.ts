import { sql } from 'kysely'
import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { assignCall } from '../stores/assignCall.ts'
import type { Given } from '../stores/assignCall.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { answerRollout, changeRollout } from './rollout.ts'
import { answerSettings, saveSettings } from './settings.ts'
import { themeAssignmentMessages } from './messages.ts'

/** How a theme is assigned to stores. */
export const themeAssignment: Given = {
  resource: themes,
  one: themeAssignmentMessages.one,
  field: 'themeId',
  inherited: sql`select theme_id from store_defaults`,
  say: {
    same: themeAssignmentMessages.same,
    already: themeAssignmentMessages.already,
    none: themeAssignmentMessages.none,
  },
  refuse: ({ status }) => (status === 'published' ? null : themeAssignmentMessages.notPublished),
}

/** The calls of themes besides those that every resource has (shared/areas/themes/themeCalls.ts). */
export const themeCalls: readonly Call[] = [
  assignCall(themeAssignment),
  {
    kind: 'read',
    needs: `${themes.permission}:read`,
    method: 'get',
    path: '/themes/:id/settings',
    summary:
      "Get the color and font settings in a theme's latest version, with the theme's saved values",
    success: {
      status: 200,
      schema: object({
        semver: orNull(text),
        colours: listOf(object({ name: text, label: text, initial: text, on: orNull(text) })),
        fonts: listOf(object({ name: text, label: text, initial: text, options: listOf(text) })),
        values: object({}),
      }),
    },
    async answer(asked, { db }, caller) {
      const { id } = await readRecord(db, scopedTo(caller, themes), recordIdOf(themes, asked))
      return answerSettings(db, id)
    },
  },
  {
    kind: 'write',
    needs: `${themes.permission}:write`,
    method: 'put',
    path: '/themes/:id/settings',
    summary: "Set all of a theme's colors and fonts",
    query: [reachParameter('the stores that use the theme')],
    body: object({ values: { type: 'object' } }),
    ifMatch: 'required',
    success: { status: 200, schema: recordSchemas(themes).record },
    refusals: [409, 413, 415, 422, 428],
    answer: saveSettings,
  },
  {
    kind: 'read',
    needs: `${themeVersions.permission}:read`,
    method: 'get',
    path: '/themeVersions/:id/rollout',
    summary: "Get a rollout's stages, its changes by store, and any blocked steps",
    success: {
      status: 200,
      schema: object({
        stages: listOf(object({ share: whole, stores: whole, running: whole })),
        moved: listOf(
          object({
            storeId: whole,
            name: text,
            from: orNull(text),
            at: text,
            backAt: orNull(text),
          }),
        ),
        total: whole,
        pilots: orNull(object({ stores: whole, running: whole })),
        blocked: listOf(
          object({ event: text, sentence: text, link: orNull(object({ to: text, label: text })) }),
        ),
      }),
    },
    async answer(asked, { db }, caller) {
      const id = recordIdOf(themeVersions, asked)
      return answerRollout(
        db,
        await readRecord(db, scopedTo(caller, themeVersions), id),
        caller.storeIds,
      )
    },
  },
  {
    kind: 'write',
    needs: `${themeVersions.permission}:write`,
    method: 'post',
    path: '/themeVersions/:id/rollout',
    summary: "Start, widen, pause, resume, or roll back a version's rollout",
    query: [reachParameter('the stores whose version changes')],
    body: object({ event: { enum: Object.keys(rolloutEvents) } }),
    ifMatch: 'required',
    success: { status: 200, schema: object({ rollout: text, job: orNull(whole) }) },
    refusals: [409, 413, 415, 428],
    answer: changeRollout,
  },
]
