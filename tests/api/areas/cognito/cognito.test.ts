import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCognito, defaultCognitoState } from '#scripts/mockProviders/cognito.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PostgreSQL'))('Cognito setup on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let cognito: Awaited<ReturnType<typeof startCognito>>
  let call: Caller
  let id: number
  beforeAll(async () => {
    cognito = await startCognito()
    platform().platform.cognitoEndpoint = cognito.url
    call = await openSession(platform())
    const setup = await call('POST', '/cognitoSetup', { body: buildSettings() })
    expect(setup.status).toBe(201)
    id = setup.body.id
  })
  afterAll(() => cognito.stop())
  beforeEach(() => {
    Object.assign(cognito.state, defaultCognitoState)
    platform().advance(61_000) // The limit is ten tests per minute.
  })

  const buildSettings = () => ({
    name: 'Members',
    region: defaultCognitoState.region,
    userPoolId: defaultCognitoState.userPoolId,
    clientId: defaultCognitoState.clientId,
    clientSecret: defaultCognitoState.clientSecret,
    domain: cognito.url,
    callbackUrls: [...defaultCognitoState.callbackUrls],
    logoutUrls: [],
    defaultRedirectUrl: null,
    flows: ['code'],
    scopes: ['openid', 'email', 'profile'],
    accessMinutes: 60,
    idMinutes: 60,
    refreshDays: 30,
    mfa: 'off',
    emailAttribute: 'email',
    firstNameAttribute: null,
    lastNameAttribute: null,
    groupsAttribute: null,
    awsAccessKeyId: null,
    awsSecretAccessKey: null,
  })
  test('a second setup is rejected, even if both are created at once', async () => {
    const otherSettings = { ...buildSettings(), userPoolId: 'eu-central-1_Another1' }
    const answer = await call('POST', '/cognitoSetup', { body: otherSettings })
    expect(answer.status).toBe(422)
    expect(answer.body.fields.userPoolId).toContain('The Cognito setup Members already exists')
    const { version } = (await call('GET', `/cognitoSetup/${id}`)).body
    expect((await call('DELETE', `/cognitoSetup/${id}`, { ifMatch: version })).status).toBe(204)
    const responses = await Promise.all(
      [buildSettings(), otherSettings].map((body) => call('POST', '/cognitoSetup', { body })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const created = responses.find(({ status }) => status === 201)?.body
    id = created.id
    await updateSetup({ userPoolId: defaultCognitoState.userPoolId })
  })

  const updateSetup = async (body: object) => {
    const { version } = (await call('GET', `/cognitoSetup/${id}`)).body
    return call('PATCH', `/cognitoSetup/${id}`, { body, ifMatch: version })
  }
  const updateAndTest = async (body: object = {}) => {
    expect((await updateSetup({ ...buildSettings(), ...body })).status).toBe(200)
    const { job } = (await call('POST', `/cognitoSetup/${id}/test`, { body: {} })).body
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(areas),
      beforeCommit: recomputeStoreStats,
    }
    await runJobTurn({ ...work, isTurnOver: () => false }, job)
    return (await call('GET', `/cognitoSetup/${id}/tests`)).body.data[0]
  }
  const comparePool = () => call('GET', `/cognitoSetup/${id}/comparison`)
  const awsKeys = {
    awsAccessKeyId: defaultCognitoState.accessKeyId,
    awsSecretAccessKey: defaultCognitoState.secretAccessKey,
  }

  test('a setup that matches the pool passes every step', async () => {
    const { outcome, steps } = await updateAndTest()
    expect(steps.map((step: { outcome: string }) => step.outcome)).toEqual(
      Array.from({ length: 6 }, () => 'passed'),
    )
    expect(outcome).toBe('passed')
  })

  test.each([
    [
      { region: 'us-east-1' },
      {},
      'The user pool ID starts with eu-central-1, but the region is us-east-1. Correct one of them.',
      'region',
    ],
    [
      { userPoolId: 'eu-central-1_Nobody' },
      {},
      "AWS can't find the user pool eu-central-1_Nobody in this region.",
      'userPoolId',
    ],
    [
      { clientId: 'another' },
      {},
      "AWS can't find this client in this region. Check the client ID.",
      'clientId',
    ],
    [
      { clientSecret: 'wrong' },
      {},
      "The client secret isn't valid. Enter it again.",
      'clientSecret',
    ],
    [
      { clientSecret: null },
      {},
      'This client has a secret in AWS. Enter the client secret.',
      'clientSecret',
    ],
    [
      { callbackUrls: ['https://shop.example.com/callback/'] },
      {},
      "The callback URL https://shop.example.com/callback/ isn't registered in AWS. Make sure that the URLs match exactly.",
      'callbackUrls',
    ],
    [
      { callbackUrls: [...defaultCognitoState.callbackUrls, 'https://shop.example.com/app'] },
      {},
      "The callback URL https://shop.example.com/app isn't registered in AWS. Make sure that the URLs match exactly.",
      'callbackUrls',
    ],
    [
      { clientSecret: 'wrong' },
      { allowsPasswords: false },
      "The client ID isn't valid, or the client secret is missing or not valid. Check both.",
      'clientSecret',
    ],
    [
      {},
      { scopes: ['email'] },
      "The client isn't allowed to request the openid scope. Allow this scope in AWS.",
      'scopes',
    ],
  ])(
    'a test with %j and the pool state %j fails at the field to fix',
    async (values, state, sentence, field) => {
      Object.assign(cognito.state, state)
      const { outcome, steps } = await updateAndTest(values)
      const failedStep = steps.find((step: { outcome: string }) => step.outcome === 'failed')
      expect({ outcome, ...failedStep }).toMatchObject({ outcome: 'failed', sentence, field })
    },
  )

  test('the default redirect must be one of at most 100 callback URLs', async () => {
    expect(await updateSetup({ defaultRedirectUrl: 'https://shop.example.com/' })).toMatchObject({
      status: 422,
      body: { fields: { defaultRedirectUrl: expect.stringContaining('exactly as') } },
    })
    const urls = Array.from({ length: 101 }, (_, at) => `https://shop.example.com/${at}`)
    expect((await updateSetup({ callbackUrls: urls })).body.fields.callbackUrls).toContain(
      'at most',
    )
  })

  test('a comparison with AWS keys lists each difference but no secret', async () => {
    await updateSetup({
      ...buildSettings(),
      ...awsKeys,
      clientSecret: 'another',
      flows: ['code', 'implicit'],
    })
    const { status, body } = await comparePool()
    expect(status).toBe(200)
    expect(body.differences).toEqual(
      expect.arrayContaining([
        { field: 'flows', ours: ['code', 'implicit'], theirs: ['code'], takes: true },
        { field: 'accessMinutes', ours: 60, theirs: 30, takes: true },
        { field: 'mfa', ours: 'off', theirs: 'optional', takes: true },
        { field: 'clientSecret', ours: true, theirs: true, takes: false },
      ]),
    )
    expect(JSON.stringify(body)).not.toContain(defaultCognitoState.clientSecret)
    expect(body.differences.map(({ field }: { field: string }) => field)).not.toContain('scopes')
  })

  test.each([
    [{}, {}, 'First, enter and save an AWS access key ID and its secret access key.'],
    [
      { ...awsKeys, awsAccessKeyId: 'AKIAANOTHER000000000' },
      {},
      "AWS doesn't recognize this access key ID.",
    ],
    [
      { ...awsKeys, awsSecretAccessKey: 'wrong' },
      {},
      "The AWS secret access key doesn't belong to this access key ID.",
    ],
    [
      awsKeys,
      { canDescribe: false },
      expect.stringContaining("don't have permission to read the pool"),
    ],
  ])('a comparison that fails says why: %j', async (values, state, detail) => {
    Object.assign(cognito.state, state)
    await updateSetup({ ...buildSettings(), ...values })
    expect(await comparePool()).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', detail },
    })
  })
})
