import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import { startCognito, defaultCognitoState } from '#scripts/mockProviders/cognito.ts'
import { startPrintful, buildPrintfulState } from '#scripts/mockProviders/printful.ts'
import { startRuna, buildRunaState } from '#scripts/mockProviders/runa.ts'
import { startStripe, defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { providerCallbackPath } from '#shared/areas/signIn/providerPaths.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { mailPlatformOptions, buildSmtpValues } from '#tests/api/support/mail.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Values = Record<string, unknown>

/** A kind of setup with values that pass its test and values that don't. */
type Kind = {
  resource: Resource
  values: () => Values
  input?: Values
  /** Values that fail the test, and the field that it reports. */
  wrong: { values: Values; field: string }
}

const appUri = 'com.shop.app:/signed-in'
const hasFailed = ({ outcome, required }: Values) => required === true && outcome === 'failed'
const clientSecret = 'a-secret-of-tests'
const anaAccount = {
  email: 'ana@acme.example',
  verified: true,
  name: 'Ana Prins',
  groups: ['staff'],
}

/** The verification value that the domain owner adds to DNS. */
let domainToken = ''
const dns = {
  ...mailPlatformOptions.dns,
  txt: async (host: string) =>
    host.startsWith('_store-sign-on.')
      ? [[`store-sign-on=${domainToken}`]]
      : mailPlatformOptions.dns.txt(host),
}

describe.each(chooseDatabases('PGlite'))('Tests of unsaved values on $name', (database) => {
  const platform = usePlatform(database, {
    ...mailPlatformOptions,
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
      startOidcProvider({
        client: { id: 'console', secret: clientSecret },
        people: { ana: anaAccount },
      }),
      startOidcProvider({ client: { id: 'shop-app' }, people: { ana: anaAccount } }),
      startSlack(),
    ])
    stops = started.map((one) => async () => one.stop())
    const [stripe, runa, printful, cognito] = started
    mail = started[4]
    provider = started[5]
    appProvider = started[6]
    slackUrl = started[7].url
    Object.assign(platform().platform, {
      endpoints: { stripe: stripe.url },
      runaEndpoint: runa.url,
      printfulEndpoint: printful.url,
      cognitoEndpoint: cognito.url,
    })
    poolUrl = cognito.url
    call = await openSession(platform())
    platform().platform.origin = new URL(platform().url)
    store = await createStore(call)
    const origin = `http://${store.subdomain}.localhost:${new URL(platform().url).port}`
    provider.allow(
      `${origin}/oidc/callback`,
      platform().platform.consoleOrigin + providerCallbackPath,
    )
    appProvider.allow(appUri, `${origin}/oidc/member`)
  })
  afterAll(() => Promise.all(stops.map((stop) => stop())))
  beforeEach(async () => {
    // Each test uses its own account and sign-in because of the limit of ten tests a minute, and to
    // keep the clock in step with the providers.
    call = await openSession(platform(), await platform().addAccount(allPermissions))
  })

  let poolUrl = ''
  let slackUrl = ''
  const [key = ''] = defaultStripeState.keys
  const kinds: Kind[] = [
    {
      resource: smtpSettings,
      values: () => buildSmtpValues(mail.port),
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
        apiKey: buildRunaState().apiKey,
      }),
      wrong: { values: { apiKey: 'XXanotheranotheranother00' }, field: 'apiKey' },
    },
    {
      resource: printfulSetup,
      values: () => ({
        ...getInitialValues(printfulSetup),
        name: 'Printful',
        token: buildPrintfulState().token,
      }),
      wrong: { values: { token: 'another token' }, field: 'token' },
    },
    {
      resource: cognitoSetup,
      values: () => ({
        ...getInitialValues(cognitoSetup),
        name: 'Members',
        region: defaultCognitoState.region,
        userPoolId: defaultCognitoState.userPoolId,
        clientId: defaultCognitoState.clientId,
        clientSecret: defaultCognitoState.clientSecret,
        domain: poolUrl,
        callbackUrls: [...defaultCognitoState.callbackUrls],
      }),
      wrong: { values: { clientSecret: 'wrong' }, field: 'clientSecret' },
    },
    {
      resource: alertChannels,
      values: () => ({
        ...getInitialValues(alertChannels),
        name: 'Operations',
        type: 'slack',
        url: slackUrl + slackSettings.path,
      }),
      wrong: { values: { url: 'http://127.0.0.1:1/nobody' }, field: 'url' },
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
      resource: signInProviders,
      values: () => ({
        ...getInitialValues(signInProviders),
        name: 'Okta',
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
  const testValues = (
    { resource, input }: Kind,
    values: Values,
    { id, as: callAs = call }: { id?: number; as?: Caller } = {},
  ) =>
    callAs('POST', `/${resource.name}${id === undefined ? '' : `/${id}`}/typedTest`, {
      body: { values, ...(input ? { input } : {}) },
    })

  /** Returns all rows, except those of logs and those that every call writes. */
  async function readDatabase() {
    const { db } = platform().platform
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
    const volatileTables = /audit|idempotency|session|token|metrics|heartbeat|log/i
    const read = tables
      .filter(({ name }) => !volatileTables.test(name))
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

  test('every integration has a test of unsaved values', () => {
    expect(kinds.map(({ resource }) => resource.name).toSorted()).toEqual(
      getAreaIntegrations(areas)
        .map(({ resource }) => resource.name)
        .toSorted(),
    )
  })

  describe.each(kinds.map((kind) => ({ kind, name: kind.resource.name })))('$name', ({ kind }) => {
    const getSecrets = (values: Values) =>
      Object.entries(kind.resource.fields).flatMap(([name, { kind: of }]) =>
        of === 'secret' && typeof values[name] === 'string' ? [String(values[name])] : [],
      )

    test('testing a new setup saves only a log entry', async () => {
      const values = kind.values()
      const before = await readDatabase()
      const { status, body } = await testValues(kind, values)
      expect([status, body.fields]).toEqual([200, undefined])
      expect(body.steps.filter(hasFailed)).toEqual([])
      expect(body.steps[0]).toMatchObject({ outcome: 'passed' })
      expect(await readDatabase()).toEqual(before)
      expect(await lastLogLine()).toMatchObject({
        event: `${kind.resource.name}.typedTested`,
        label: values['name'],
        changes: { outcome: { after: body.outcome } },
      })
      for (const secret of getSecrets(values)) {
        expect(JSON.stringify(body)).not.toContain(secret)
        expect(JSON.stringify(await lastLogLine())).not.toContain(secret)
      }
    })

    test('a failure names its field, also for a saved setup, whose stored secrets are used if left blank', async () => {
      const { wrong } = kind
      const created = await call('POST', `/${kind.resource.name}`, { body: kind.values() })
      expect([created.status, created.body.fields]).toEqual([201, undefined])
      const { id, version } = created.body
      domainToken = String(created.body.domainToken)
      const before = await readDatabase()
      const passed = await testValues(kind, { name: 'Another name' }, { id })
      expect(passed.body.steps.filter(hasFailed)).toEqual([])
      expect(passed.body.steps[0]).toMatchObject({ outcome: 'passed' })
      const failed = await testValues(
        kind,
        'issuer' in wrong.values && 'clientSecret' in kind.values()
          ? { ...wrong.values, clientSecret }
          : wrong.values,
        { id },
      )
      expect(failed.body.outcome).toBe('failed')
      expect(failed.body.steps.find(({ outcome }: Values) => outcome === 'failed')).toMatchObject({
        field: wrong.field,
      })
      expect(await readDatabase()).toEqual(before)
      const deleted = await call('DELETE', `/${kind.resource.name}/${id}`, { ifMatch: version })
      expect(deleted.status).toBe(204)
    })

    test('is rejected like a save: for a read-only account, and for invalid values', async () => {
      const { permission, fields } = kind.resource
      const account = await platform().addAccount([permission, `${permission}:read`])
      const reader = await openSession(platform(), account)
      expect((await testValues(kind, kind.values(), { as: reader })).status).toBe(403)
      const invalid = await testValues(kind, { ...kind.values(), name: '' })
      expect(invalid).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
      expect(fields).not.toHaveProperty('surprise')
      const withUnknownField = await testValues(kind, { ...kind.values(), surprise: 1 })
      expect(withUnknownField.status).toBe(422)
    })
  })

  test("a stored secret isn't sent to an unsaved destination", async () => {
    const smtp = kinds[0] as Kind
    const { body } = await call('POST', '/smtpSettings', { body: smtp.values() })
    const rejected = await testValues(smtp, { host: 'elsewhere.example' }, { id: body.id })
    expect(rejected).toMatchObject({
      status: 422,
      body: { fields: { password: expect.any(String) } },
    })
  })

  test("ten tests a minute are allowed, and a rejected one doesn't count", async () => {
    const payments = kinds[1] as Kind
    await testValues(payments, { ...payments.values(), name: '' })
    for (let tries = 0; tries < 10; tries++)
      expect((await testValues(payments, payments.values())).status).toBe(200)
    expect((await testValues(payments, payments.values())).status).toBe(429)
  })

  test("a limited account tests only its store's setups and none that serve all stores", async () => {
    const account = await platform().addAccount(allPermissions, [store.id])
    const callAsAccount = await openSession(platform(), account)
    const other = await createStore(call)
    for (const kind of kinds)
      if (kind.resource.relations.scope === undefined)
        expect((await testValues(kind, kind.values(), { as: callAsAccount })).status).toBe(403)
      else {
        const values = { ...kind.values(), storeId: other.id }
        expect(await testValues(kind, values, { as: callAsAccount })).toMatchObject({
          status: 422,
          body: { fields: { storeId: expect.any(String) } },
        })
        expect((await testValues(kind, kind.values(), { as: callAsAccount })).status).toBe(200)
      }
  })
})
