import { describe, expect, test } from 'vitest'
import { planDeliveries } from '#server/platform/areas/alertChannels/planDeliveries.ts'
import type {
  OpenAlert,
  OpenDelivery,
  Rule,
} from '#server/platform/areas/alertChannels/planDeliveries.ts'

const at = '2026-11-28T12:00:00.000Z'

const buildAlert = (values: Partial<OpenAlert> = {}): OpenAlert => ({
  subject: 'incident/1',
  title: 'Payments fail',
  detail: null,
  kind: 'incident',
  permission: 'payments',
  rank: 900,
  storeIds: [1],
  fix: '/paymentAttempt',
  state: 'open',
  since: '2026-11-28T11:55:00.000Z',
  ownerId: null,
  waitingSince: '2026-11-28T11:55:00.000Z',
  ...values,
})

const buildRule = (values: Partial<Rule> = {}): Rule => ({
  channelId: 7,
  kinds: [],
  areas: [],
  severity: 'info',
  storeIds: [],
  organizationStoreIds: null,
  filteredStoreIds: null,
  delayMinutes: 0,
  repeatMinutes: null,
  escalations: [],
  ...values,
})

const buildDelivery = (values: Partial<OpenDelivery> = {}): OpenDelivery => ({
  id: 3,
  channelId: 7,
  subject: 'incident/1',
  status: 'sent',
  event: null,
  severity: 'critical',
  storeIds: [1],
  sends: 1,
  sentAt: '2026-11-28T11:56:00.000Z',
  batch: null,
  ...values,
})

const plan = (values: Partial<Parameters<typeof planDeliveries>[0]>) =>
  planDeliveries({
    alerts: [buildAlert()],
    rules: [buildRule()],
    deliveries: [],
    channelIds: [7],
    at,
    ...values,
  })

const unsent = { sends: 0, status: 'waiting', event: 'opened', sentAt: null } as const

describe('A new alert', () => {
  test('is sent at once to each channel that a rule sends it to', () => {
    const { added } = plan({ rules: [buildRule(), buildRule({ kinds: ['expiry'], channelId: 8 })] })
    expect(added).toEqual([{ channelId: 7, alert: buildAlert(), event: 'opened', nextTryAt: at }])
  })

  test('waits as long as the most urgent of its rules says', () => {
    const rules = [buildRule({ delayMinutes: 60 }), buildRule({ delayMinutes: 15 })]
    expect(plan({ rules }).added[0]?.nextTryAt).toBe('2026-11-28T12:10:00.000Z')
  })

  test.each([
    ['it is snoozed', { state: 'snoozed' }],
    ['it is dismissed', { state: 'resolved' }],
    ['someone is assigned', { ownerId: 5 }],
  ])("isn't sent while %s", (_, values) => {
    expect(plan({ alerts: [buildAlert(values)] }).added).toEqual([])
  })

  test("isn't sent to a channel that can't send", () => {
    expect(plan({ channelIds: [] }).added).toEqual([])
  })
})

describe('An alert that waits to be sent', () => {
  test.each([
    ['it is fixed', { alerts: [] }],
    ['no rule sends it any more', { rules: [] }],
    ['it is snoozed', { alerts: [buildAlert({ state: 'snoozed' })] }],
  ])('is dropped when %s', (_, values) => {
    expect(plan({ deliveries: [buildDelivery(unsent)], ...values }).dropped).toEqual([3])
  })

  test('is left alone while it is being sent, or when the outcome is unknown', () => {
    const deliveries = [buildDelivery({ ...unsent, batch: 'a' })]
    expect(plan({ deliveries, alerts: [] })).toEqual({
      added: [],
      updated: [],
      closed: [],
      dropped: [],
      withdrawn: [],
    })
  })

  test('keeps a failed delivery visible after it is fixed', () => {
    const deliveries = [buildDelivery({ ...unsent, status: 'failed' })]
    expect(plan({ deliveries, alerts: [] }).closed).toEqual([{ id: 3, isTold: false }])
  })
})

describe('An alert that was sent', () => {
  const findEvent = (values: Partial<Parameters<typeof planDeliveries>[0]>) =>
    plan({ deliveries: [buildDelivery()], ...values }).updated[0]?.event

  test("isn't sent again while nothing changes", () => {
    expect(plan({ deliveries: [buildDelivery()] })).toMatchObject({ added: [], closed: [] })
    expect(findEvent({})).toBeNull()
  })

  test('is updated when it reaches another store or gets worse', () => {
    expect(findEvent({ alerts: [buildAlert({ storeIds: [1, 2] })] })).toBe('changed')
    expect(findEvent({ deliveries: [buildDelivery({ severity: 'info' })] })).toBe('changed')
    expect(findEvent({ alerts: [buildAlert({ storeIds: [] })] })).toBeNull()
  })

  test('is repeated after the interval, until someone is assigned', () => {
    const rules = [buildRule({ repeatMinutes: 5 })]
    const sentAt = '2026-11-28T11:55:00.000Z'
    const deliveries = [buildDelivery({ sentAt })]
    expect(findEvent({ rules })).toBeNull()
    expect(findEvent({ rules, deliveries })).toBe('reminder')
    const alerts = [buildAlert({ ownerId: 5 })]
    expect(findEvent({ rules, deliveries, alerts })).toBeNull()
  })

  test.each(['changed', 'reminder'] as const)(
    'withdraws a waiting message (%s) once someone acknowledged or snoozed it',
    (event) => {
      const deliveries = [buildDelivery({ status: 'waiting', event })]
      for (const values of [{ ownerId: 5 }, { state: 'snoozed' }])
        expect(plan({ deliveries, alerts: [buildAlert(values)] }).withdrawn).toEqual([3])
      expect(plan({ deliveries }).withdrawn).toEqual([])
      const sending = [buildDelivery({ status: 'waiting', event, batch: 'b' })]
      expect(plan({ deliveries: sending, alerts: [buildAlert({ ownerId: 5 })] }).withdrawn).toEqual(
        [],
      )
    },
  )

  test('is closed with a message once it is fixed', () => {
    const deliveries = [buildDelivery()]
    expect(plan({ deliveries, alerts: [] }).closed).toEqual([{ id: 3, isTold: true }])
    const inactive = plan({ deliveries, alerts: [], channelIds: [] })
    expect(inactive.closed).toEqual([{ id: 3, isTold: false }])
  })

  test('is closed once, even if that message waits', () => {
    const deliveries = [buildDelivery({ event: 'fixed', status: 'waiting' })]
    expect(plan({ deliveries, alerts: [] }).closed).toEqual([])
  })

  test('is closed even if no rule sends it any more', () => {
    const deliveries = [buildDelivery()]
    expect(plan({ deliveries, alerts: [], rules: [] }).closed).toEqual([{ id: 3, isTold: true }])
  })
})

describe('An escalation', () => {
  const rule = buildRule({ escalations: [{ minutes: 5, channelId: 8 }] })
  const sent = buildDelivery()
  const escalate = (alert: Partial<OpenAlert>, more: Partial<Parameters<typeof plan>[0]> = {}) =>
    plan({
      alerts: [buildAlert(alert)],
      rules: [rule],
      deliveries: [sent],
      channelIds: [7, 8],
      ...more,
    })

  test('is sent once an alert has waited long enough for someone', () => {
    expect(escalate({}).added).toMatchObject([{ channelId: 8, event: 'escalated', nextTryAt: at }])
    expect(escalate({ waitingSince: '2026-11-28T11:55:00.001Z' }).added).toEqual([])
  })

  test.each<[string, Partial<OpenAlert>]>([
    ['assigned', { ownerId: 4 }],
    ['snoozed', { state: 'snoozed' }],
    ['dismissed', { state: 'resolved' }],
  ])("isn't sent for an alert that is %s", (_state, values) => {
    expect(escalate(values).added).toEqual([])
  })

  test('counts after the delay of its rule', () => {
    const delayed = { ...rule, delayMinutes: 1 }
    expect(escalate({}, { rules: [delayed], deliveries: [] }).added).toMatchObject([
      { channelId: 7, event: 'opened' },
    ])
  })

  test('to a channel that was told before is another message, once', () => {
    const same = buildRule({ escalations: [{ minutes: 4, channelId: 7 }] })
    const getEvents = (sentAt: string) =>
      escalate({}, { rules: [same], deliveries: [buildDelivery({ sentAt })] }).updated.map(
        ({ event }) => event,
      )
    expect(getEvents('2026-11-28T11:56:00.000Z')).toEqual(['escalated'])
    expect(getEvents('2026-11-28T11:59:00.000Z')).toEqual([null])
  })

  test('that waits is dropped when someone is assigned', () => {
    const waiting = buildDelivery({
      id: 5,
      channelId: 8,
      status: 'waiting',
      event: 'escalated',
      sends: 0,
      sentAt: null,
    })
    expect(escalate({ ownerId: 4 }, { deliveries: [sent, waiting] }).dropped).toEqual([5])
  })
})
