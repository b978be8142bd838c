import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { inputsByKind, getInputWidths } from '#client/form/inputs/kindInputs.tsx'
import type { InputDefinition } from '#client/form/inputs/kindInputs.tsx'
import { listDisplays } from '#client/form/inputs/listDisplays.tsx'
import type { ListDisplay } from '#client/form/inputs/listDisplays.tsx'
import {
  date,
  optionalInDraft,
  instant,
  list,
  money,
  optional,
  reference,
  references,
  required,
  secret,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import type { FieldKind } from '#shared/engine/fields/fields.ts'
import { fieldKinds } from '#shared/engine/fields/kinds.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { renderForm, buildRecord } from '#tests/support/browser/renderForm.tsx'
import { operator } from '#tests/support/browser/renderConsole.tsx'

test('fields are paired, and a field without a neighbor takes the full row', () => {
  const [short, long] = [text('Name', { max: 80 }), text('Logo', { max: 500 })]
  const [choice, price] = [select('Plan', { a: 'A' }), money('Price', { currency: 'EUR' })]
  expect(getInputWidths([short, choice, long, short])).toEqual(['half', 'half', 'full', 'full'])
  expect(getInputWidths([short, long, short, choice])).toEqual(['full', 'full', 'half', 'half'])
  expect(getInputWidths([short, choice, short])).toEqual(['half', 'half', 'full'])
  expect(getInputWidths([price, long, short, price]), 'a short control has no use for it').toEqual([
    'short',
    'full',
    'half',
    'short',
  ])
})

test("a field kind without a display or an input doesn't compile", () => {
  const { cell: _cell, ...withoutCell } = listDisplays.text
  const { money: _money, ...withoutMoney } = listDisplays
  const { width: _width, ...withoutWidth } = inputsByKind.text
  const { secret: _secret, ...withoutSecret } = inputsByKind
  const incomplete = [
    // @ts-expect-error -- The cell is missing.
    withoutCell satisfies ListDisplay,
    // @ts-expect-error -- A kind is missing.
    withoutMoney satisfies Record<FieldKind, ListDisplay>,
    // @ts-expect-error -- The width is missing.
    withoutWidth satisfies InputDefinition,
    // @ts-expect-error -- A kind has no input.
    withoutSecret satisfies Record<FieldKind, InputDefinition>,
  ]
  expect(incomplete).toHaveLength(4)
})

test.each(Object.keys(fieldKinds) as FieldKind[])(
  '%s has a filter input if and only if it has filters',
  (kind) => {
    const display: ListDisplay = listDisplays[kind]
    expect(display.filter !== null).toBe(Object.keys(fieldKinds[kind].filters).length > 0)
  },
)

const getSaveButton = () => screen.getByRole('button', { name: 'Save' })

describe('Inputs', () => {
  test('an amount is validated again after its currency changes', async () => {
    const fields = {
      price: money('Price', { currencyField: 'currency' }),
      currency: select('Currency', { EUR: 'Euro', JPY: 'Yen' }),
    }
    const { user } = renderForm(fields, buildRecord({ price: 123450, currency: 'EUR' }))
    expect(screen.getByLabelText('Price')).toHaveValue('1,234.50')
    await user.selectOptions(screen.getByLabelText('Currency'), 'JPY')
    expect(await screen.findByText('Price in JPY must be a whole number')).toBeVisible()
  })

  test("a date uses the browser's date input", () => {
    renderForm({ day: date('Day') }, buildRecord({ day: '2026-02-28' }))
    expect(screen.getByLabelText('Day')).toHaveAttribute('type', 'date')
    expect(screen.getByLabelText('Day')).toHaveValue('2026-02-28')
  })

  const instantFields = { at: optional(instant('Seen')), name: text('Name', { max: 9 }) }
  const at = '2026-12-01T08:00:37.412Z'

  test.each([
    ['Europe/Berlin', '2026-12-01T09:00', '2027-01-01T05:30:00.000Z'],
    ['America/New_York', '2026-12-01T03:00', '2027-01-01T11:30:00.000Z'],
  ])('an instant is entered in the time zone %s', async (zone, localValue, expected) => {
    const { user, sent } = renderForm(instantFields, buildRecord({ at, name: 'A' }), zone)
    const input = screen.getByLabelText(/^Seen/)
    expect(input).toHaveAttribute('type', 'datetime-local')
    expect(input).toHaveValue(localValue)
    expect(input).toHaveAccessibleDescription(`Time zone: ${zone}`)
    fireEvent.input(input, { target: { value: '2027-01-01T06:30' } })
    expect(screen.getByText('Unsaved:', { exact: false })).toHaveTextContent('Seen')
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0] && parseFormData(instantFields, sent[0])).toMatchObject({ at: expected })
  })

  test("retyping the same instant keeps its seconds and isn't a change", async () => {
    const { user, sent } = renderForm(
      instantFields,
      buildRecord({ at, name: 'A' }),
      'Europe/Berlin',
    )
    const input = screen.getByLabelText(/^Seen/)
    fireEvent.input(input, { target: { value: '2026-12-01T09:01' } })
    fireEvent.input(input, { target: { value: '2026-12-01T09:00' } })
    expect(screen.getByText('No unsaved changes')).toBeVisible()
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0] && parseFormData(instantFields, sent[0])).toEqual({ at, name: 'A' })
  })

  test('clearing an instant saves null', async () => {
    const { user, sent } = renderForm(
      instantFields,
      buildRecord({ at, name: 'A' }),
      'Europe/Berlin',
    )
    fireEvent.input(screen.getByLabelText(/^Seen/), { target: { value: '' } })
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0] && parseFormData(instantFields, sent[0])).toEqual({ at: null, name: 'A' })
  })

  test('several records are chips that are added by search and removed one by one', async () => {
    const stores = references('Stores', { name: 'organisations', canCreate: false })
    const { user, sent } = renderForm(
      { stores },
      buildRecord({ stores: [1], labels: { 'stores.1': 'Acme' } }),
    )
    await user.click(await screen.findByLabelText(/^Stores/))
    await user.type(await screen.findByRole('combobox', { name: /^Stores/ }), 'Bor')
    await user.click(await screen.findByRole('option', { name: /^Borges/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove Acme' }))
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.getAll('stores')).toEqual(['2'])
    expect(sent[0]?.getAll('stores.label')).toEqual(['Borges'])
  })

  test('several records in order are numbered, and each but the first can be moved up', async () => {
    const stores = references(
      'Stores',
      { name: 'organisations', canCreate: false },
      { isOrdered: true },
    )
    const labels = { 'stores.1': 'Acme', 'stores.2': 'Borges', 'stores.3': 'Calvino' }
    const { user, sent } = renderForm({ stores }, buildRecord({ stores: [1, 2, 3], labels }))
    await user.click(await screen.findByRole('button', { name: 'Move Calvino up' }))
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1. Acme',
      '2. Calvino',
      '3. Borges',
    ])
    expect(screen.getByRole('button', { name: 'Move Calvino up' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Move Calvino up' }))
    expect(screen.queryByRole('button', { name: 'Move Calvino up' })).toBeNull()
    expect(screen.getByLabelText('Stores')).toHaveFocus()
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.getAll('stores')).toEqual(['3', '1', '2'])
  })

  test('several records share one label, and Backspace in an empty input removes the last', async () => {
    const stores = references('Stores', { name: 'organisations', canCreate: false })
    const labels = { 'stores.1': 'Acme', 'stores.2': 'Borges' }
    const { user } = renderForm({ stores }, buildRecord({ stores: [1, 2], labels }))
    const input = await screen.findByLabelText('Stores')
    expect(screen.getAllByText(/Stores/)).toHaveLength(1)
    expect(input.parentElement).toContainElement(
      screen.getByRole('button', { name: 'Remove Borges' }),
    )
    await user.click(input)
    await user.keyboard('x{Backspace}')
    expect(screen.getByRole('button', { name: 'Remove Borges' })).toBeVisible()
    await user.keyboard('{Backspace}')
    expect(screen.queryByRole('button', { name: 'Remove Borges' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove Acme' })).toBeVisible()
  })

  test("a required field, or one required to activate, isn't marked as optional", async () => {
    renderForm({
      stores: required(
        references('Stores', { name: 'stores', canCreate: false }),
        'Stores: choose one',
      ),
      owner: optionalInDraft(reference('Owner', { name: 'stores', canCreate: false })),
      tags: optionalInDraft(list('Tags', { max: 9 }), ''),
      others: references('Others', { name: 'stores', canCreate: false }),
    })
    await screen.findByLabelText('Others')
    const getLabelText = (label: string) => screen.getByText(label).parentElement?.textContent
    expect(getLabelText('Stores')).toBe('Stores')
    expect(getLabelText('Owner')).toBe('OwnerRequired to activate')
    expect(getLabelText('Tags')).toBe('Tags')
    expect(getLabelText('Others')).toBe('OthersOptional')
  })

  test('leaving a complete name adds its chip, and the focus stays where it moved', async () => {
    const stores = references('Stores', { name: 'organisations', canCreate: false })
    const { user } = renderForm(
      { stores, name: text('Name', { max: 9 }) },
      buildRecord({ stores: [], name: 'A' }),
    )
    await user.click(await screen.findByLabelText(/^Stores/))
    await user.type(await screen.findByRole('combobox', { name: /^Stores/ }), 'Borges')
    await user.click(screen.getByLabelText('Name'))
    await screen.findByRole('button', { name: 'Remove Borges' })
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })

  test('a saved secret is never rendered, and a new one replaces it', async () => {
    const key = optional(secret('Key', { max: 40 }))
    const changedAt = '2026-03-09T16:05:00.000Z'
    const state = { set: true, hint: 'x9', changedAt }
    const { user, sent } = renderForm(
      { key, name: text('Name', { max: 9 }) },
      buildRecord({ key: state, name: 'A' }),
    )
    const input = screen.getByLabelText(/^Key/)
    expect(input).toHaveAttribute('type', 'password')
    expect(input).toHaveValue('')
    expect(screen.getByText(/Saved \(ends in x9, last changed/)).toBeVisible()
    expect(document.querySelector('time')).toHaveAttribute('datetime', changedAt)
    await user.type(input, 'sesame')
    expect(sessionStorage.getItem(`draft.${operator.id}.kinds`) ?? '').not.toContain('sesame')
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.get('key')).toBe('sesame')
    await waitFor(() => expect(document.body.innerHTML).not.toContain('sesame'))
  })

  test('a secret is removed by its checkbox, even after typing', async () => {
    const key = optional(secret('Key', { max: 40 }))
    const state = { set: true, hint: null, changedAt: null }
    const { user, sent } = renderForm({ key }, buildRecord({ key: state }))
    await user.type(screen.getByLabelText(/^Key/), 'x{Backspace}')
    await user.click(screen.getByLabelText('Remove key'))
    await user.click(getSaveButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.get('key.clear')).toBe('1')
  })
})

test('a hint follows the value of another field, or the saved value if the form lacks that field', async () => {
  const { provider, testSecretKey } = paymentSetups.fields
  const { user } = renderForm({ provider, testSecretKey })
  const getKeyInput = () => screen.getByLabelText('Test secret key')
  expect(getKeyInput()).not.toHaveAccessibleDescription()
  await user.selectOptions(screen.getByLabelText('Provider'), 'paypal')
  expect(getKeyInput()).toHaveAccessibleDescription('PayPal calls this the client secret.')
  await user.selectOptions(screen.getByLabelText('Provider'), 'adyen')
  expect(getKeyInput()).toHaveAccessibleDescription('Adyen calls this the API key.')
  cleanup()
  renderForm({ testSecretKey }, buildRecord({ provider: 'braintree', testSecretKey: null }))
  expect(getKeyInput()).toHaveAccessibleDescription('Braintree calls this the private key.')
})
