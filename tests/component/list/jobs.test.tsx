import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { onStreamLost, whileVisible } from '#client/runtime/whileVisible.ts'
import { buildRowUrl } from '#client/parts/jobs/buildRowUrl.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { getJobNotificationTopic } from '#shared/navigation/flashMessage.ts'
import { jobOf } from '#tests/support/jobs.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage } from '#tests/support/servers/storePlatform.ts'

/** Streams of events as a browser opens them, which the test speaks in. */
class Stream extends EventTarget {
  static CLOSED = 2
  static open: Stream[] = []
  readonly url: string
  readyState = 1
  constructor(url: string) {
    super()
    this.url = url
    Stream.open.push(this)
  }
  close() {
    Stream.open = Stream.open.filter((one) => one !== this)
  }
  say(event: string, job: Job) {
    act(() => void this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(job) })))
  }
  lose() {
    this.readyState = Stream.CLOSED
    act(() => void this.dispatchEvent(new Event('error')))
  }
}

beforeEach(() => {
  Stream.open = []
  vi.stubGlobal('EventSource', Stream)
  onTestFinished(() => void vi.unstubAllGlobals())
})

test('a stream that the browser does not open again is opened anew a little later, until nobody listens', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const end = whileVisible((lost) => {
    const stream = new EventSource('/api/jobs/7/events')
    onStreamLost(stream, lost)
    return () => stream.close()
  })
  const [first] = Stream.open
  first?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  // The browser does it by itself.
  expect(Stream.open).toEqual([first])
  first?.lose()
  expect(Stream.open).toEqual([first])
  vi.advanceTimersByTime(60_000)
  expect(Stream.open).toHaveLength(1)
  expect(Stream.open).not.toContain(first)
  Stream.open[0]?.lose()
  end()
  vi.advanceTimersByTime(60_000)
  expect(Stream.open).toEqual([])
})

const running = jobOf({ status: 'running', rows: { waiting: 6, done: 3, refused: 1 } })
const done = jobOf({ rows: { done: 8, refused: 1, failed: 1 } })

function platformWith(...jobs: Job[]) {
  const platform = memoryPlatform([sizeRecord(1, 'Small', 'S')])
  const kept = { jobs }
  platform.replies.set('GET /jobs', () => ({
    status: 200,
    body: { data: kept.jobs, page: noPage },
  }))
  const row = (id: number, outcome: string, label: string, sentence: string | null) => ({
    id,
    targetId: 5,
    label,
    outcome,
    sentence,
  })
  const rows = [
    row(1, 'failed', 'Acme', 'Something went wrong on our side. Retry this row.'),
    row(2, 'refused', 'Voss', "The store is scheduled for deletion, so it wasn't checked."),
    row(3, 'done', 'Zephyr', '83% ready (was 75%).'),
  ]
  platform.replies.set('GET /jobs/7', () => ({
    status: 200,
    body: kept.jobs.find(({ id }) => id === 7),
  }))
  platform.replies.set('GET /jobs/7/rows', ({ search }) => ({
    status: 200,
    body: { data: rows.filter(({ outcome }) => outcome === search?.get('outcome')), page: noPage },
  }))
  return { platform, kept }
}

type Platform = ReturnType<typeof platformWith>['platform']

async function shown(platform: Platform, underWay = 0, path = '/sizes') {
  const rendered = await renderConsole(path, { platform })
  act(() => rendered.actors.session.send({ type: 'jobs.counted', underWay }))
  return rendered
}
const icon = () => screen.findByRole('link', { name: /^Jobs(, \d+ running)?$/ })
const panel = () => screen.findByRole('region', { name: 'Jobs' })
const isClosed = () => expect(screen.queryByRole('region', { name: 'Jobs' })).toBeNull()
const asked = ({ requests }: Platform) => requests.filter(({ path }) => path.startsWith('/jobs'))

describe('the icon of the jobs', () => {
  test('is not there where the platform has no jobs', async () => {
    await renderConsole('/sizes', { platform: platformWith().platform })
    expect(screen.queryByRole('link', { name: 'Jobs' })).toBeNull()
  })

  test('counts those under way; with none, nothing is asked and nothing listened to', async () => {
    const { platform } = platformWith()
    await shown(platform)
    expect(await icon()).toHaveAccessibleName('Jobs')
    expect(await icon()).toHaveAttribute('href', '/sizes?jobs')
    expect([asked(platform), Stream.open]).toEqual([[], []])
  })

  test('goes on counting while the panel is closed, and a job that ends is told and read again by the page', async () => {
    const { platform, kept } = platformWith(running)
    await shown(platform, 1)
    expect(await icon()).toHaveAccessibleName('Jobs, 1 running')
    await waitFor(() => expect(Stream.open.map(({ url }) => url)).toEqual(['/api/jobs/7/events']))
    const lists = () => platform.requests.filter(({ path }) => path === '/sizes').length
    const before = lists()
    kept.jobs = [done]
    Stream.open[0]?.say('end', done)
    expect(await screen.findByText(/^Finished:/)).toHaveTextContent(
      'Finished: Check all stores · 1 failed · 1 rejected · 8 done',
    )
    await waitFor(async () => expect(await icon()).toHaveAccessibleName('Jobs'))
    await waitFor(() => expect(lists()).toBe(before + 1))
    expect(Stream.open).toEqual([])
  })
})

const single = { waiting: 0, done: 0, total: 1 }
const charge = { title: 'Retry payment for #54031', kind: 'paymentAttempts.retry' }
const toldAtTheEnd: [string, Job][] = [
  [
    "1 rejected · Adyen didn't report which payment failed. Send a payment link instead.",
    jobOf({
      ...charge,
      rows: { ...single, refused: 1 },
      rowSentence: "Adyen didn't report which payment failed. Send a payment link instead.",
    }),
  ],
  [
    'The payment failed again (card_declined).',
    jobOf({
      ...charge,
      rows: { ...single, unchanged: 1 },
      isBad: true,
      rowSentence: 'The payment failed again (card_declined).',
    }),
  ],
  // A test that failed was done anyway.
  [
    'Adyen does not know this key.',
    jobOf({
      title: 'Test Adyen main account',
      kind: 'test-paymentSetups',
      rows: { ...single, done: 1 },
      isBad: true,
      rowSentence: 'Adyen does not know this key.',
    }),
  ],
  [
    '1 done · 2 skipped as planned',
    jobOf({ kind: 'sizes.import', rows: { ...single, done: 1 }, rowSentence: null, leftOut: 2 }),
  ],
  [
    '22 rejected',
    jobOf({
      kind: 'sizes.importCheck',
      rows: { ...single, done: 1 },
      rowSentence: null,
      leftOut: 22,
    }),
  ],
  [
    '1 rejected · 4 done · 3 skipped as planned',
    jobOf({ kind: 'sizes.change', rows: { done: 4, refused: 4, total: 8 }, refusedByPlan: 3 }),
  ],
  [
    '4 done · 3 skipped as planned',
    jobOf({ kind: 'sizes.change', rows: { done: 4, refused: 3, total: 7 }, refusedByPlan: 3 }),
  ],
  ['all done', jobOf({ ...charge, rows: { ...single, done: 1 }, rowSentence: null })],
]

describe.each(toldAtTheEnd)('a job that came to “%s”', (result, job) => {
  test('is told so in the message of its end, which leads to it', async () => {
    const { platform, kept } = platformWith({ ...job, status: 'running', endedAt: null })
    const { actors } = await shown(platform, 1)
    await waitFor(() => expect(Stream.open).toHaveLength(1))
    const text = `Running: ${job.title}`
    const about = getJobNotificationTopic(job.id)
    const notification = { type: 'success', text, timeout: false, about } as const
    act(() => actors.notifications.send({ type: 'notification.show', notification }))
    expect(await screen.findByText(text)).toBeVisible()
    kept.jobs = [job]
    Stream.open[0]?.say('end', job)
    const message = (await screen.findByText(/^Finished:/)).closest('p')
    expect(message).toHaveTextContent(`Finished: ${job.title} · ${result}`)
    expect(screen.queryByText(text)).toBeNull()
    // What its plan or the check of its file had told comes as no surprise.
    const isGood = job.rows.refused === (job.refusedByPlan ?? 0) && !job.isBad
    expect(message?.closest('[data-type]')).toHaveAttribute(
      'data-type',
      isGood ? 'success' : 'error',
    )
    // spec.md section 4: one that closes itself is counted down, one that does not is pinned.
    const { items } = actors.notifications.getSnapshot().context
    expect(items.map(({ timeout }) => timeout)).toEqual([isGood])
    expect(screen.getByRole('link', { name: job.title })).toHaveAttribute('href', '/sizes?jobs=7')
  })

  test('is told so in its line', async () => {
    const { user } = await shown(platformWith(job).platform)
    await user.click(await icon())
    const [line] = within(await panel()).getAllByRole('listitem')
    expect(line?.querySelector('p')?.textContent).toBe(`11/22/2026 08:01 AM · ${result}`)
  })
})

test('what became of the only row of a job is shown where all is unchanged, too', async () => {
  const { platform } = platformWith(toldAtTheEnd[1]?.[1] ?? done)
  const row = { id: 1, targetId: 5, label: '#54031', outcome: 'unchanged' }
  const data = [{ ...row, sentence: 'The payment failed again (card_declined).' }]
  platform.replies.set('GET /jobs/7/rows', { status: 200, body: { data, page: noPage } })
  const { user } = await shown(platform)
  await user.click(await icon())
  await user.click(await screen.findByRole('link', { name: /^Results: / }))
  const rows = await screen.findByRole('region', { name: 'Unchanged' })
  expect(within(rows).getByText('The payment failed again (card_declined).')).toBeVisible()
  expect(within(rows).getByRole('link', { name: '#54031' })).toHaveAttribute(
    'href',
    '/paymentAttempt?timeline=5',
  )
})

describe('the panel of the jobs', () => {
  test('says how far a job is as it goes on, and how it ended', async () => {
    const { platform, kept } = platformWith(running)
    const { user } = await shown(platform, 1)
    await user.click(await icon())
    const bar = within(await panel()).getByRole('progressbar', { name: 'Check all stores' })
    expect(bar).toHaveAttribute('value', '4')
    expect(await panel()).toHaveTextContent('4 of 10 · 1 rejected')
    Stream.open[0]?.say('progress', { ...running, rows: { ...running.rows, waiting: 1, done: 8 } })
    expect(await panel()).toHaveTextContent('9 of 10 · 1 rejected')
    kept.jobs = [done]
    Stream.open[0]?.say('end', done)
    await waitFor(async () =>
      expect(await panel()).toHaveTextContent(
        '11/22/2026 08:01 AM · 1 failed · 1 rejected · 8 done',
      ),
    )
    // It is seen where it happened.
    expect(screen.queryByText(/^Finished:/)).toBeNull()
  })

  test.each([
    ['underWay', 'being undone', false],
    ['all', 'undone', false],
    ['partly', 'partly undone', false],
    ['nothing', 'nothing could be undone', true],
  ] as const)('says of an undo that came to %s: %s', async (undone, said, again) => {
    const undoUntil = again ? '2026-12-22T08:01:00Z' : null
    const { platform } = platformWith(jobOf({ undoneBy: 8, undone, undoUntil }))
    const { user } = await shown(platform)
    await user.click(await icon())
    const [line] = within(await panel()).getAllByRole('listitem')
    expect(line?.querySelector('p')?.textContent).toBe(`11/22/2026 08:01 AM · all done · ${said}`)
    expect(screen.queryAllByRole('button', { name: /^Undo/ })).toHaveLength(again ? 1 : 0)
  })

  test('leads to the records of any list, but not to those that are gone, and to the refused lines of an import', async () => {
    const kept = { ...done, kind: 'sizes.import', importId: 4 }
    const { platform } = platformWith(kept)
    const { user } = await shown(platform)
    await user.click(await icon())
    await user.click(await screen.findByRole('link', { name: /^Results: / }))
    expect(await screen.findByRole('link', { name: 'Voss' })).toHaveAttribute(
      'href',
      '/sizes?edit=5',
    )
    expect(screen.getByRole('link', { name: 'Zephyr' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Download rejected rows' })).toHaveAttribute(
      'href',
      '/api/sizes/imports/4/failed/export',
    )
  })

  test.each([
    ['stores.suspend', null, '/stores/5'],
    ['sizes.delete', null, null],
    ['sizes.delete', 3, '/sizes?edit=5'],
    ['sizes.import', 3, null],
    ['subAttributes.change', null, null],
    ['members.import', null, null],
    ['unknown', null, null],
  ])('the row of %s that is done (an undo of %s) leads to %s', (kind, undoOf, to) => {
    expect(buildRowUrl({ kind, undoOf }, { targetId: 5, outcome: 'done' })).toBe(to)
  })

  test('shows the rows that failed, were refused or did something, with their sentence and their record', async () => {
    const { platform } = platformWith(done)
    const { user } = await shown(platform)
    await user.click(await icon())
    const name = await screen.findByRole('link', { name: 'Results: Check all stores' })
    expect(name).toHaveAttribute('href', '/sizes?jobs=7')
    await user.click(name)
    const failed = await screen.findByRole('region', { name: 'Failed' })
    expect(failed).toHaveTextContent('AcmeSomething went wrong on our side. Retry this row.')
    expect(within(failed).getByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/stores/5')
    expect(screen.getByRole('region', { name: 'Rejected' })).toHaveTextContent('Voss')
    expect(screen.getByRole('region', { name: 'Done' })).toHaveTextContent('First 1 of 8')
    expect(screen.getByRole('link', { name: "Stores that aren't ready" })).toBeVisible()
    const file = screen.getByRole('link', { name: 'Download results' })
    expect(file).toHaveAttribute('href', '/api/jobs/7/rows/export')
    await user.click(name)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Failed' })).toBeNull())
    expect(await panel()).toBeVisible()
  })

  test.each([
    ['cancel', 'Cancel', running, 1],
    ['retry', 'Retry', done, 0],
    ['undo', 'Undo', jobOf({ undoUntil: '2026-12-22T08:01:00Z' }), 0],
  ])('%s is one write, and what it did is read', async (change, label, job, underWay) => {
    const { platform, kept } = platformWith(job)
    const after = jobOf({ status: 'cancelled', rows: { done: 4, waiting: 6 } })
    platform.replies.set(`POST /jobs/7/${change}`, () => {
      kept.jobs = [after]
      return { status: 200, body: after }
    })
    const { user } = await shown(platform, underWay)
    await user.click(await icon())
    await user.click(await screen.findByRole('button', { name: `${label}: Check all stores` }))
    await waitFor(async () =>
      expect(await panel()).toHaveTextContent('canceled · 4 done · 6 not started'),
    )
    expect(platform.writes()).toMatchObject([
      { path: `/jobs/7/${change}`, idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/) },
    ])
    expect(await panel()).toHaveFocus()
  })

  test('a change that is refused says why; one whose answer was lost is sent under its key again', async () => {
    const { platform } = platformWith(running)
    const problem = {
      status: 409,
      code: 'wrong_state',
      title: 'No',
      detail: 'This job is already finished.',
    }
    const path = 'POST /jobs/7/cancel'
    platform.replies.set(path, { status: 502 })
    const { user } = await shown(platform, 1)
    await user.click(await icon())
    const cancel = await screen.findByRole('button', { name: /^Cancel/ })
    await user.click(cancel)
    await screen.findByText("The platform isn't responding. Try again in a moment.")
    platform.replies.set(path, { status: 409, body: problem })
    await waitFor(() => expect(cancel).toBeEnabled())
    await user.click(cancel)
    await screen.findByText(/^This job is already finished\./)
    const [first, second] = platform.writes()
    expect(first?.idempotencyKey).toBe(second?.idempotencyKey)
  })

  test('is closed by its icon, its button, Escape and by turning elsewhere', async () => {
    const { user } = await shown(platformWith(done).platform)
    const open = async () => {
      await user.click(await icon())
      await waitFor(async () => expect(await panel()).toHaveFocus())
    }
    await open()
    await user.click(await icon())
    await waitFor(isClosed)
    await open()
    await user.click(screen.getByRole('link', { name: 'Close jobs' }))
    await waitFor(isClosed)
    expect(await icon()).toHaveFocus()
    await open()
    await user.keyboard('{Escape}')
    await waitFor(isClosed)
    await open()
    fireEvent.pointerDown(screen.getByRole('main'))
    await waitFor(isClosed)
  })

  test('opens again after a reload, until it is closed', async () => {
    const { platform } = platformWith(done)
    const first = await shown(platform)
    await first.user.click(await icon())
    await panel()
    expect(sessionStorage.getItem('jobs')).toBe('')
    await first.user.keyboard('{Escape}')
    await waitFor(() => expect(sessionStorage.getItem('jobs')).toBeNull())
    sessionStorage.setItem('jobs', '7')
    first.unmount()
    await shown(platform)
    expect(await screen.findByRole('region', { name: 'Failed' })).toBeVisible()
  })

  test('says when the connection is lost, and goes on from the list', async () => {
    const { platform, kept } = platformWith(running)
    const { user } = await shown(platform, 1)
    await user.click(await icon())
    await panel()
    Stream.open[0]?.lose()
    // Once is no lost connection yet: it connects again.
    expect(screen.queryByText(/The connection was lost/)).toBeNull()
    await waitFor(() => expect(Stream.open).toHaveLength(1))
    kept.jobs = [done]
    Stream.open[0]?.lose()
    expect(await screen.findByText(/The connection was lost/)).toBeVisible()
    await waitFor(async () => expect(await panel()).toHaveTextContent('8 done'))
    expect(screen.queryByText(/The connection was lost/)).toBeNull()
  })

  test('says why there are none to show', async () => {
    const { platform } = platformWith()
    const { user } = await shown(platform)
    await user.click(await icon())
    expect(await screen.findByText(/^No jobs yet/)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(isClosed)
  })

  test('a platform that fails is said to, and can be asked again', async () => {
    const { platform } = platformWith(done)
    platform.replies.set('GET /jobs', {
      status: 403,
      body: { status: 403, code: 'forbidden', title: 'No' },
    })
    const { user } = await shown(platform)
    await user.click(await icon())
    expect(await screen.findByText(/don't have permission/)).toBeVisible()
    platform.replies.set('GET /jobs', { status: 200, body: { data: [done], page: noPage } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await panel()).toHaveTextContent('8 done'))
  })
})

test('?jobs shows the panel with forms for a page without JavaScript; closed, the address is as it was', async () => {
  const { platform } = platformWith(running)
  const { address, user } = await shown(platform, 1, '/sizes?search=s&jobs=7')
  const cancel = await screen.findByRole('button', { name: 'Cancel: Check all stores' })
  expect(cancel.closest('form')).toHaveAttribute(
    'action',
    '/jobs?next=%2Fsizes%3Fsearch%3Ds%26jobs%3D7',
  )
  expect(cancel.closest('form')).toHaveFormValues({ job: '7' })
  expect(await screen.findByRole('region', { name: 'Rejected' })).toBeVisible()
  expect(screen.queryByText(/isn't supported/)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Close jobs' }))
  await waitFor(() => expect(address()).toBe('/sizes?search=s'))
  await waitFor(isClosed)
})
