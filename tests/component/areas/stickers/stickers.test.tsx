import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const buildSticker = (id: number, name: string, more = {}) => ({
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

const all = [
  buildSticker(1, 'New'),
  buildSticker(2, 'Sale'),
  buildSticker(3, 'Elsewhere', { storeIds: [9] }),
]

type Options = { timeZone?: string; saved?: object | undefined; listed?: object[] }

async function open(search: string, { saved = all[0], listed = all, ...options }: Options = {}) {
  const platform = createMemoryPlatform()
  const page = { next: null, previous: null, total: 3, totalIsCapped: false }
  platform.replies.set('GET /stickers', { status: 200, body: { data: listed, page } })
  platform.replies.set('GET /stickers/1', { status: 200, body: saved })
  const view = await renderConsole(`/stickers${search}`, { ...options, platform })
  return { ...view, platform }
}
const getPanel = () => within(screen.getByRole('dialog'))
const startingWith = (text: string) => expect.stringMatching(`^${text}`)
const getRanks = () =>
  getPanel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the list previews stickers, shows their status, and says "All stores" for no store', async () => {
  await open('?columns=name,text,status,storeIds')
  expect(await screen.findByRole('img', { name: 'Sale' })).toBeVisible()
  expect(screen.getAllByText('Live').length).toBeGreaterThanOrEqual(3)
  expect(screen.getAllByText('All stores')).toHaveLength(2)
})

test('the schedule shows times, except for whole days', async () => {
  const from = { startsAt: '2026-03-01T05:00:00.000Z' }
  const times = { ...from, endsAt: '2026-03-08T22:30:00.000Z' }
  const listed = [buildSticker(1, 'Day', from), buildSticker(2, 'Hours', times)]
  await open('?columns=name,startsAt', { listed, timeZone: 'America/New_York' })
  const getRow = (name: RegExp) => screen.getByRole('row', { name })
  expect(getRow(/^Select Day/)).toHaveTextContent(/From 03\/01\/2026(?! \d\d:)/)
  expect(getRow(/^Select Hours/)).toHaveTextContent('03/01/2026 to 03/08/2026 06:30 PM')
})

test('the form previews which sticker wins in each position and updates while typing', async () => {
  const { user } = await open('?edit=1')
  const usual = [
    'Sale: Top left',
    'New: hidden because Sale is in the same position and ranks higher',
  ]
  const further = ['Elsewhere: Top left', 'Sale: hidden', 'New: hidden'].map(startingWith)
  expect(getRanks()).toEqual([...usual, ...further])
  expect(
    getPanel().getByText(
      'Include stickers that share only some products with this sticker: Elsewhere',
    ),
  ).toBeVisible()
  const priority = getPanel().getByLabelText(/^Priority/)
  await user.clear(priority)
  await user.type(priority, '500')
  await waitFor(() => expect(getRanks()[0]).toBe('New: Top left'))
  await user.click(getPanel().getByRole('radio', { name: 'Bottom' }))
  await waitFor(() =>
    expect(getRanks().slice(0, 4)).toEqual([
      'New: Bottom',
      'Sale: Top left',
      'New: Bottom',
      'Elsewhere: Top left',
    ]),
  )
})

test('the form says whether the text is readable', async () => {
  const { user } = await open('?edit=1')
  expect(getPanel().getByText(/^Contrast 6\.47:1, easy to read/)).toBeVisible()
  const background = getPanel().getByLabelText('Background color')
  await user.clear(background)
  await user.type(background, '#FDE047')
  expect(await getPanel().findByText(/hard to read/)).toBeVisible()
})

test('the position is one of nine radios, and arrow keys follow the grid', async () => {
  const { user } = await open('?edit=1')
  const places = within(getPanel().getByRole('group', { name: 'Position' }))
  expect(places.getAllByRole('radio')).toHaveLength(9)
  const getPosition = (name: string) => places.getByRole('radio', { name })
  expect(getPosition('Top left')).toBeChecked()
  getPosition('Top left').focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(getPosition('Center')).toBeChecked()
  expect(getPosition('Center')).toHaveFocus()
  expect(getRanks()).toContain('New: Center')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}')
  expect(getPosition('Top right')).toBeChecked()
})

test.each([
  ['Europe/Berlin', '2026-12-01T09:00', '2026-12-31T22:59:00.000Z'],
  ['America/New_York', '2026-12-01T03:00', '2027-01-01T04:59:00.000Z'],
])("times use the zone %s, and an unchanged time isn't sent", async (timeZone, from, end) => {
  const saved = buildSticker(1, 'New', { startsAt: '2026-12-01T08:00:37.412Z' })
  const { user, platform } = await open('?edit=1', { timeZone, saved })
  platform.replies.set('PATCH /stickers/1', { status: 200, body: { ...saved, version: 2 } })
  expect(getPanel().getByLabelText(/^Starts/)).toHaveValue(from)
  fireEvent.input(getPanel().getByLabelText('Ends'), { target: { value: '2026-12-31T23:59' } })
  await user.click(getPanel().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { endsAt: end } }]))
  expect(platform.writes()[0]?.body).not.toHaveProperty('startsAt')
})
