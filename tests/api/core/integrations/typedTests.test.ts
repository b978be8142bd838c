import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCognito, usualCognito } from '#scripts/standIns/cognito.ts'
import { startPrintful, usualPrintful } from '#scripts/standIns/printful.ts'
import { startRuna, usualRuna } from '#scripts/standIns/runa.ts'
import { startStripe, usualStripe } from '#scripts/standIns/stripe.ts'
import { platformIntegrations } from '#server/platform/areas/integrations.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { mailPlatform, mailValues } from '#tests/api/support/mail.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

type Values = Record<string, unknown>

/** A kind of setup: what passes its test, and what is typed wrong. */
type Kind = {
  resource: Resource
  values: () => Values
  input?: Values
  /** What the test then fails at. */
  wrong: { values: Values; field: string }
}

const appUri = 'com.shop.app:/signed-in'
const hasFailed = ({ outcome, required }: Values) => required === true && outcome === 'failed'
const clientSecret = 'a-secret-of-tests'
const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins', groups: ['staff'] }

/** What the owner of the domain was told to put into its DNS. */
let domainToken = ''
const dns = {
  ...mailPlatform.dns,
  txt: async (host: string) =>
    host.startsWith('_store-sign-on.')
      ? [[`store-sign-on=${domainToken}`]]
      : mailPlatform.dns.txt(host),
}

describe.each(usually('PGlite'))('tests of what is typed but not saved, on $name', (database) => {
  const platform = usePlatform(database, {
    ...mailPlatform,
    dns,
    seed: false,
    storesHost: 'localhost',
  })
  let call: Caller
  let store: { id: number; subdomain: string }
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  let appProvider: Awaited<ReturnType<typeof startOidcProvider>>
  let stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const started = await Promise.all([
      startStripe(),
      startRuna(),
      startPrintful(),
      startCognito(),
      startMailServer(),
      startOidcProvider({ client: { id: 'console', secret: clientSecret }, people: { ana } }),
      startOidcProvider({ client: { id: 'shop-app' }, people: { ana } }),
    ])
    stops = started.map((one) => async () => one.stop())
    const [stripe, runa, printful, cognito] = started
    mail = started[4]
    provider = started[5]
    appProvider = started[6]
    Object.assign(platform().platform, {
      endpoints: { stripe: stripe.url },
      runaEndpoint: runa.url,
      printfulEndpoint: printful.url,
      cognitoEndpoint: cognito.url,
    })
    poolUrl = cognito.url
    call = await signedIn(platform())
    platform().platform.origin = new URL(platform().url)
    store = await newStore(call)
    const origin = `http://${store.subdomain}.localhost:${new URL(platform().url).port}`
    provider.allow(`${origin}/oidc/callback`)
    appProvider.allow(appUri, `${origin}/oidc/member`)
  })
  afterAll(() => Promise.all(stops.map((stop) => stop())))
  beforeEach(async () => {
    // Ten tries a minute are not enough for all tests, and the clock must agree with the providers'.
    call = await signedIn(platform(), await platform().addAccount(everyRight))
  })

  let poolUrl = ''
  const [key = ''] = usualStripe.keys
  const kinds: Kind[] = [
    {
      resource: smtpSettings,
      values: () => mailValues(mail.port),
      input: { to: 'me@example.com' },
      wrong: { values: { password: 'wrong words' }, field: 'password' },
    },
    {
      resource: paymentSetups,
      values: () => ({
        ...getInitialValues(paymentSetups),
        name: 'Stripe Nordics',
        testSecretKey: key,
      }),
      wrong: { values: { testSecretKey: 'sk_test_another000' }, field: 'testSecretKey' },
    },
    {
      resource: giftCardSetup,
      values: () => ({
        ...getInitialValues(giftCardSetup),
        name: 'Runa',
        apiKey: usualRuna().apiKey,
      }),
      wrong: { values: { apiKey: 'XXanotheranotheranother00' }, field: 'apiKey' },
    },
    {
      resource: printfulSetup,
      values: () => ({
        ...getInitialValues(printfulSetup),
        name: 'Printful',
        token: usualPrintful().token,
      }),
      wrong: { values: { token: 'another token' }, field: 'token' },
    },
    {
      resource: cognitoSetup,
      values: () => ({
        ...getInitialValues(cognitoSetup),
        name: 'Members',
        region: usualCognito.region,
        userPoolId: usualCognito.userPoolId,
        clientId: usualCognito.clientId,
        clientSecret: usualCognito.clientSecret,
        domain: poolUrl,
        callbackUrls: [...usualCognito.callbackUrls],
      }),
      wrong: { values: { clientSecret: 'wrong' }, field: 'clientSecret' },
    },
    {
      resource: adminSignOns,
      values: () => ({
        ...getInitialValues(adminSignOns),
        name: 'Acme',
        storeId: store.id,
        protocol: 'oidc',
        issuer: provider.issuer,
        clientId: 'console',
        clientSecret,
        emailDomains: ['acme.example'],
      }),
      wrong: { values: { issuer: 'https://127.0.0.1:1/nobody' }, field: 'issuer' },
    },
    {
      resource: memberSignOns,
      values: () => ({
        ...getInitialValues(memberSignOns),
        name: 'Acme app',
        storeId: store.id,
        issuer: appProvider.issuer,
        clientId: 'shop-app',
        redirectUris: [appUri],
      }),
      wrong: { values: { issuer: 'https://127.0.0.1:1/nobody' }, field: 'issuer' },
    },
  ]
  const tryTyped = (
    { resource, input }: Kind,
    values: Values,
    { id, as = call }: { id?: number; as?: Caller } = {},
  ) =>
    as('POST', `/${resource.name}${id === undefined ? '' : `/${id}`}/typedTest`, {
      body: { values, ...(input ? { input } : {}) },
    })

  /** Every row of the database but those of the log, and of what each call leaves. */
  async function readDatabase() {
    const { db } = platform().platform
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
    const apart = /audit|idempotency|session|token|metrics|heartbeat|log/i
    const read = tables
      .filter(({ name }) => !apart.test(name))
      .map(async ({ name }) => {
        const { rows } = await sql<{ text: string | null }>`
          select string_agg(one::text, ' ' order by one::text) as text from ${sql.table(name)} as one`.execute(
          db,
        )
        return [name, rows[0]?.text ?? null]
      })
    return Object.fromEntries(await Promise.all(read)) as Record<string, string | null>
  }
  const lastLogLine = async () => {
    const { rows } = await sql<{ event: string; label: string; changes: unknown }>`
      select event, label, changes from audit order by id desc limit 1`.execute(
      platform().platform.db,
    )
    return rows[0]
  }

  test('every kind of setup has its test of typed values', () => {
    expect(kinds.map(({ resource }) => resource.name).toSorted()).toEqual(
      platformIntegrations.map(({ resource }) => resource.name).toSorted(),
    )
  })

  describe.each(kinds.map((kind) => ({ kind, name: kind.resource.name })))('$name', ({ kind }) => {
    const secretsIn = (values: Values) =>
      Object.entries(kind.resource.fields).flatMap(([name, { kind: of }]) =>
        of === 'secret' && typeof values[name] === 'string' ? [String(values[name])] : [],
      )

    test('a new one is tested, and nothing of it is kept but a line in the log', async () => {
      const values = kind.values()
      const before = await readDatabase()
      const { status, body } = await tryTyped(kind, values)
      expect([status, body.fields]).toEqual([200, undefined])
      expect(body.steps.filter(hasFailed)).toEqual([])
      expect(body.steps[0]).toMatchObject({ outcome: 'passed' })
      expect(await readDatabase()).toEqual(before)
      expect(await lastLogLine()).toMatchObject({
        event: `${kind.resource.name}.typedTested`,
        label: values['name'],
        changes: { outcome: { after: body.outcome } },
      })
      for (const secret of secretsIn(values)) {
        expect(JSON.stringify(body)).not.toContain(secret)
        expect(JSON.stringify(await lastLogLine())).not.toContain(secret)
      }
    })

    test('what fails names its field, also of a saved one, whose stored secrets count where none is typed', async () => {
      const { wrong } = kind
      const made = await call('POST', `/${kind.resource.name}`, { body: kind.values() })
      expect([made.status, made.body.fields]).toEqual([201, undefined])
      const { id, version } = made.body
      domainToken = String(made.body.domainToken)
      const before = await readDatabase()
      const typed = await tryTyped(kind, { name: 'Another name' }, { id })
      expect(typed.body.steps.filter(hasFailed)).toEqual([])
      expect(typed.body.steps[0]).toMatchObject({ outcome: 'passed' })
      const refused = await tryTyped(
        kind,
        'issuer' in wrong.values && 'clientSecret' in kind.values()
          ? { ...wrong.values, clientSecret }
          : wrong.values,
        { id },
      )
      expect(refused.body.outcome).toBe('failed')
      expect(refused.body.steps.find(({ outcome }: Values) => outcome === 'failed')).toMatchObject({
        field: wrong.field,
      })
      expect(await readDatabase()).toEqual(before)
      const deleted = await call('DELETE', `/${kind.resource.name}/${id}`, { ifMatch: version })
      expect(deleted.status).toBe(204)
    })

    test('is refused like a save: to who may only read, and with values that are wrong', async () => {
      const { permission, fields } = kind.resource
      const account = await platform().addAccount([permission, `${permission}:read`])
      const reader = await signedIn(platform(), account)
      expect((await tryTyped(kind, kind.values(), { as: reader })).status).toBe(403)
      const bad = await tryTyped(kind, { ...kind.values(), name: '' })
      expect(bad).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
      expect(fields).not.toHaveProperty('surprise')
      const more = await tryTyped(kind, { ...kind.values(), surprise: 1 })
      expect(more.status).toBe(422)
    })
  })

  test('a stored secret is not sent to a place that is only typed', async () => {
    const smtp = kinds[0] as Kind
    const { body } = await call('POST', '/smtpSettings', { body: smtp.values() })
    const moved = await tryTyped(smtp, { host: 'elsewhere.example' }, { id: body.id })
    expect(moved).toMatchObject({ status: 422, body: { fields: { password: expect.any(String) } } })
  })

  test('ten tries a minute count together with other tests, and one that is refused counts none', async () => {
    const payments = kinds[1] as Kind
    await tryTyped(payments, { ...payments.values(), name: '' })
    for (let tries = 0; tries < 10; tries++)
      expect((await tryTyped(payments, payments.values())).status).toBe(200)
    expect((await tryTyped(payments, payments.values())).status).toBe(429)
  })

  test('someone who works for one store tests its setups alone, and none that serve all', async () => {
    const account = await platform().addAccount(everyRight, [store.id])
    const theirs = await signedIn(platform(), account)
    const other = await newStore(call)
    for (const kind of kinds)
      if (kind.resource.scope === undefined)
        expect((await tryTyped(kind, kind.values(), { as: theirs })).status).toBe(403)
      else {
        const values = { ...kind.values(), storeId: other.id }
        expect(await tryTyped(kind, values, { as: theirs })).toMatchObject({
          status: 422,
          body: { fields: { storeId: expect.any(String) } },
        })
        expect((await tryTyped(kind, kind.values(), { as: theirs })).status).toBe(200)
      }
  })
})
