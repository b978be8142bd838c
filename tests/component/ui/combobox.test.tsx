import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Combobox } from '#client/parts/Combobox.tsx'
import type { ComboboxProps } from '#client/ui/inputs/comboboxProps.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'

const acme = { value: '1', label: 'Acme' }
const borealis = { value: '2', label: 'Borealis' }

const getCombobox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Store' })
const getOptionTexts = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

function renderCombobox(props: Partial<ComboboxProps> & Pick<ComboboxProps, 'search'>) {
  render(
    <form aria-label="Form">
      <Combobox id="store" name="store" label="Store" {...props} />
    </form>,
  )
  return getEntries
}

/** Builds the submitted entries of a choice: its value, its label, and the visible text. */
const buildEntries = (value: string, label: string) => ({
  store: value,
  'store.label': label,
  'store.text': label,
})

/** Returns what the form on the page would submit. */
const getEntries = () =>
  Object.fromEntries(
    new FormData(screen.getByRole<HTMLFormElement>('form', { name: 'Form' })).entries(),
  )

describe('A combobox searches through the API', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  type SearchCall = {
    text: string
    signal: AbortSignal
    answer: (options: Option[]) => Promise<void>
    fail: () => Promise<void>
  }
  /** Creates a search that replies when the test tells it to. */
  function createControlledSearch() {
    const calls: SearchCall[] = []
    const search: ComboboxProps['search'] = (text, signal) =>
      new Promise((resolve, reject) => {
        calls.push({
          text,
          signal,
          answer: (options) => act(async () => resolve(options)),
          fail: () => act(async () => reject(new Error('no answer'))),
        })
      })
    return { search, calls, getTexts: () => calls.map(({ text }) => text) }
  }
  const typeText = (text: string) => fireEvent.change(getCombobox(), { target: { value: text } })
  const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  test('once typing rests for 150 ms, without the texts in between', () => {
    const { search, getTexts } = createControlledSearch()
    renderCombobox({ search })
    typeText('a')
    advanceTime(149)
    typeText('ac')
    advanceTime(149)
    expect(getTexts()).toEqual([])
    advanceTime(1)
    expect(getTexts()).toEqual(['ac'])
  })

  test('and cancels the previous search, whose late reply changes nothing', async () => {
    const { search, calls } = createControlledSearch()
    renderCombobox({ search })
    typeText('a')
    advanceTime(150)
    typeText('b')
    expect(calls[0]?.signal.aborted).toBe(true)
    advanceTime(150)
    await calls[1]?.answer([borealis])
    await calls[0]?.answer([acme])
    expect(getOptionTexts()).toEqual(['Borealis'])
  })

  test('and shows that it loads, finds nothing, or failed', async () => {
    const { search, calls } = createControlledSearch()
    renderCombobox({ search })
    typeText('a')
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
    advanceTime(150)
    await calls[0]?.answer([])
    expect(screen.getByRole('status')).toHaveTextContent('No results')
    typeText('ac')
    advanceTime(150)
    await calls[1]?.fail()
    expect(screen.getByRole('status')).toHaveTextContent('The search failed. Type again to retry.')
    typeText('a')
    advanceTime(150)
    await calls[2]?.answer([acme])
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(getOptionTexts()).toEqual(['Acme'])
  })

  test('and keeps the previous results while it loads', async () => {
    const { search, calls } = createControlledSearch()
    renderCombobox({ search })
    typeText('a')
    advanceTime(150)
    await calls[0]?.answer([acme, borealis])
    typeText('ac')
    expect(getOptionTexts()).toEqual(['Acme', 'Borealis'])
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  })

  test('and stops once it is unmounted', () => {
    const { search, calls } = createControlledSearch()
    const { unmount } = render(<Combobox id="s" name="s" label="Store" search={search} />)
    typeText('a')
    advanceTime(150)
    typeText('ac')
    unmount()
    advanceTime(150)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.signal.aborted).toBe(true)
  })
})

describe('A combobox by keyboard', () => {
  const search = async (text: string) =>
    [acme, borealis].filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

  test('arrow keys move, Enter chooses, and the form submits the value', async () => {
    const onChoose = vi.fn<(option: Option | null) => void>()
    renderCombobox({ search, onChoose })
    await userEvent.type(getCombobox(), 'e')
    await screen.findByRole('option', { name: 'Borealis' })
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(getCombobox()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: 'Borealis' }).id,
    )
    await userEvent.keyboard('{Enter}')
    expect(getCombobox()).toHaveValue('Borealis')
    expect(getCombobox()).toHaveAttribute('aria-expanded', 'false')
    expect(getEntries()).toEqual(buildEntries('2', 'Borealis'))
    expect(onChoose).toHaveBeenLastCalledWith(borealis)
  })

  test('Escape closes the list and keeps the text, and passes on once the list is closed', async () => {
    const onKeyDown = vi.fn<(event: KeyboardEvent) => void>()
    renderCombobox({ search, initial: acme })
    await userEvent.type(getCombobox(), '{ArrowDown}')
    expect(getCombobox()).toHaveAttribute('aria-expanded', 'true')
    document.addEventListener('keydown', onKeyDown)
    await userEvent.keyboard('{Escape}')
    expect(getCombobox()).toHaveAttribute('aria-expanded', 'false')
    expect(onKeyDown.mock.lastCall?.[0].defaultPrevented).toBe(true)
    await userEvent.keyboard('{Escape}')
    document.removeEventListener('keydown', onKeyDown)
    expect(onKeyDown.mock.lastCall?.[0].defaultPrevented).toBe(false)
    expect(getCombobox()).toHaveValue('Acme')
    expect(getEntries()).toEqual(buildEntries('1', 'Acme'))
  })

  test('leaving a complete label chooses it', async () => {
    renderCombobox({ search })
    await userEvent.type(getCombobox(), 'acme')
    await screen.findByRole('option', { name: 'Acme' })
    await userEvent.click(document.body)
    await waitFor(() => expect(getCombobox()).toHaveValue('Acme'))
    expect(getCombobox()).toBeValid()
    expect(getEntries()).toEqual(buildEntries('1', 'Acme'))
  })

  test('leaving an ambiguous label shows the records to choose from', async () => {
    const onChange = vi.fn<(name: string) => void>()
    const namesakes = [
      { value: '1', label: 'Acme', detail: 'acme-one' },
      { value: '3', label: 'Acme', detail: 'acme-two' },
    ]
    renderCombobox({ search: async () => namesakes })
    screen.getByRole('form').addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) onChange(target.name)
    })
    await userEvent.type(getCombobox(), 'Acme')
    await userEvent.click(document.body)
    const secondRadio = await screen.findByRole('radio', { name: 'Acme acme-two' })
    expect(getCombobox()).toHaveAccessibleDescription(
      'Store: 2 records are named "Acme". Choose one of them.',
    )
    expect(getEntries()).toEqual({ ...buildEntries('', 'Acme') })
    await userEvent.click(secondRadio)
    expect(getEntries()).toEqual(buildEntries('3', 'Acme'))
    expect(secondRadio).toBeChecked()
    expect(getCombobox()).toBeValid()
    expect(onChange).toHaveBeenCalledWith('store')
    await userEvent.type(getCombobox(), ' Europe')
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    expect(getEntries()).toMatchObject({ store: '', 'store.text': 'Acme Europe' })
  })

  test('an option shows what distinguishes equal labels', async () => {
    renderCombobox({ search: async () => [{ ...acme, detail: 'acme-one' }] })
    await userEvent.click(getCombobox())
    expect(await screen.findByRole('option', { name: 'Acme acme-one' })).toBeVisible()
  })

  test('a late reply about an abandoned text is ignored', async () => {
    const exactMatch = Promise.withResolvers<Option[]>()
    renderCombobox({ search, findExact: () => exactMatch.promise })
    await userEvent.type(getCombobox(), 'acme')
    await userEvent.tab()
    await userEvent.clear(getCombobox())
    await userEvent.type(getCombobox(), 'bor')
    await userEvent.click(await screen.findByRole('option', { name: 'Borealis' }))
    await act(async () => exactMatch.resolve([]))
    expect(getCombobox()).toBeValid()
    expect(getEntries()).toEqual(buildEntries('2', 'Borealis'))
  })

  test('a combobox for free text accepts any', async () => {
    renderCombobox({ search, free: true })
    await userEvent.type(getCombobox(), 'acm')
    await userEvent.click(document.body)
    expect(getCombobox()).toBeValid()
    expect(getEntries()).toMatchObject({ store: '', 'store.text': 'acm' })
  })

  test('an unknown text stays, shows an error, and is submitted with an empty value', async () => {
    renderCombobox({ search, initial: acme })
    await userEvent.type(getCombobox(), ' and more')
    await screen.findByText('No results')
    await userEvent.click(document.body)
    expect(getCombobox()).toHaveValue('Acme and more')
    await waitFor(() =>
      expect(getCombobox()).toHaveAccessibleDescription(
        'Store: we found nothing named "Acme and more"',
      ),
    )
    expect(getEntries()).toEqual({ store: '', 'store.label': '', 'store.text': 'Acme and more' })
  })

  test('a cleared combobox submits nothing', async () => {
    renderCombobox({ search, initial: acme })
    await userEvent.clear(getCombobox())
    await userEvent.click(document.body)
    expect(getEntries()).toEqual(buildEntries('', ''))
    expect(getCombobox()).toBeValid()
  })
})

describe('A combobox without JavaScript', () => {
  const renderPage = (initial?: Option, more: Partial<ComboboxProps> = {}) => (
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

  test('is a text input whose text the action looks up', () => {
    renderOnServer(renderPage())
    getCombobox().value = 'Borealis'
    expect(getEntries()).toEqual({ store: '', 'store.label': '', 'store.text': 'Borealis' })
  })

  test('shows the records of an ambiguous text and submits the chosen one', () => {
    const namesakes = [acme, { value: '3', label: 'Acme', detail: 'acme-two' }]
    renderOnServer(renderPage(undefined, { text: 'Acme', choices: namesakes }))
    screen.getByRole<HTMLInputElement>('radio', { name: 'Acme acme-two' }).checked = true
    expect(getEntries()).toEqual(buildEntries('3', 'Acme'))
  })

  test('submits its choice with its label', () => {
    renderOnServer(renderPage(acme))
    expect(getEntries()).toEqual(buildEntries('1', 'Acme'))
    getCombobox().value = 'Borealis'
    expect(getEntries()).toEqual({ ...buildEntries('1', 'Acme'), 'store.text': 'Borealis' })
  })

  test('text typed before hydration replaces the old choice', async () => {
    const { hydrate } = renderOnServer(renderPage(acme))
    getCombobox().value = 'Borealis'
    await hydrate()
    expect(getEntries()).toEqual({ store: '', 'store.label': '', 'store.text': 'Borealis' })
  })
})
