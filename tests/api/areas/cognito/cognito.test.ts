import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCognito, usualCognito } from '#scripts/standIns/cognito.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(usually('PostgreSQL'))('the Cognito setup on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let pool: Awaited<ReturnType<typeof startCognito>>
  let call: Caller
  let id: number
  beforeAll(async () => {
    pool = await startCognito()
    platform().platform.cognitoEndpoint = pool.url
    call = await signedIn(platform())
    const made = await call('POST', '/cognitoSetup', { body: settings() })
    expect(made.status).toBe(201)
    id = made.body.id
  })
  afterAll(() => pool.stop())
  beforeEach(() => {
    Object.assign(pool.state, usualCognito)
    platform().advance(61_000) // Ten tries a minute.
  })

  const settings = () => ({
    name: 'Members',
    region: usualCognito.region,
    userPoolId: usualCognito.userPoolId,
    clientId: usualCognito.clientId,
    clientSecret: usualCognito.clientSecret,
    domain: pool.url,
    callbackUrls: [...usualCognito.callbackUrls],
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
  test('there is one: another is refused, whoever comes first', async () => {
    const another = { ...settings(), userPoolId: 'eu-central-1_Another1' }
    const answer = await call('POST', '/cognitoSetup', { body: another })
    expect(answer.status).toBe(422)
    expect(answer.body.fields.userPoolId).toContain('The Cognito setup Members already exists')
    const { version } = (await call('GET', `/cognitoSetup/${id}`)).body
    expect((await call('DELETE', `/cognitoSetup/${id}`, { ifMatch: version })).status).toBe(204)
    const both = await Promise.all(
      [settings(), another].map((body) => call('POST', '/cognitoSetup', { body })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const made = both.find(({ status }) => status === 201)?.body
    id = made.id
    await change({ userPoolId: usualCognito.userPoolId })
  })

  const change = async (body: object) => {
    const { version } = (await call('GET', `/cognitoSetup/${id}`)).body
    return call('PATCH', `/cognitoSetup/${id}`, { body, ifMatch: version })
  }
  const tested = async (body: object = {}) => {
    expect((await change({ ...settings(), ...body })).status).toBe(200)
    const { job } = (await call('POST', `/cognitoSetup/${id}/test`, { body: {} })).body
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(),
      beforeCommit: recomputeStoreStats,
    }
    await runJob({ ...work, isTurnOver: () => false }, job)
    return (await call('GET', `/cognitoSetup/${id}/tests`)).body.data[0]
  }
  const compared = () => call('GET', `/cognitoSetup/${id}/comparison`)
  const keys = {
    awsAccessKeyId: usualCognito.accessKeyId,
    awsSecretAccessKey: usualCognito.secretAccessKey,
  }

  test('a pool, its client and its callback addresses as they are pass every step', async () => {
    const { outcome, steps } = await tested()
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
      { callbackUrls: [...usualCognito.callbackUrls, 'https://shop.example.com/app'] },
      {},
      "The callback URL https://shop.example.com/app isn't registered in AWS. Make sure that the URLs match exactly.",
      'callbackUrls',
    ],
    [
      { clientSecret: 'wrong' },
      { passwords: false },
      "The client ID isn't valid, or the client secret is missing or not valid. Check both.",
      'clientSecret',
    ],
    [
      {},
      { scopes: ['email'] },
      "The client isn't allowed to request the openid scope. Allow this scope in AWS.",
      'scopes',
    ],
  ])('%j is told with the field that mends it', async (given, state, sentence, field) => {
    Object.assign(pool.state, state)
    const { outcome, steps } = await tested(given)
    const wrong = steps.find((step: { outcome: string }) => step.outcome === 'failed')
    expect({ outcome, ...wrong }).toMatchObject({ outcome: 'failed', sentence, field })
  })

  test('the default redirect is one of the callback addresses, of which there are at most 100', async () => {
    expect(await change({ defaultRedirectUrl: 'https://shop.example.com/' })).toMatchObject({
      status: 422,
      body: { fields: { defaultRedirectUrl: expect.stringContaining('exactly as') } },
    })
    const many = Array.from({ length: 101 }, (_, at) => `https://shop.example.com/${at}`)
    expect((await change({ callbackUrls: many })).body.fields.callbackUrls).toContain('at most')
  })

  test('with keys of AWS each difference to the live pool is told, and no secret', async () => {
    await change({ ...settings(), ...keys, clientSecret: 'another', flows: ['code', 'implicit'] })
    const { status, body } = await compared()
    expect(status).toBe(200)
    expect(body.differences).toEqual(
      expect.arrayContaining([
        { field: 'flows', ours: ['code', 'implicit'], theirs: ['code'], takes: true },
        { field: 'accessMinutes', ours: 60, theirs: 30, takes: true },
        { field: 'mfa', ours: 'off', theirs: 'optional', takes: true },
        { field: 'clientSecret', ours: true, theirs: true, takes: false },
      ]),
    )
    expect(JSON.stringify(body)).not.toContain(usualCognito.clientSecret)
    expect(body.differences.map(({ field }: { field: string }) => field)).not.toContain('scopes')
  })

  test.each([
    [{}, {}, 'First, enter and save an AWS access key ID and its secret access key.'],
    [
      { ...keys, awsAccessKeyId: 'AKIAANOTHER000000000' },
      {},
      "AWS doesn't recognize this access key ID.",
    ],
    [
      { ...keys, awsSecretAccessKey: 'wrong' },
      {},
      "The AWS secret access key doesn't belong to this access key ID.",
    ],
    [keys, { describes: false }, expect.stringContaining("don't have permission to read the pool")],
  ])('a pool that cannot be asked says why: %j', async (given, state, detail) => {
    Object.assign(pool.state, state)
    await change({ ...settings(), ...given })
    expect(await compared()).toMatchObject({ status: 409, body: { code: 'wrong_state', detail } })
  })
})
