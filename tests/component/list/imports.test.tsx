import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildJob } from '#tests/support/jobs.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'
import { captureUploads } from '#tests/support/uploadCalls.ts'

const checkedImport = {
  id: 4,
  name: 'sizes.csv',
  state: 'ready',
  encoding: 'utf-8',
  delimiter: ',',
  heads: ['Group', 'Code', 'Name', 'Chest'],
  samples: [['Adult'], ['XL'], ['Renamed'], ['77.5']],
  mapping: { group: 0, code: 1, name: 2, chest: 3 },
  lines: 150,
  counts: { create: 0, change: 150, unchanged: 0, refused: 0, waiting: 0 },
  reasons: [],
  changes: [],
  totals: [],
  notes: [],
  job: buildJob({}),
}

test('the "required" error disappears once a file is uploaded, and a rejected file shows why', async () => {
  const calls = captureUploads()
  const { user } = await renderConsole('/sizes?import', { platform: createMemoryPlatform() })
  const panel = within(screen.getByRole('dialog'))
  await panel.findByText('Select file')
  await user.click(panel.getByRole('button', { name: 'Upload file' }))
  await panel.findByText('File is a required field')
  const file = new File(['Code,Name\nXL,Extra'], 'sizes.csv', { type: 'text/csv' })
  await user.upload(panel.getByLabelText(/^File/), file)
  calls[0]?.answer(201, { id: 7, name: 'sizes.csv' })
  await panel.findByText('Uploaded sizes.csv')
  await waitFor(() => expect(panel.queryByText('File is a required field')).toBeNull())
  await user.upload(panel.getByLabelText(/^File/), file)
  const fields = { file: 'File: it is no text.' }
  calls[1]?.answer(422, { status: 422, code: 'invalid', title: 'Not taken', fields })
  expect(await panel.findByText('File: it is no text.')).toBeVisible()
})

/** Returns a platform with a checked import and its rows. */
function createPlatformWithImport(body: object, rows: Partial<PlanPage> = {}) {
  const platform = createMemoryPlatform()
  const { counts, data, page } = buildPlan({ data: [] })
  const reply = { counts, data, page, ...rows }
  platform.replies.set('GET /sizes/imports/4', { status: 200, body })
  platform.replies.set('GET /sizes/imports/4/rows', { status: 200, body: reply })
  return platform
}

test('a checked file shows the changes of its rows, and pages through them', async () => {
  const side = { active: true, labels: {} }
  const changed = buildPlanRow({
    row: 2,
    label: 'Extra large',
    before: { ...side, name: 'Extra large', chest: null },
    after: { ...side, name: 'Renamed', chest: 77.5 },
  })
  const platform = createPlatformWithImport(checkedImport, {
    counts: { change: 150 },
    data: [changed],
    page: { after: 20, next: 40, previous: 0, total: 150 },
  })
  const { user, address } = await renderConsole('/sizes?import=4&planAfter=20', { platform })
  const rows = within(await screen.findByRole('region', { name: 'Preview rows' }))
  const row = rows.getByRole('listitem')
  expect(row).toHaveTextContent('Extra large')
  expect(row).toHaveTextContent('Name Extra large → Renamed')
  expect(row).toHaveTextContent('Chest None → 77.5')
  expect(row).not.toHaveTextContent('Active')
  expect(rows.getByText('21–21 of 150')).toBeVisible()
  expect(rows.getByRole('link', { name: 'Download preview' })).toHaveAttribute(
    'href',
    '/api/sizes/imports/4/rows/export',
  )
  await user.click(rows.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/sizes?import=4&planAfter=40'))
  const requests = platform.requests.filter(({ path }) => path === '/sizes/imports/4/rows')
  expect(requests.map(({ search }) => search?.get('after'))).toEqual(['20', '40'])
})

test('the preview of a new record shows only its values', async () => {
  const created = buildPlanRow({
    row: 2,
    outcome: 'create',
    label: 'Tiny',
    before: {},
    after: { name: 'Tiny', chest: 60.5, labels: {} },
  })
  const platform = createPlatformWithImport(checkedImport, {
    counts: { create: 1 },
    data: [created],
  })
  await renderConsole('/sizes?import=4', { platform })
  const rows = within(await screen.findByRole('region', { name: 'Preview rows' }))
  const row = rows.getByRole('listitem')
  expect(row).toHaveTextContent('Chest 60.5')
  expect(row).not.toHaveTextContent('None')
})

test('the check says how many rows need a second operator', async () => {
  const note = '12 of 40 rows will wait for a second operator.'
  const platform = createPlatformWithImport({ ...checkedImport, notes: [note] })
  await renderConsole('/sizes?import=4', { platform })
  expect(await screen.findByText(note)).toBeVisible()
})

test('equal reasons are shown once with their number and first row', async () => {
  const reasons = [
    { reason: 'Chest must be a number', rows: 20, line: 3 },
    { reason: 'Code is a required field', rows: 1, line: 2 },
  ]
  const counts = { ...checkedImport.counts, refused: 21 }
  const platform = createPlatformWithImport({ ...checkedImport, counts, reasons })
  await renderConsole('/sizes?import=4', { platform })
  expect(
    await screen.findByText('Chest must be a number: 20 rows, starting with row 3'),
  ).toBeVisible()
  expect(screen.getByText('Row 2: Code is a required field')).toBeVisible()
  expect(screen.queryByText(/most frequent/)).toBeNull()
})

test('a finished import has a Close button instead of Cancel', async () => {
  const platform = createMemoryPlatform()
  const body = { ...checkedImport, state: 'ended' }
  platform.replies.set('GET /sizes/imports/4', { status: 200, body })
  const { user } = await renderConsole('/sizes?import=4', { platform })
  const close = await screen.findByText('Close')
  expect(screen.queryByText('Cancel')).toBeNull()
  await user.click(close)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the form says which columns only new records need', async () => {
  await renderConsole('/sizes?import', { platform: createMemoryPlatform() })
  const note = await screen.findByText(/Required columns: /)
  expect(note).toHaveTextContent(
    'Required columns: Group, Code. Also required for new sizes: Name.',
  )
})

test('the form lists the required and optional columns of credits', async () => {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /creditEntries', { status: 200, body: { data: [], page: emptyPage } })
  await renderConsole('/credits?import', { platform })
  const note = await screen.findByText(/Required columns: /)
  expect(note).toHaveTextContent('Required columns: Store, Reason, Member, Amount.')
  expect(screen.getByText(/Rows with no value for Reference always create records/)).toBeVisible()
  expect(note).toHaveTextContent('Optional columns: Type, Expires after, Unit, Reference.')
})

test.each([
  ['all', 'This job was undone.'],
  [
    'partly',
    "This job was partly undone. Some rows couldn't be undone, for example because they were changed after it ran.",
  ],
  ['nothing', 'Nothing could be undone.'],
] as const)(
  'an import with the undo result "%s" says so and links to the undo job',
  async (undone, sentence) => {
    const platform = createMemoryPlatform()
    const job = buildJob({ undoneBy: 8, undone })
    const body = { ...checkedImport, state: 'ended', job }
    platform.replies.set('GET /sizes/imports/4', { status: 200, body })
    await renderConsole('/sizes?import=4', { platform })
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('link', { name: 'View undo job' })).toHaveAttribute(
      'href',
      '/sizes?import=4&jobs=8',
    )
  },
)

test('the import mode and the values for new records are chosen before the check', async () => {
  const platform = createMemoryPlatform()
  const mapping = { name: 0, email: 1 }
  const heads = ['Name', 'Email']
  const body = {
    ...checkedImport,
    state: 'mapping',
    name: 'members.csv',
    heads,
    mapping,
    job: null,
  }
  platform.replies.set('GET /stores/5', { status: 200, body: buildStore() })
  platform.replies.set('GET /members', { status: 200, body: { data: [], page: emptyPage } })
  platform.replies.set('GET /members/imports/4', { status: 200, body })
  platform.replies.set('POST /members/imports/4/check', { status: 202, body: { id: 1 } })
  const { user } = await renderConsole('/stores/5?tab=members&import=4', { platform })
  await user.selectOptions(await screen.findByLabelText('Import mode'), 'Create only')
  await user.click(screen.getByLabelText('For all new members: Invite by email'))
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  const isCheck = ({ path }: { path: string }) => path === '/members/imports/4/check'
  await waitFor(() => expect(platform.requests.find(isCheck)).toBeDefined())
  expect(platform.requests.find(isCheck)?.body).toEqual({
    mapping,
    mode: 'create',
    forNew: { invite: true },
  })
})

test('a finished import shows counts that add up to its rows', async () => {
  const platform = createMemoryPlatform()
  const results = { created: 3, updated: 1, unchanged: 140, rejected: 5, failed: 0, left: 1 }
  const body = { ...checkedImport, state: 'ended', results }
  platform.replies.set('GET /sizes/imports/4', { status: 200, body })
  await renderConsole('/sizes?import=4', { platform })
  const heading = await screen.findByRole('heading', { name: 'Result' })
  const counts = 'Rows150Created3Updated1Unchanged140Rejected5Not imported1'
  expect(heading.closest('section')).toHaveTextContent(counts)
})

test("an empty member list offers to create or import members, and so does the store's fix", async () => {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /stores/5', { status: 200, body: buildStore() })
  platform.replies.set('GET /stores/5/readiness', {
    status: 200,
    body: {
      percent: 90,
      checks: [{ key: 'members', ok: false, detail: 'The store has no members.' }],
    },
  })
  platform.replies.set('GET /members', { status: 200, body: { data: [], page: emptyPage } })
  const { user, address } = await renderConsole('/stores/5', { platform })
  await user.click(await screen.findByRole('link', { name: 'Fix: Members' }))
  await waitFor(() => expect(address()).toBe('/stores/5?tab=members&fix=members&import'))
  const panel = within(await screen.findByRole('dialog', { name: 'Import members' }))
  await user.click(panel.getByRole('link', { name: 'New member' }))
  await waitFor(() => expect(address()).toBe('/stores/5?tab=members&fix=members&create'))
  expect(await screen.findByLabelText(/^Invite by email/)).not.toBeChecked()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/stores/5?tab=members&fix=members'))
  expect(screen.getByText('No members yet')).toBeVisible()
  const empty = within(screen.getByText('No members yet').closest('section') ?? document.body)
  expect(empty.getByRole('link', { name: 'Create member' })).toHaveAttribute(
    'href',
    '/stores/5?tab=members&fix=members&create',
  )
  expect(empty.getByRole('link', { name: 'Import CSV' })).toHaveAttribute(
    'href',
    '/stores/5?tab=members&fix=members&import',
  )
})
