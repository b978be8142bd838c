import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Combobox } from '#client/ui/inputs/Combobox.tsx'
import type { ComboboxProps } from '#client/ui/inputs/Combobox.tsx'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { serverRendered } from '#tests/support/browser/hydrate.tsx'

const acme = { value: '1', label: 'Acme' }
const borealis = { value: '2', label: 'Borealis' }

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Store' })
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

function renderCombobox(props: Partial<ComboboxProps> & Pick<ComboboxProps, 'search'>) {
  render(
    <form aria-label="Form">
      <Combobox id="store" name="store" label="Store" {...props} />
    </form>,
  )
  return sent
}

/** What is sent of a choice: what it is, what it is called, and the text that is shown. */
const both = (value: string, label: string) => ({
  store: value,
  'store.label': label,
  'store.text': label,
})

/** What the form on the page would send. */
const sent = () =>
  Object.fromEntries(
    new FormData(screen.getByRole<HTMLFormElement>('form', { name: 'Form' })).entries(),
  )

describe('a combobox asks the API', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  type Asked = {
    text: string
    signal: AbortSignal
    answer: (found: Option[]) => Promise<void>
    fail: () => Promise<void>
  }
  /** A search that answers when the test says so. */
  function heldSearch() {
    const asked: Asked[] = []
    const search: ComboboxProps['search'] = (text, signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          text,
          signal,
          answer: (found) => act(async () => resolve(found)),
          fail: () => act(async () => reject(new Error('no answer'))),
        })
      })
    return { search, asked, texts: () => asked.map(({ text }) => text) }
  }
  const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  test('once typing rests for 150 ms, and not for what was typed on the way', () => {
    const { search, texts } = heldSearch()
    renderCombobox({ search })
    type('a')
    pass(149)
    type('ac')
    pass(149)
    expect(texts()).toEqual([])
    pass(1)
    expect(texts()).toEqual(['ac'])
  })

  test('and cancels what it asked before: an answer that comes late changes nothing', async () => {
    const { search, asked } = heldSearch()
    renderCombobox({ search })
    type('a')
    pass(150)
    type('b')
    expect(asked[0]?.signal.aborted).toBe(true)
    pass(150)
    await asked[1]?.answer([borealis])
    await asked[0]?.answer([acme])
    expect(offered()).toEqual(['Borealis'])
  })

  test('and says that it loads, that there is nothing, and that it failed', async () => {
    const { search, asked } = heldSearch()
    renderCombobox({ search })
    type('a')
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
    pass(150)
    await asked[0]?.answer([])
    expect(screen.getByRole('status')).toHaveTextContent('No results')
    type('ac')
    pass(150)
    await asked[1]?.fail()
    expect(screen.getByRole('status')).toHaveTextContent('The search failed. Type again to retry.')
    type('a')
    pass(150)
    await asked[2]?.answer([acme])
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(offered()).toEqual(['Acme'])
  })

  test('and keeps what was found while it asks again, so that nothing jumps', async () => {
    const { search, asked } = heldSearch()
    renderCombobox({ search })
    type('a')
    pass(150)
    await asked[0]?.answer([acme, borealis])
    type('ac')
    expect(offered()).toEqual(['Acme', 'Borealis'])
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  })

  test('and asks no more once it has left the page', () => {
    const { search, asked } = heldSearch()
    const { unmount } = render(<Combobox id="s" name="s" label="Store" search={search} />)
    type('a')
    pass(150)
    type('ac')
    unmount()
    pass(150)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.signal.aborted).toBe(true)
  })
})

describe('a combobox by key', () => {
  const search = async (text: string) =>
    [acme, borealis].filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

  test('the arrows move, Enter chooses, and the form sends the value', async () => {
    const chosen = vi.fn<(option: Option | null) => void>()
    renderCombobox({ search, onChoose: chosen })
    await userEvent.type(box(), 'e')
    await screen.findByRole('option', { name: 'Borealis' })
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(box()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: 'Borealis' }).id,
    )
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveValue('Borealis')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    expect(sent()).toEqual(both('2', 'Borealis'))
    expect(chosen).toHaveBeenLastCalledWith(borealis)
  })

  test('Escape closes the list and keeps the text; closed, it is for what is around', async () => {
    const heard = vi.fn<(event: KeyboardEvent) => void>()
    renderCombobox({ search, initial: acme })
    await userEvent.type(box(), '{ArrowDown}')
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    document.addEventListener('keydown', heard)
    await userEvent.keyboard('{Escape}')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    expect(heard.mock.lastCall?.[0].defaultPrevented).toBe(true)
    await userEvent.keyboard('{Escape}')
    document.removeEventListener('keydown', heard)
    expect(heard.mock.lastCall?.[0].defaultPrevented).toBe(false)
    expect(box()).toHaveValue('Acme')
    expect(sent()).toEqual(both('1', 'Acme'))
  })

  test('leaving with a whole label typed chooses it', async () => {
    renderCombobox({ search })
    await userEvent.type(box(), 'acme')
    await screen.findByRole('option', { name: 'Acme' })
    await userEvent.click(document.body)
    await waitFor(() => expect(box()).toHaveValue('Acme'))
    expect(box()).toBeValid()
    expect(sent()).toEqual(both('1', 'Acme'))
  })

  test('leaving with a label that two have shows both, and one of them is chosen', async () => {
    const heard = vi.fn<(name: string) => void>()
    const twins = [
      { value: '1', label: 'Acme', detail: 'acme-one' },
      { value: '3', label: 'Acme', detail: 'acme-two' },
    ]
    renderCombobox({ search: async () => twins })
    screen.getByRole('form').addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) heard(target.name)
    })
    await userEvent.type(box(), 'Acme')
    await userEvent.click(document.body)
    const two = await screen.findByRole('radio', { name: 'Acme acme-two' })
    expect(box()).toHaveAccessibleDescription(
      'Store: 2 records are named "Acme". Choose one of them.',
    )
    expect(sent()).toEqual({ ...both('', 'Acme') })
    await userEvent.click(two)
    expect(sent()).toEqual(both('3', 'Acme'))
    expect(two).toBeChecked()
    expect(box()).toBeValid()
    expect(heard).toHaveBeenCalledWith('store')
    await userEvent.type(box(), ' Europe')
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    expect(sent()).toMatchObject({ store: '', 'store.text': 'Acme Europe' })
  })

  test('what is found says what tells equals apart', async () => {
    renderCombobox({ search: async () => [{ ...acme, detail: 'acme-one' }] })
    await userEvent.click(box())
    expect(await screen.findByRole('option', { name: 'Acme acme-one' })).toBeVisible()
  })

  test('an answer about what was left comes too late when something else is chosen', async () => {
    const held = Promise.withResolvers<Option[]>()
    renderCombobox({ search, findExact: () => held.promise })
    await userEvent.type(box(), 'acme')
    await userEvent.tab()
    await userEvent.clear(box())
    await userEvent.type(box(), 'bor')
    await userEvent.click(await screen.findByRole('option', { name: 'Borealis' }))
    await act(async () => held.resolve([]))
    expect(box()).toBeValid()
    expect(sent()).toEqual(both('2', 'Borealis'))
  })

  test('one that takes any text refuses none', async () => {
    renderCombobox({ search, free: true })
    await userEvent.type(box(), 'acm')
    await userEvent.click(document.body)
    expect(box()).toBeValid()
    expect(sent()).toMatchObject({ store: '', 'store.text': 'acm' })
  })

  test('text that is no choice is kept, refused at once, and sent beside an empty value', async () => {
    renderCombobox({ search, initial: acme })
    await userEvent.type(box(), ' and more')
    await screen.findByText('No results')
    await userEvent.click(document.body)
    expect(box()).toHaveValue('Acme and more')
    await waitFor(() =>
      expect(box()).toHaveAccessibleDescription('Store: we found nothing named "Acme and more"'),
    )
    expect(sent()).toEqual({ store: '', 'store.label': '', 'store.text': 'Acme and more' })
  })

  test('emptied, it sends nothing chosen', async () => {
    renderCombobox({ search, initial: acme })
    await userEvent.clear(box())
    await userEvent.click(document.body)
    expect(sent()).toEqual(both('', ''))
    expect(box()).toBeValid()
  })
})

describe('a combobox without JavaScript', () => {
  const page = (initial?: Option, more: Partial<ComboboxProps> = {}) => (
    <form aria-label="Form">
      <Combobox
        id="store"
        name="store"
        label="Store"
        search={async () => [acme]}
        {...(initial ? { initial } : {})}
        {...more}
      />
    </form>
  )

  test('is a text field whose text is sent, for the action to look up', () => {
    serverRendered(page())
    box().value = 'Borealis'
    expect(sent()).toEqual({ store: '', 'store.label': '', 'store.text': 'Borealis' })
  })

  test('shows what a text may mean, and sends the one that is chosen', () => {
    const twins = [acme, { value: '3', label: 'Acme', detail: 'acme-two' }]
    serverRendered(page(undefined, { text: 'Acme', choices: twins }))
    screen.getByRole<HTMLInputElement>('radio', { name: 'Acme acme-two' }).checked = true
    expect(sent()).toEqual(both('3', 'Acme'))
  })

  test('shows what is chosen and sends it with what it is called', () => {
    serverRendered(page(acme))
    expect(sent()).toEqual(both('1', 'Acme'))
    box().value = 'Borealis'
    expect(sent()).toEqual({ ...both('1', 'Acme'), 'store.text': 'Borealis' })
  })

  test('what was typed before the script ran is no longer the old choice', async () => {
    const { hydrate } = serverRendered(page(acme))
    box().value = 'Borealis'
    await hydrate()
    expect(sent()).toEqual({ store: '', 'store.label': '', 'store.text': 'Borealis' })
  })
})
