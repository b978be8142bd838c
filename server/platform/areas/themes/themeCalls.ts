import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import { guardProperties } from '#server/platform/core/guards/guardInput.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import {
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { loadRollout, handleChangeThemeRollout } from './rollout.ts'
import { loadThemeSettings, handleSaveThemeSettings } from './themeSettings.ts'

/**
 * The calls of themes, in addition to those of every resource (shared/areas/themes/themeCalls.ts).
 */
export const themeCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${themes.permission}:read`,
    method: 'get',
    path: '/themes/:id/settings',
    summary:
      "Get the color and font settings in a theme's latest version, with the theme's saved values",
    success: {
      status: 200,
      schema: objectSchema({
        semver: nullableSchema(stringSchema),
        colours: arraySchema(
          objectSchema({
            name: stringSchema,
            label: stringSchema,
            initial: stringSchema,
            on: nullableSchema(stringSchema),
          }),
        ),
        fonts: arraySchema(
          objectSchema({
            name: stringSchema,
            label: stringSchema,
            initial: stringSchema,
            options: arraySchema(stringSchema),
          }),
        ),
        values: objectSchema({}),
      }),
    },
    async handler(request, { db }, caller) {
      const { id } = await loadRecord(
        db,
        limitToCaller(caller, themes),
        parseRecordId(themes, request),
      )
      return loadThemeSettings(db, id)
    },
  },
  {
    kind: 'write',
    permission: `${themes.permission}:write`,
    method: 'put',
    path: '/themes/:id/settings',
    summary: "Set all of a theme's colors and fonts",
    query: [impactParameter],
    body: objectSchema({ values: { type: 'object' } }),
    ifMatch: 'required',
    success: { status: 200, schema: buildRecordSchemas(themes).record },
    handler: handleSaveThemeSettings,
  },
  {
    kind: 'read',
    permission: `${themeVersions.permission}:read`,
    method: 'get',
    path: '/themeVersions/:id/rollout',
    summary: "Get a rollout's stages, its changes by store, and any blocked steps",
    success: {
      status: 200,
      schema: objectSchema({
        stages: arraySchema(
          objectSchema({ share: integerSchema, stores: integerSchema, running: integerSchema }),
        ),
        moved: arraySchema(
          objectSchema({
            storeId: integerSchema,
            name: stringSchema,
            from: nullableSchema(stringSchema),
            at: stringSchema,
            backAt: nullableSchema(stringSchema),
          }),
        ),
        total: integerSchema,
        guard: objectSchema({
          name: nullableSchema(stringSchema),
          percent: nullableSchema(integerSchema),
          rise: nullableSchema(stringSchema),
        }),
        pilots: nullableSchema(objectSchema({ stores: integerSchema, running: integerSchema })),
        blocked: arraySchema(
          objectSchema({
            event: stringSchema,
            sentence: stringSchema,
            link: nullableSchema(objectSchema({ to: stringSchema, label: stringSchema })),
          }),
        ),
      }),
    },
    async handler(request, { db }, caller) {
      const id = parseRecordId(themeVersions, request)
      return loadRollout(
        db,
        await loadRecord(db, limitToCaller(caller, themeVersions), id),
        caller.storeIds,
      )
    },
  },
  {
    kind: 'write',
    permission: `${themeVersions.permission}:write`,
    method: 'post',
    path: '/themeVersions/:id/rollout',
    summary: "Start, widen, pause, resume, or roll back a version's rollout",
    query: [impactParameter],
    body: objectSchema({ event: { enum: Object.keys(rolloutEvents) }, ...guardProperties }, [
      'event',
    ]),
    ifMatch: 'required',
    success: {
      status: 200,
      schema: objectSchema({ rollout: stringSchema, job: nullableSchema(integerSchema) }),
    },
    handler: handleChangeThemeRollout,
  },
]
