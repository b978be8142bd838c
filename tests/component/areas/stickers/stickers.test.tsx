import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const sticker = (id: number, name: string, more = {}) => ({
  ...stamp,
  id,
  name,
  text: name,
  image: null,
  alt: null,
  textColour: '#FFFFFF',
  backgroundColour: '#B91C1C',
  position: 'top_left',
  priority: id * 10,
  exclusive: false,
  startsAt: null,
  endsAt: null,
  storeIds: [],
  groupIds: [],
  appliesTo: [],
  categoryIds: [],
  catalogIds: [],
  active: true,
  status: 'live',
  ...more,
})

const all = [sticker(1, 'New'), sticker(2, 'Sale'), sticker(3, 'Elsewhere', { storeIds: [9] })]

type Options = { timeZone?: string; saved?: object | undefined; listed?: object[] }

async function open(search: string, { saved = all[0], listed = all, ...options }: Options = {}) {
  const platform = memoryPlatform()
  const page = { next: null, previous: null, total: 3, totalIsCapped: false }
  platform.replies.set('GET /stickers', { status: 200, body: { data: listed, page } })
  platform.replies.set('GET /stickers/1', { status: 200, body: saved })
  const shown = await renderConsole(`/stickers${search}`, { ...options, platform })
  return { ...shown, platform }
}
const panel = () => within(screen.getByRole('dialog'))
const beginning = (text: string) => expect.stringMatching(`^${text}`)
const ranks = () =>
  panel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the list shows stickers as they look, their state, and that no store is all', async () => {
  await open('?columns=name,text,status,storeIds')
  expect(await screen.findByRole('img', { name: 'Sale' })).toBeVisible()
  expect(screen.getAllByText('Live').length).toBeGreaterThanOrEqual(3)
  expect(screen.getAllByText('All stores')).toHaveLength(2)
})

test('the schedule tells the time too, but of a whole day', async () => {
  const from = { startsAt: '2026-03-01T05:00:00.000Z' }
  const times = { ...from, endsAt: '2026-03-08T22:30:00.000Z' }
  const listed = [sticker(1, 'Day', from), sticker(2, 'Hours', times)]
  await open('?columns=name,startsAt', { listed, timeZone: 'America/New_York' })
  const row = (name: RegExp) => screen.getByRole('row', { name })
  expect(row(/^Select Day/)).toHaveTextContent(/From 03\/01\/2026(?! \d\d:)/)
  expect(row(/^Select Hours/)).toHaveTextContent('03/01/2026 – 03/08/2026 06:30 PM')
})

test('the form shows who wins where, and follows what is typed', async () => {
  const { user } = await open('?edit=1')
  const usual = [
    'Sale: Top left',
    'New: hidden because Sale is in the same position and ranks higher',
  ]
  const further = ['Elsewhere: Top left', 'Sale: hidden', 'New: hidden'].map(beginning)
  expect(ranks()).toEqual([...usual, ...further])
  expect(
    panel().getByText(
      "Preview with stickers that appear on only some of this sticker's product cards: Elsewhere",
    ),
  ).toBeVisible()
  const priority = panel().getByLabelText(/^Priority/)
  await user.clear(priority)
  await user.type(priority, '500')
  await waitFor(() => expect(ranks()[0]).toBe('New: Top left'))
  await user.click(panel().getByRole('radio', { name: 'Bottom' }))
  await waitFor(() =>
    expect(ranks().slice(0, 4)).toEqual([
      'New: Bottom',
      'Sale: Top left',
      'New: Bottom',
      'Elsewhere: Top left',
    ]),
  )
})

test('the form tells whether the text can be read', async () => {
  const { user } = await open('?edit=1')
  expect(panel().getByText(/^Contrast 6\.47:1, easy to read/)).toBeVisible()
  const background = panel().getByLabelText('Background color')
  await user.clear(background)
  await user.type(background, '#FDE047')
  expect(await panel().findByText(/hard to read/)).toBeVisible()
})

test('the place is one of nine, and the keys lead over them as they are seen', async () => {
  const { user } = await open('?edit=1')
  const places = within(panel().getByRole('group', { name: 'Position' }))
  expect(places.getAllByRole('radio')).toHaveLength(9)
  const place = (name: string) => places.getByRole('radio', { name })
  expect(place('Top left')).toBeChecked()
  place('Top left').focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(place('Center')).toBeChecked()
  expect(place('Center')).toHaveFocus()
  expect(ranks()).toContain('New: Center')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}')
  expect(place('Top right')).toBeChecked()
})

test.each([
  ['Europe/Berlin', '2026-12-01T09:00', '2026-12-31T22:59:00.000Z'],
  ['America/New_York', '2026-12-01T03:00', '2027-01-01T04:59:00.000Z'],
])(
  'its times are those of %s; one that is left alone is not written',
  async (timeZone, from, end) => {
    const saved = sticker(1, 'New', { startsAt: '2026-12-01T08:00:37.412Z' })
    const { user, platform } = await open('?edit=1', { timeZone, saved })
    platform.replies.set('PATCH /stickers/1', { status: 200, body: { ...saved, version: 2 } })
    expect(panel().getByLabelText(/^Starts/)).toHaveValue(from)
    fireEvent.input(panel().getByLabelText('Ends'), { target: { value: '2026-12-31T23:59' } })
    await user.click(panel().getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { endsAt: end } }]))
    expect(platform.writes()[0]?.body).not.toHaveProperty('startsAt')
  },
)
