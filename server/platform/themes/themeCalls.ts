import { sql } from 'kysely'
import { themes } from '#shared/resources/themes.ts'
import { themeVersions } from '#shared/resources/themeVersions.ts'
import { rolloutEvents } from '#shared/themes/rollout.ts'
import type { Call } from '../http/call.ts'
import { assignCall } from '../stores/assignCall.ts'
import type { Given } from '../stores/assignCall.ts'
import { reachParameter } from '../openapi/reachParameter.ts'
import { listOf, orNull, text, whole } from '../openapi/schema.ts'
import { object, recordSchemas } from '../openapi/schemas.ts'
import { scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { answerRollout, changeRollout } from './rollout.ts'
import { answerSettings, saveSettings } from './settings.ts'

/** How a theme is assigned to stores. */
export const themeAssignment: Given = {
  resource: themes,
  one: 'a theme',
  field: 'themeId',
  inherited: sql`select theme_id from store_defaults`,
  say: {
    same: 'Stores: All of them wear this theme already',
    already: 'It is worn already, and nothing changes,',
    none: 'no theme',
  },
  refuse: ({ status }) =>
    status === 'published' ? null : 'Stores wear themes that are published, and this one is not.',
}

/** The calls of themes besides those that every resource has (shared/themes/themeCalls.ts). */
export const themeCalls: readonly Call[] = [
  assignCall(themeAssignment),
  {
    kind: 'read',
    needs: `${themes.permission}:read`,
    method: 'get',
    path: '/themes/:id/settings',
    summary: 'What the latest version of a theme lets one choose, and what was chosen',
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
    summary: 'Choose the colors and typefaces of a theme, all of them',
    query: [reachParameter('the stores that wear it')],
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
    summary:
      'How many stores are in which stage of a rollout, what changed for which, and which steps are blocked',
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
    summary: 'Start, widen, pause, continue or take back the rollout of a version',
    query: [reachParameter('the stores whose version that changes')],
    body: object({ event: { enum: Object.keys(rolloutEvents) } }),
    ifMatch: 'required',
    success: { status: 200, schema: object({ rollout: text, job: orNull(whole) }) },
    refusals: [409, 413, 415, 428],
    answer: changeRollout,
  },
]
