import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { providerMessages } from '#server/platform/areas/sso/operators/messages.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { toMidSentenceLabel } from '#shared/format/labels.ts'
import { resources } from '#shared/areas/index.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import { checkChanges } from '#server/platform/core/bulk/checkChanges.ts'
import { checkLineChange } from '#server/platform/core/imports/checkedLine.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { performWrite } from '#server/platform/core/http/performWrite.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { buildSetupValues } from '#tests/api/support/setups.ts'
import { createStore } from '#tests/api/support/stores.ts'

const destinations = resources.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, { destinationFields = [] }]) =>
    destinationFields.map((place) => ({ resource, name, place })),
  ),
)

/** A different value for each field that determines where a secret is sent. */
const otherValues: Record<string, unknown> = {
  host: 'mail.elsewhere.invalid',
  port: 465,
  security: 'none',
  verifyCertificate: false,
  issuer: 'https://login.elsewhere.invalid',
  domain: 'https://pool.elsewhere.invalid',
}

test.each(destinations)(
  '$resource.name: the form can edit $place, a destination of $name',
  (destination) => {
    const { resource, name, place } = destination
    expect(resource.fields[name]?.kind).toBe('secret')
    const field = resource.fields[place]
    expect(field && getKind(field).restorable && !field.immutable).toBe(true)
  },
)

describe.each(chooseDatabases('PGlite'))('Secret destinations on $name', (database) => {
  const platform = usePlatform(database)
  let callAsKeeper: Caller
  let account: TestAccount
  let callAsWriter: Caller
  beforeAll(async () => {
    callAsKeeper = await openSession(platform())
    const areas = new Set(
      destinations.map(({ resource }) => `${resource.permission}:write` as const),
    )
    account = await platform().addAccount([...areas])
    callAsWriter = await openSession(platform(), account)
  })

  describe.each(destinations)(
    '$resource.name: $place determines where $name is sent',
    (destination) => {
      const { resource, name, place } = destination
      // Accounts without every permission, such as that for secrets, change no provider at all.
      const needsEveryPermission = resource.name === signInProviders.name
      let record: { id: number; version: number }
      let changedPlace: object
      beforeAll(async () => {
        const values = buildSetupValues(await createStore(callAsKeeper))[resource.name]
        expect([values, otherValues[place]]).not.toContain(undefined)
        const body = {
          ...getInitialValues(resource),
          name: `Its ${place}`,
          ...values,
          [name]: 'a-secret-of-tests',
        }
        const answer = await callAsKeeper('POST', `/${resource.name}`, { body })
        expect([answer.status, answer.body.fields]).toEqual([201, undefined])
        record = answer.body
        changedPlace = { [place]: otherValues[place] }
        return async () => {
          await callAsKeeper('DELETE', `/${resource.name}/${record.id}`)
        }
      })
      const update = (caller: Caller, body: object) =>
        caller('PATCH', `/${resource.name}/${record.id}`, { body, ifMatch: record.version })
      const getLabel = (field: string) => resource.fields[field]?.label ?? field
      const formatRejection = () =>
        needsEveryPermission
          ? providerMessages.everyPermission
          : `${getLabel(place)} determines where the ${toMidSentenceLabel(getLabel(name))} is sent. To change ${getLabel(place)}, enter the ${toMidSentenceLabel(getLabel(name))} again, which requires the permission ${resource.permission}:secrets.`

      test("can't be changed without the secrets permission", async () => {
        if (needsEveryPermission) {
          expect(await update(callAsWriter, changedPlace)).toMatchObject({
            status: 403,
            body: { detail: formatRejection() },
          })
          return
        }
        expect(await update(callAsWriter, changedPlace)).toMatchObject({
          status: 422,
          body: { fields: { [place]: formatRejection() } },
        })
        expect(
          (await update(callAsWriter, { ...changedPlace, [name]: '' })).body.fields,
        ).toHaveProperty(place)
        expect((await update(callAsWriter, { ...changedPlace, [name]: 'another' })).status).toBe(
          403,
        )
        expect((await update(callAsWriter, { ...changedPlace, [name]: null })).status).toBe(403)
      })

      test('can be changed with the secrets permission if the secret is entered again', async () => {
        const enterAgain = `Enter the ${toMidSentenceLabel(getLabel(name))} again, because you changed ${getLabel(place)}.`
        const rejected = await update(callAsKeeper, changedPlace)
        expect([rejected.status, rejected.body.fields]).toEqual([422, { [name]: enterAgain }])
        const same = { [place]: Reflect.get(record, place) }
        expect((await update(callAsKeeper, same)).body).toMatchObject({ version: record.version })
        const accepted = await update(callAsKeeper, {
          ...changedPlace,
          [name]: 'a-secret-of-tests',
        })
        expect([accepted.status, accepted.body.fields]).toEqual([200, undefined])
        record = accepted.body
      })

      test('bulk changes and imports follow the same rule', async () => {
        const resourceModule = getResourceModule(resource.name)
        const caller = await findActiveOperator(platform().platform.db, account.id)
        if (!resourceModule || !caller) throw new Error('There is none')
        const scoped = limitToCaller(caller, resourceModule)
        const previousValue = {
          [place]: Reflect.get(
            {
              ...getInitialValues(resource),
              ...buildSetupValues({ id: 0, code: '' })[resource.name],
            },
            place,
          ),
        }
        const [bulkRejection, importRejection] = await performWrite(
          async (change) => {
            const getChanges = () => previousValue
            const [one] = await checkChanges(
              scoped,
              change,
              [{ ...record, version: null, getChanges }],
              {},
            )
            // It reads only the part of a row's work that every write has.
            const work = change as never
            const checkedLine =
              one?.before && (await checkLineChange(scoped, work, one.before, previousValue))
            return { status: 200, body: [one?.rejection, checkedLine?.reasons] }
          },
          { id: 'a-test', ip: '' } as never, // The rest is used only by HTTP calls.
          platform().platform,
          { ...caller, tokenId: 0, factorConfirmedAt: null },
        ).then(({ body }) => body as [string, string[]])
        expect(bulkRejection).toContain(formatRejection())
        expect(importRejection).toContain(formatRejection())
      })
    },
  )
})
