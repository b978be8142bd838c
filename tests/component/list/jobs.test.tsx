import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listenForStreamLoss, whileVisible } from '#client/runtime/whileVisible.ts'
import { buildJobRowUrl } from '#client/parts/jobs/buildJobRowUrl.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { getJobNotificationTopic } from '#shared/navigation/flashMessage.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

/** Replaces the browser's EventSource; the test sends the events. */
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
    Stream.open = Stream.open.filter((stream) => stream !== this)
  }
  dispatch(event: string, job: Job) {
    act(() => void this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(job) })))
  }
  disconnect() {
    this.readyState = Stream.CLOSED
    act(() => void this.dispatchEvent(new Event('error')))
  }
}

beforeEach(() => {
  Stream.open = []
  vi.stubGlobal('EventSource', Stream)
  onTestFinished(() => void vi.unstubAllGlobals())
})

test('a lost stream reopens after a while until nothing subscribes to it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stop = whileVisible((onLost) => {
    const stream = new EventSource('/api/jobs/7/events')
    listenForStreamLoss(stream, onLost)
    return () => stream.close()
  })
  const [first] = Stream.open
  first?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  // The browser reconnects after this error.
  expect(Stream.open).toEqual([first])
  first?.disconnect()
  expect(Stream.open).toEqual([first])
  vi.advanceTimersByTime(60_000)
  expect(Stream.open).toHaveLength(1)
  expect(Stream.open).not.toContain(first)
  Stream.open[0]?.disconnect()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(Stream.open).toEqual([])
})

const running = buildJob({ status: 'running', rows: { waiting: 6, done: 3, refused: 1 } })
const finished = buildJob({ rows: { done: 8, refused: 1, failed: 1 } })

function createPlatformWithJobs(...jobs: Job[]) {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
  const state = { jobs }
  platform.replies.set('GET /jobs', () => ({
    status: 200,
    body: { data: state.jobs, page: emptyPage },
  }))
  const buildRow = (id: number, outcome: string, label: string, sentence: string | null) => ({
    id,
    targetId: 5,
    label,
    outcome,
    sentence,
  })
  const rows = [
    buildRow(1, 'failed', 'Acme', 'Something went wrong on our side. Retry this row.'),
    buildRow(2, 'refused', 'Voss', "The store is scheduled for deletion, so it wasn't checked."),
    buildRow(3, 'done', 'Zephyr', '83% ready (was 75%).'),
  ]
  platform.replies.set('GET /jobs/7', () => ({
    status: 200,
    body: state.jobs.find(({ id }) => id === 7),
  }))
  platform.replies.set('GET /jobs/7/rows', ({ search }) => ({
    status: 200,
    body: {
      data: rows.filter(({ outcome }) => outcome === search?.get('outcome')),
      page: emptyPage,
    },
  }))
  return { platform, state }
}

type Platform = ReturnType<typeof createPlatformWithJobs>['platform']

async function openConsole(platform: Platform, underWay = 0, path = '/sizes') {
  const rendered = await renderConsole(path, { platform })
  act(() => rendered.actors.session.send({ type: 'jobs.counted', underWay }))
  return rendered
}
const findJobsLink = () => screen.findByRole('link', { name: /^Jobs(, \d+ running)?$/ })
const findPanel = () => screen.findByRole('region', { name: 'Jobs' })
const expectClosed = () => expect(screen.queryByRole('region', { name: 'Jobs' })).toBeNull()
const getJobRequests = ({ requests }: Platform) =>
  requests.filter(({ path }) => path.startsWith('/jobs'))

describe('The jobs link', () => {
  test('is hidden on a platform without jobs', async () => {
    await renderConsole('/sizes', { platform: createPlatformWithJobs().platform })
    expect(screen.queryByRole('link', { name: 'Jobs' })).toBeNull()
  })

  test('shows no count and opens no stream while nothing is running', async () => {
    const { platform } = createPlatformWithJobs()
    await openConsole(platform)
    expect(await findJobsLink()).toHaveAccessibleName('Jobs')
    expect(await findJobsLink()).toHaveAttribute('href', '/sizes?jobs')
    expect([getJobRequests(platform), Stream.open]).toEqual([[], []])
  })

  test('follows running jobs while the panel is closed, and reports and reloads when one ends', async () => {
    const { platform, state } = createPlatformWithJobs(running)
    await openConsole(platform, 1)
    expect(await findJobsLink()).toHaveAccessibleName('Jobs, 1 running')
    await waitFor(() => expect(Stream.open.map(({ url }) => url)).toEqual(['/api/jobs/7/events']))
    const countListRequests = () => platform.requests.filter(({ path }) => path === '/sizes').length
    const before = countListRequests()
    state.jobs = [finished]
    Stream.open[0]?.dispatch('end', finished)
    expect(await screen.findByText(/^Finished:/)).toHaveTextContent(
      'Finished: Check all stores · 1 failed · 1 rejected · 8 done',
    )
    await waitFor(async () => expect(await findJobsLink()).toHaveAccessibleName('Jobs'))
    await waitFor(() => expect(countListRequests()).toBe(before + 1))
    expect(Stream.open).toEqual([])
  })
})

const single = { waiting: 0, done: 0, total: 1 }
const charge = { title: 'Retry payment for #54031', kind: 'paymentAttempts.retry' }
const resultCases: [string, Job][] = [
  [
    "1 rejected · Adyen didn't report which payment failed. Send a payment link instead.",
    buildJob({
      ...charge,
      rows: { ...single, refused: 1 },
      rowSentence: "Adyen didn't report which payment failed. Send a payment link instead.",
    }),
  ],
  [
    'The payment failed again (card_declined).',
    buildJob({
      ...charge,
      rows: { ...single, unchanged: 1 },
      isBad: true,
      rowSentence: 'The payment failed again (card_declined).',
    }),
  ],
  // A job whose test failed still counts its row as done.
  [
    'Adyen does not know this key.',
    buildJob({
      title: 'Test Adyen main account',
      kind: 'test-paymentSetups',
      rows: { ...single, done: 1 },
      isBad: true,
      rowSentence: 'Adyen does not know this key.',
    }),
  ],
  [
    '1 done · 2 skipped as planned',
    buildJob({ kind: 'sizes.import', rows: { ...single, done: 1 }, rowSentence: null, leftOut: 2 }),
  ],
  [
    '22 rejected',
    buildJob({
      kind: 'sizes.importCheck',
      rows: { ...single, done: 1 },
      rowSentence: null,
      leftOut: 22,
    }),
  ],
  [
    '1 rejected · 4 done · 3 skipped as planned',
    buildJob({ kind: 'sizes.change', rows: { done: 4, refused: 4, total: 8 }, refusedByPlan: 3 }),
  ],
  [
    '4 done · 3 skipped as planned',
    buildJob({ kind: 'sizes.change', rows: { done: 4, refused: 3, total: 7 }, refusedByPlan: 3 }),
  ],
  ['all done', buildJob({ ...charge, rows: { ...single, done: 1 }, rowSentence: null })],
]

describe.each(resultCases)('A job with the result "%s"', (result, job) => {
  test('shows it in its final message, which links to the job', async () => {
    const { platform, state } = createPlatformWithJobs({ ...job, status: 'running', endedAt: null })
    const { actors } = await openConsole(platform, 1)
    await waitFor(() => expect(Stream.open).toHaveLength(1))
    const text = `Running: ${job.title}`
    const topic = getJobNotificationTopic(job.id)
    const notification = { type: 'success', text, timeout: false, about: topic } as const
    act(() => actors.notifications.send({ type: 'notification.show', notification }))
    expect(await screen.findByText(text)).toBeVisible()
    state.jobs = [job]
    Stream.open[0]?.dispatch('end', job)
    const message = (await screen.findByText(/^(Finished:|Tested)/)).closest('p')
    const isTest = job.kind.startsWith('test-')
    const name = isTest ? job.title.replace('Test ', '') : job.title
    expect(message).toHaveTextContent(
      isTest ? `Tested ${name}: ${result}` : `Finished: ${name} · ${result}`,
    )
    expect(screen.queryByText(text)).toBeNull()
    // Rejections that the plan or file check already reported don't count as errors.
    const isGood = job.rows.refused === (job.refusedByPlan ?? 0) && !job.isBad
    expect(message?.closest('[data-type]')).toHaveAttribute(
      'data-type',
      isGood ? 'success' : 'error',
    )
    // spec.md section 4: a message that closes itself has a countdown, others are pinned.
    const { items } = actors.notifications.getSnapshot().context
    expect(items.map(({ timeout }) => timeout)).toEqual([isGood])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/sizes?jobs=7')
  })

  test('shows it in its line', async () => {
    const { user } = await openConsole(createPlatformWithJobs(job).platform)
    await user.click(await findJobsLink())
    const [line] = within(await findPanel()).getAllByRole('listitem')
    expect(line?.querySelector('p')?.textContent).toBe(`11/22/2026 08:01 AM · ${result}`)
  })
})

test("the result of a job's only row is shown even if nothing changed", async () => {
  const { platform } = createPlatformWithJobs(resultCases[1]?.[1] ?? finished)
  const row = { id: 1, targetId: 5, label: '#54031', outcome: 'unchanged' }
  const data = [{ ...row, sentence: 'The payment failed again (card_declined).' }]
  platform.replies.set('GET /jobs/7/rows', { status: 200, body: { data, page: emptyPage } })
  const { user } = await openConsole(platform)
  await user.click(await findJobsLink())
  await user.click(await screen.findByRole('link', { name: /^Results: / }))
  const rows = await screen.findByRole('region', { name: 'Unchanged' })
  expect(within(rows).getByText('The payment failed again (card_declined).')).toBeVisible()
  expect(within(rows).getByRole('link', { name: '#54031' })).toHaveAttribute(
    'href',
    '/paymentAttempt?timeline=5',
  )
})

describe('The jobs panel', () => {
  test('shows the progress of a job and its result', async () => {
    const { platform, state } = createPlatformWithJobs(running)
    const { user } = await openConsole(platform, 1)
    await user.click(await findJobsLink())
    const bar = within(await findPanel()).getByRole('progressbar', { name: 'Check all stores' })
    expect(bar).toHaveAttribute('value', '4')
    expect(await findPanel()).toHaveTextContent('4 of 10 · 1 rejected')
    Stream.open[0]?.dispatch('progress', {
      ...running,
      rows: { ...running.rows, waiting: 1, done: 8 },
    })
    expect(await findPanel()).toHaveTextContent('9 of 10 · 1 rejected')
    state.jobs = [finished]
    Stream.open[0]?.dispatch('end', finished)
    await waitFor(async () =>
      expect(await findPanel()).toHaveTextContent(
        '11/22/2026 08:01 AM · 1 failed · 1 rejected · 8 done',
      ),
    )
    // The panel already shows the result, so there is no message.
    expect(screen.queryByText(/^Finished:/)).toBeNull()
  })

  test.each([
    ['underWay', 'being undone', false],
    ['all', 'undone', false],
    ['partly', 'partly undone', false],
    ['nothing', 'nothing could be undone', true],
  ] as const)('shows an undo with the result "%s": %s', async (undone, label, canUndo) => {
    const undoUntil = canUndo ? '2026-12-22T08:01:00Z' : null
    const { platform } = createPlatformWithJobs(buildJob({ undoneBy: 8, undone, undoUntil }))
    const { user } = await openConsole(platform)
    await user.click(await findJobsLink())
    const [line] = within(await findPanel()).getAllByRole('listitem')
    expect(line?.querySelector('p')?.textContent).toBe(`11/22/2026 08:01 AM · all done · ${label}`)
    expect(screen.queryAllByRole('button', { name: /^Undo/ })).toHaveLength(canUndo ? 1 : 0)
  })

  test('links to existing records of any list and to the rejected rows of an import', async () => {
    const importJob = { ...finished, kind: 'sizes.import', importId: 4 }
    const { platform } = createPlatformWithJobs(importJob)
    const { user } = await openConsole(platform)
    await user.click(await findJobsLink())
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
    ['members.import', null, '/members/5'],
    ['unknown', null, null],
  ])('the row of %s that is done (an undo of %s) links to %s', (kind, undoOf, to) => {
    expect(buildJobRowUrl({ kind, undoOf }, { targetId: 5, outcome: 'done' })).toBe(to)
  })

  test('shows failed, rejected, and done rows with their messages and records', async () => {
    const { platform } = createPlatformWithJobs(finished)
    const { user } = await openConsole(platform)
    await user.click(await findJobsLink())
    const name = await screen.findByRole('link', { name: 'Results: Check all stores' })
    expect(name).toHaveAttribute('href', '/sizes?jobs=7')
    await user.click(name)
    const failedRows = await screen.findByRole('region', { name: 'Failed' })
    expect(failedRows).toHaveTextContent('AcmeSomething went wrong on our side. Retry this row.')
    expect(within(failedRows).getByRole('link', { name: 'Acme' })).toHaveAttribute(
      'href',
      '/stores/5',
    )
    expect(screen.getByRole('region', { name: 'Rejected' })).toHaveTextContent('Voss')
    expect(screen.getByRole('region', { name: 'Done' })).toHaveTextContent('First 1 of 8')
    expect(screen.getByRole('link', { name: "Stores that aren't ready" })).toBeVisible()
    const download = screen.getByRole('link', { name: 'Download results' })
    expect(download).toHaveAttribute('href', '/api/jobs/7/rows/export')
    await user.click(name)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Failed' })).toBeNull())
    expect(await findPanel()).toBeVisible()
  })

  test.each([
    ['cancel', 'Cancel', running, 1],
    ['retry', 'Retry', finished, 0],
    ['undo', 'Undo', buildJob({ undoUntil: '2026-12-22T08:01:00Z' }), 0],
  ])('%s sends one write, and its result is loaded', async (change, label, job, underWay) => {
    const { platform, state } = createPlatformWithJobs(job)
    const canceled = buildJob({ status: 'cancelled', rows: { done: 4, waiting: 6 } })
    platform.replies.set(`POST /jobs/7/${change}`, () => {
      state.jobs = [canceled]
      return { status: 200, body: canceled }
    })
    const { user } = await openConsole(platform, underWay)
    await user.click(await findJobsLink())
    await user.click(await screen.findByRole('button', { name: `${label}: Check all stores` }))
    await waitFor(async () =>
      expect(await findPanel()).toHaveTextContent('canceled · 4 done · 6 not started'),
    )
    expect(platform.writes()).toMatchObject([
      { path: `/jobs/7/${change}`, idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/) },
    ])
    expect(await findPanel()).toHaveFocus()
  })

  test('shows why a change was rejected, and reuses the key if the reply was lost', async () => {
    const { platform } = createPlatformWithJobs(running)
    const problem = {
      status: 409,
      code: 'wrong_state',
      title: 'No',
      detail: 'This job is already finished.',
    }
    const path = 'POST /jobs/7/cancel'
    platform.replies.set(path, { status: 502 })
    const { user } = await openConsole(platform, 1)
    await user.click(await findJobsLink())
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

  test('closes by its link, its button, Escape, and a click elsewhere', async () => {
    const { user } = await openConsole(createPlatformWithJobs(finished).platform)
    const open = async () => {
      await user.click(await findJobsLink())
      await waitFor(async () => expect(await findPanel()).toHaveFocus())
    }
    await open()
    await user.click(await findJobsLink())
    await waitFor(expectClosed)
    await open()
    await user.click(screen.getByRole('link', { name: 'Close jobs' }))
    await waitFor(expectClosed)
    expect(await findJobsLink()).toHaveFocus()
    await open()
    await user.keyboard('{Escape}')
    await waitFor(expectClosed)
    await open()
    fireEvent.pointerDown(screen.getByRole('main'))
    await waitFor(expectClosed)
  })

  test('opens again after a reload until it is closed', async () => {
    const { platform } = createPlatformWithJobs(finished)
    const first = await openConsole(platform)
    await first.user.click(await findJobsLink())
    await findPanel()
    expect(sessionStorage.getItem('jobs')).toBe('')
    await first.user.keyboard('{Escape}')
    await waitFor(() => expect(sessionStorage.getItem('jobs')).toBeNull())
    sessionStorage.setItem('jobs', '7')
    first.unmount()
    await openConsole(platform)
    expect(await screen.findByRole('region', { name: 'Failed' })).toBeVisible()
  })

  test('reports a lost connection and continues from the list', async () => {
    const { platform, state } = createPlatformWithJobs(running)
    const { user } = await openConsole(platform, 1)
    await user.click(await findJobsLink())
    await findPanel()
    Stream.open[0]?.disconnect()
    // The first loss reconnects without a message.
    expect(screen.queryByText(/The connection was lost/)).toBeNull()
    await waitFor(() => expect(Stream.open).toHaveLength(1))
    state.jobs = [finished]
    Stream.open[0]?.disconnect()
    expect(await screen.findByText(/The connection was lost/)).toBeVisible()
    await waitFor(async () => expect(await findPanel()).toHaveTextContent('8 done'))
    expect(screen.queryByText(/The connection was lost/)).toBeNull()
  })

  test('shows an empty state', async () => {
    const { platform } = createPlatformWithJobs()
    const { user } = await openConsole(platform)
    await user.click(await findJobsLink())
    expect(await screen.findByText(/^No jobs yet/)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(expectClosed)
  })

  test('shows an error with a retry button if the platform fails', async () => {
    const { platform } = createPlatformWithJobs(finished)
    platform.replies.set('GET /jobs', {
      status: 403,
      body: { status: 403, code: 'forbidden', title: 'No' },
    })
    const { user } = await openConsole(platform)
    await user.click(await findJobsLink())
    expect(await screen.findByText(/don't have permission/)).toBeVisible()
    platform.replies.set('GET /jobs', { status: 200, body: { data: [finished], page: emptyPage } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await findPanel()).toHaveTextContent('8 done'))
  })
})

test('?jobs shows the panel with forms for pages without JavaScript, and closing restores the URL', async () => {
  const { platform } = createPlatformWithJobs(running)
  const { address, user } = await openConsole(platform, 1, '/sizes?search=s&jobs=7')
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
  await waitFor(expectClosed)
})
