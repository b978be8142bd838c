import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import type { AnyTransitionDefinition } from 'xstate'
import { notificationsMachine } from '#machines/notifications.ts'
import type { NotificationInput } from '#machines/notifications.ts'
import { expectFullCoverage } from './walk.ts'
import type { Coverage } from './walk.ts'

const saved: NotificationInput = { type: 'success', text: 'Saved.' }
const undo = { method: 'PATCH', path: '/sizes/1', ifMatch: 2, idempotencyKey: 'undo' } as const

/** A clock that also knows its pending timers. */
class CountedClock extends SimulatedClock {
  readonly waiting = new Set<number>()
  override setTimeout(run: () => void, delay: number): number {
    const id = super.setTimeout(() => {
      this.waiting.delete(id)
      run()
    }, delay)
    this.waiting.add(id)
    return id
  }
  override clearTimeout(id: number): void {
    this.waiting.delete(id)
    super.clearTimeout(id)
  }
}

function startArea(items: NotificationInput[] = [], coverage?: Coverage) {
  const clock = new CountedClock()
  const actor = createActor(notificationsMachine, {
    input: { items },
    clock,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      const { _transitions: transitions } = inspected
      for (const transition of transitions) coverage?.transitions.add(transition)
    },
  }).start()
  return {
    actor,
    clock,
    show: (notification: NotificationInput) =>
      actor.send({ type: 'notification.show', notification }),
    prepare: (notification: NotificationInput) =>
      actor.send({ type: 'notification.prepare', notification }),
    pageShown: () => actor.send({ type: 'page.shown' }),
    close: (id: string) => actor.send({ type: 'notification.close', id }),
    attention: (id: string, given: boolean) =>
      actor.send({ type: 'notification.attention', id, given }),
    outdate: (about: string) => actor.send({ type: 'notification.outdated', about }),
    remove: (text: string) => actor.send({ type: 'notification.remove', text }),
    items: () => actor.getSnapshot().context.items,
    texts: () => actor.getSnapshot().context.items.map((item) => item.text),
  }
}
type Area = ReturnType<typeof startArea>

describe('screens.md, "The shell": Undo', () => {
  const link = { resource: 'sizes', id: 1, name: 'Small', to: '/sizes?edit=1' }
  const change = { ...saved, link, undo }

  test('is offered only for the last change of a record: the older message and its timer are removed', () => {
    const { show, items, clock } = startArea()
    show(change)
    show({ ...change, text: 'Saved again.' })
    expect(items().map(({ text }) => text)).toEqual(['Saved again.'])
    expect(clock.waiting.size).toBe(1)
  })

  test.each([
    ['another record', { ...change, link: { ...link, to: '/sizes?edit=2' } }],
    ["a change that can't be undone", { ...saved, link }],
    ['a change without a record', { ...saved, undo }],
  ])('a message about %s replaces no other', (_what, other) => {
    const { show, items } = startArea()
    show(change)
    show(other)
    expect(items()).toHaveLength(2)
  })
})

describe('spec.md sections 3, 4 and 9', () => {
  test('a notification closes itself by default, after 3000 ms', () => {
    const { show, clock, items } = startArea()
    show(saved)
    expect(items()).toEqual([
      { id: 'notification-1', type: 'success', text: 'Saved.', timeout: true, delay: 3000 },
    ])
    clock.increment(2999)
    expect(items()).toHaveLength(1)
    clock.increment(1)
    expect(items()).toEqual([])
  })

  test('a notification closes after its own delay', () => {
    const { show, clock, items } = startArea()
    show({ ...saved, delay: 500 })
    clock.increment(500)
    expect(items()).toEqual([])
  })

  test('a notification whose timeout flag is off stays', () => {
    const { show, clock, items } = startArea()
    show({ ...saved, timeout: false })
    clock.increment(24 * 60 * 60 * 1000)
    expect(items()).toHaveLength(1)
  })

  test('a notification can be closed by hand, which stops its timer', () => {
    const { show, close, clock, texts } = startArea()
    show(saved)
    show({ type: 'error', title: 'Not saved', text: 'Name is a required field' })
    close('notification-1')
    expect(texts()).toEqual(['Name is a required field'])
    expect(clock.waiting.size).toBe(1)
  })

  test('notifications are removed by matching text, all that match and no other', () => {
    const { show, remove, texts } = startArea()
    for (const text of ['Saved.', 'Deleted.', 'Saved.']) show({ ...saved, text })
    remove('Saved.')
    expect(texts()).toEqual(['Deleted.'])
  })

  test('closing an unknown notification changes nothing', () => {
    const { show, close, texts } = startArea()
    show(saved)
    close('notification-9')
    expect(texts()).toEqual(['Saved.'])
  })
})

describe('screens.md, "The shell": messages with Undo', () => {
  test.each([
    ['Undo button', { undo }],
    ["link in the server's page", { undoAt: '/sizes?edit=1&history' }],
  ])('stay 10 s, and longer while they are pointed at or focused: %s', (_how, undoFields) => {
    const { show, attention, clock, items } = startArea()
    show({ ...saved, ...undoFields })
    clock.increment(9999)
    attention('notification-1', true)
    clock.increment(60_000)
    expect(items()).toHaveLength(1)
    attention('notification-1', false)
    clock.increment(9999)
    expect(items()).toHaveLength(1)
    clock.increment(1)
    expect(items()).toEqual([])
  })

  test('all others close after 3000 ms, even under the pointer', () => {
    const { show, attention, clock, items } = startArea()
    show(saved)
    attention('notification-1', true)
    clock.increment(3000)
    expect(items()).toEqual([])
    attention('notification-1', false)
  })
})

test('a prepared notification is shown once, with the page, and its delay starts then', () => {
  const { prepare, pageShown, clock, texts } = startArea()
  prepare(saved)
  prepare({ ...saved, text: 'Created.' })
  clock.increment(60_000)
  expect(texts()).toEqual([])
  pageShown()
  expect(texts()).toEqual(['Saved.', 'Created.'])
  clock.increment(2999)
  pageShown()
  expect(texts()).toEqual(['Saved.', 'Created.'])
  clock.increment(1)
  expect(texts()).toEqual([])
})

test("notifications in the server's page close after their delay too", () => {
  const { clock, items } = startArea([saved, { type: 'error', text: 'Not saved.', timeout: false }])
  expect(items().map((item) => item.id)).toEqual(['notification-1', 'notification-2'])
  clock.increment(3000)
  expect(items().map((item) => item.id)).toEqual(['notification-2'])
})

test('no ID is used twice', () => {
  const { show, close, items } = startArea([saved])
  close('notification-1')
  show(saved)
  expect(items().map((item) => item.id)).toEqual(['notification-2'])
})

test('stopping the area leaves no timer behind', () => {
  const { actor, show, clock } = startArea([saved])
  show(saved)
  expect(clock.waiting.size).toBe(2)
  actor.stop()
  expect(clock.waiting.size).toBe(0)
})

/** The expected notifications; `closesAt` is null for one that stays. */
interface Expected {
  now: number
  shown: number
  /** `waits` is the delay of a notification that pauses while it has attention. */
  items: {
    id: string
    text: string
    closesAt: number | null
    waits?: number
    about?: string | undefined
  }[]
}

class Show implements fc.Command<Expected, Area> {
  constructor(notification: NotificationInput, prepared: boolean) {
    this.notification = notification
    this.prepared = prepared
  }
  readonly notification: NotificationInput
  /** Whether it is prepared first and then shown with the page. */
  readonly prepared: boolean
  check = () => true
  run(expected: Expected, real: Area) {
    const { text, timeout = true, undo, undoAt, about } = this.notification
    const offersUndo = undo !== undefined || undoAt !== undefined
    const { delay = offersUndo ? 10_000 : 3000 } = this.notification
    expected.shown += 1
    expected.items = expected.items.filter((item) => about === undefined || item.about !== about)
    const closesAt = timeout ? expected.now + delay : null
    expected.items.push({
      id: `notification-${expected.shown}`,
      text,
      closesAt,
      about,
      ...(offersUndo && timeout ? { waits: delay } : {}),
    })
    if (this.prepared) {
      real.prepare(this.notification)
      real.pageShown()
    } else real.show(this.notification)
    expectSame(expected, real)
  }
  toString = () => `show ${JSON.stringify(this.notification)}`
}

class Close implements fc.Command<Expected, Area> {
  constructor(order: number) {
    this.id = `notification-${order}`
  }
  readonly id: string
  check = () => true
  run(expected: Expected, real: Area) {
    expected.items = expected.items.filter((item) => item.id !== this.id)
    real.close(this.id)
    expectSame(expected, real)
  }
  toString = () => `close ${this.id}`
}

class Remove implements fc.Command<Expected, Area> {
  constructor(text: string) {
    this.text = text
  }
  readonly text: string
  check = () => true
  run(expected: Expected, real: Area) {
    expected.items = expected.items.filter((item) => item.text !== this.text)
    real.remove(this.text)
    expectSame(expected, real)
  }
  toString = () => `remove ${this.text}`
}

class Outdate implements fc.Command<Expected, Area> {
  constructor(about: string) {
    this.about = about
  }
  readonly about: string
  check = () => true
  run(expected: Expected, real: Area) {
    expected.items = expected.items.filter((item) => item.about !== this.about)
    real.outdate(this.about)
    expectSame(expected, real)
  }
  toString = () => `outdate ${this.about}`
}

class Attend implements fc.Command<Expected, Area> {
  constructor(order: number, given: boolean) {
    this.id = `notification-${order}`
    this.given = given
  }
  readonly id: string
  readonly given: boolean
  check = () => true
  run(expected: Expected, real: Area) {
    expected.items = expected.items.map((item) => {
      if (item.id !== this.id || item.waits === undefined) return item
      if (this.given) return { ...item, closesAt: null }
      return item.closesAt === null ? { ...item, closesAt: expected.now + item.waits } : item
    })
    real.attention(this.id, this.given)
    expectSame(expected, real)
  }
  toString = () => `attention ${this.id} ${this.given}`
}

class Wait implements fc.Command<Expected, Area> {
  constructor(time: number) {
    this.time = time
  }
  readonly time: number
  check = () => true
  run(expected: Expected, real: Area) {
    expected.now += this.time
    expected.items = expected.items.filter(
      ({ closesAt }) => closesAt === null || closesAt > expected.now,
    )
    real.clock.increment(this.time)
    expectSame(expected, real)
  }
  toString = () => `wait ${this.time} ms`
}

/** Expects the same notifications in the same order, and a timer for each one that closes. */
function expectSame(expected: Expected, real: Area) {
  expect(real.items().map(({ id, text }) => ({ id, text }))).toEqual(
    expected.items.map(({ id, text }) => ({ id, text })),
  )
  expect(real.clock.waiting.size).toBe(
    expected.items.filter(({ closesAt }) => closesAt !== null).length,
  )
}

test('any sequence of showing, closing, removing, and waiting leaves the expected notifications', () => {
  const coverage: Coverage = { states: new Set(), transitions: new Set<AnyTransitionDefinition>() }
  const text = fc.constantFrom('Saved.', 'Deleted.', 'Not saved.')
  const notification = fc.record(
    {
      type: fc.constantFrom<NotificationInput['type']>('success', 'error'),
      text,
      title: fc.string(),
      timeout: fc.boolean(),
      delay: fc.integer({ min: 0, max: 6000 }),
      undo: fc.constant(undo),
      undoAt: fc.constant('/sizes?edit=1&history'),
      about: fc.constantFrom('job:1', 'job:2'),
      isProgress: fc.boolean(),
    },
    { requiredKeys: ['type', 'text'] },
  )
  const commands = fc.commands(
    [
      fc.tuple(notification, fc.boolean()).map(([shown, first]) => new Show(shown, first)),
      fc.integer({ min: 1, max: 12 }).map((order) => new Close(order)),
      text.map((removed) => new Remove(removed)),
      fc.constantFrom('job:1', 'job:2').map((about) => new Outdate(about)),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.boolean())
        .map(([order, given]) => new Attend(order, given)),
      fc.integer({ min: 0, max: 4000 }).map((time) => new Wait(time)),
    ],
    { maxCommands: 40 },
  )
  fc.assert(
    fc.property(commands, (sequence) => {
      const real = startArea([], coverage)
      fc.modelRun(() => ({ model: { now: 0, shown: 0, items: [] }, real }), sequence)
      real.actor.stop()
      expect(real.clock.waiting.size).toBe(0)
    }),
    // With only 100 runs, one in forty never gives attention to a shown notification.
    { numRuns: 400 },
  )
  coverage.states.add(notificationsMachine.root.id)
  expectFullCoverage(notificationsMachine, coverage)
})

describe('A notification about a changing subject', () => {
  const saving = { ...saved, text: 'Saving...', about: 'size 1', isProgress: true }

  test('is replaced by the next one about the subject, along with its timer', () => {
    const { show, texts, clock } = startArea()
    show({ ...saving, timeout: false })
    show({ ...saved, text: 'Saved Small', about: 'size 1' })
    expect(texts()).toEqual(['Saved Small'])
    expect(clock.waiting.size).toBe(1)
  })

  test('is replaced by the last one prepared for a page', () => {
    const { prepare, pageShown, texts } = startArea()
    prepare(saving)
    prepare({ ...saved, text: 'Saved Small', about: 'size 1' })
    pageShown()
    expect(texts()).toEqual(['Saved Small'])
  })

  test('is removed when it is outdated, even before the page is shown, and others stay', () => {
    const { show, prepare, pageShown, outdate, texts } = startArea()
    show(saving)
    show(saved)
    prepare({ ...saving, text: 'Saving again...' })
    outdate('size 1')
    pageShown()
    expect(texts()).toEqual(['Saved.'])
  })
})

test('a prepared notification that is removed before the page is shown never appears', () => {
  const { prepare, remove, pageShown, texts } = startArea()
  prepare(saved)
  prepare({ ...saved, text: 'Running: Import' })
  remove('Running: Import')
  pageShown()
  expect(texts()).toEqual(['Saved.'])
})
