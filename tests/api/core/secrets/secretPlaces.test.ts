import { beforeAll, describe, expect, test } from 'vitest'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { toPhrase } from '#shared/format/labels.ts'
import { resources } from '#shared/areas/index.ts'
import { findAccount } from '#server/platform/core/auth/tokens.ts'
import { createResourceModules } from '#server/platform/areas/index.ts'
import { checkChanges } from '#server/platform/core/bulk/checkChanges.ts'
import { checkChange } from '#server/platform/core/imports/checkedLine.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { performWrite } from '#server/platform/core/http/performWrite.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { setupValues } from '#tests/api/support/setups.ts'
import { newStore } from '#tests/api/support/stores.ts'

const places = resources.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, { destinationFields: sentTo = [] }]) =>
    sentTo.map((place) => ({ resource, name, place })),
  ),
)

/** Another place to send a secret to, by the field that decides. */
const elsewhere: Record<string, unknown> = {
  host: 'mail.elsewhere.invalid',
  port: 465,
  security: 'none',
  verifyCertificate: false,
  issuer: 'https://login.elsewhere.invalid',
  domain: 'https://pool.elsewhere.invalid',
}

test.each(places)('$resource.name: what $name names, $place, its form writes', (of) => {
  const { resource, name, place } = of
  expect(resource.fields[name]?.kind).toBe('secret')
  const field = resource.fields[place]
  expect(field && getKind(field).restorable && !field.immutable).toBe(true)
})

describe.each(usually('PGlite'))('where secrets are sent on $name', (database) => {
  const platform = usePlatform(database)
  let keeper: Caller
  let account: TestAccount
  let writer: Caller
  beforeAll(async () => {
    keeper = await signedIn(platform())
    const areas = new Set(places.map(({ resource }) => `${resource.permission}:write` as const))
    account = await platform().addAccount([...areas])
    writer = await signedIn(platform(), account)
  })

  describe.each(places)('$resource.name: $place, where $name goes', (of) => {
    const { resource, name, place } = of
    let record: { id: number; version: number }
    let there: object
    beforeAll(async () => {
      const values = setupValues(await newStore(keeper))[resource.name]
      expect([values, elsewhere[place]]).not.toContain(undefined)
      const body = {
        ...getInitialValues(resource),
        name: `Its ${place}`,
        ...values,
        [name]: 'a-secret-of-tests',
      }
      const answer = await keeper('POST', `/${resource.name}`, { body })
      expect([answer.status, answer.body.fields]).toEqual([201, undefined])
      record = answer.body
      there = { [place]: elsewhere[place] }
      return async () => {
        await keeper('DELETE', `/${resource.name}/${record.id}`)
      }
    })
    const to = (caller: Caller, body: object) =>
      caller('PATCH', `/${resource.name}/${record.id}`, { body, ifMatch: record.version })
    const label = (field: string) => resource.fields[field]?.label ?? field
    const sends = () =>
      `${label(place)} determines where the ${toPhrase(label(name))} is sent. To change ${label(place)}, enter the ${toPhrase(label(name))} again, which requires the permission ${resource.permission}:secrets.`

    test('is not changed by who may not handle the secret', async () => {
      expect(await to(writer, there)).toMatchObject({
        status: 422,
        body: { fields: { [place]: sends() } },
      })
      expect((await to(writer, { ...there, [name]: '' })).body.fields).toHaveProperty(place)
      expect((await to(writer, { ...there, [name]: 'another' })).status).toBe(403)
      expect((await to(writer, { ...there, [name]: null })).status).toBe(403)
    })

    test('is changed with the secret given anew alone, by who may handle it', async () => {
      const anew = `Enter the ${toPhrase(label(name))} again, because you changed ${label(place)}.`
      const refused = await to(keeper, there)
      expect([refused.status, refused.body.fields]).toEqual([422, { [name]: anew }])
      const same = { [place]: Reflect.get(record, place) }
      expect((await to(keeper, same)).body).toMatchObject({ version: record.version })
      const given = await to(keeper, { ...there, [name]: 'a-secret-of-tests' })
      expect([given.status, given.body.fields]).toEqual([200, undefined])
      record = given.body
    })

    test('is held to that by changes of many and by lines of files too', async () => {
      const kept = createResourceModules(resources).find((one) => one.name === resource.name)
      const found = await findAccount(platform().platform.db, account.id)
      if (!kept || !found) throw new Error('There is none')
      const scoped = limitToCaller(found, kept)
      const back = {
        [place]: Reflect.get(
          { ...getInitialValues(resource), ...setupValues({ id: 0, code: '' })[resource.name] },
          place,
        ),
      }
      const [many, line] = await performWrite(
        async (change) => {
          const becomes = () => back
          const [one] = await checkChanges(
            scoped,
            change,
            [{ ...record, version: null, getChanges: becomes }],
            {},
          )
          const work = change as never // Of a row's work it reads what every write has.
          const looked = one?.before && (await checkChange(scoped, work, one.before, back))
          return { status: 200, body: [one?.rejection, looked?.reasons] }
        },
        { id: 'a-test', ip: '' } as never, // The rest of it is of a call.
        platform().platform,
        { ...found, tokenId: 0 },
      ).then(({ body }) => body as [string, string[]])
      expect(many).toContain(sends())
      expect(line).toContain(sends())
    })
  })
})
