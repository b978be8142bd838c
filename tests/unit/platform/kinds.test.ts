import { describe, expect, test } from 'vitest'
import { fieldStorages } from '#server/platform/core/records/fieldStorage.ts'
import type { FieldStorage } from '#server/platform/core/records/fieldStorage.ts'
import { checkValues } from '#server/platform/core/records/values.ts'
import {
  color,
  date,
  decimal,
  file,
  image,
  instant,
  integer,
  list,
  longText,
  money,
  optional,
  reference,
  references,
  secret,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { getChangedValues, formatInput, formatValue } from '#shared/engine/fields/formValues.ts'
import type { KindDefinition } from '#shared/engine/fields/kind.ts'
import { getKind, fieldKinds } from '#shared/engine/fields/kinds.ts'
import {
  getFilterableColumns,
  getFilterOps,
  parseListQuery,
} from '#shared/engine/list/listQuery.ts'
import { validateForm, toFormValues, toReferenceIds } from '#shared/engine/fields/references.ts'
import { defineResource, getSortableColumns } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { validateField } from '#shared/engine/fields/validation.ts'

/** A field of each kind, what a record holds of it, and what its inputs then send. */
const samples: Record<FieldKind, { field: Field; value: unknown; sent: [string, string][] }> = {
  text: { field: text('F', { max: 40 }), value: 'a, "b"', sent: [['f', 'a, "b"']] },
  longText: { field: longText('F', { max: 40 }), value: 'a\nb', sent: [['f', 'a\r\nb']] },
  colour: { field: color('F'), value: '#1A2B3C', sent: [['f', '#1A2B3C']] },
  integer: { field: integer('F'), value: -7, sent: [['f', '-7']] },
  decimal: { field: decimal('F'), value: 12.5, sent: [['f', '12.5']] },
  money: { field: money('F', { currency: 'EUR' }), value: 123450, sent: [['f', '1,234.50']] },
  toggle: { field: toggle('F'), value: true, sent: [['f', '0'], ['f', '1']] }, // prettier-ignore
  select: { field: select('F', { a: 'Alpha' }), value: 'a', sent: [['f', 'a']] },
  date: { field: date('F'), value: '2028-02-29', sent: [['f', '2028-02-29']] },
  instant: {
    field: instant('F'),
    value: '2026-01-31T23:59:59.999Z',
    sent: [
      ['f', '2026-02-01T00:59'],
      ['f.zone', 'Europe/Berlin'],
    ],
  },
  list: { field: list('F', { max: 9 }), value: ['a', 'b'], sent: [['f', 'a, b']] },
  reference: {
    field: reference('F', 'stores'),
    value: 7,
    sent: [
      ['f', '7'],
      ['f.label', 'Acme'],
      ['f.text', 'Acme'],
    ],
  },
  references: {
    field: references('F', 'stores'),
    value: [7, 8],
    sent: [
      ['f', '7'],
      ['f.label', 'Acme'],
      ['f', '8'],
      ['f.label', 'Borges'],
    ],
  },
  secret: {
    field: secret('F', { max: 40 }),
    value: { set: true, hint: 'x9', changedAt: '2026-01-31T00:00:00.000Z' },
    sent: [['f', '']],
  },
  file: { field: file('F'), value: 3, sent: [['f', '3'], ['f.label', 'Acme']] }, // prettier-ignore
  image: { field: image('F'), value: 3, sent: [['f', '3'], ['f.label', 'Acme']] }, // prettier-ignore
}
const labels = { f: 'Acme', 'f.7': 'Acme', 'f.8': 'Borges' }
const all = Object.entries(samples).map(([name, sample]) => ({ name, ...sample }))

const formOf = (sent: readonly (readonly [string, string])[], original?: object) => {
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  if (original) form.append('original', JSON.stringify(original))
  return form
}
const stamp = { id: 1, version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }
const record = (value: unknown) => ({ ...stamp, f: value, labels })

describe.each(all)('a field of kind $name', ({ field, value, sent }) => {
  const kind: KindDefinition = getKind(field)
  const original = toFormValues({ f: field }, record(value))
  const rebuilt = parseFormData({ f: field }, formOf(sent, original))

  test('is read from its inputs as the value it shows', () => {
    expect(toReferenceIds(rebuilt)).toEqual({ f: value })
    expect(getChangedValues(rebuilt, original)).toEqual({})
    expect(validateForm({ f: field }, rebuilt)).toEqual({})
  })
  test('that was not sent has no value, and one that was left out is told', () => {
    expect(parseFormData({ f: field }, new FormData())).toEqual({})
    expect(validateField({ ...field, required: true }, null)).toBe('F is a required field')
    expect(validateField({ ...field, required: false }, null)).toBeUndefined()
  })
  test('refuses objects and functions', () => {
    for (const wrong of [{}, { toString: [] }, () => 1, Symbol('s')])
      expect(validateField(field, wrong)).toMatch(/^F .*/)
  })
  test('comes out of a file of comma separated values and in again, unless none may hold it', () => {
    if (!kind.csv) return expect(['secret', 'file', 'image']).toContain(field.kind)
    const told = kind.csv.out(value, field, record(value), 'f')
    const again = kind.csv.in(told, field, record(value))
    const named = { reference: 'Acme', references: ['Acme', 'Borges'] } as Record<string, unknown>
    expect(again).toEqual(named[field.kind] ?? value)
  })
  test('takes the filters of its kind, and no filter that is none', () => {
    const resource = defineResource({
      name: 'things',
      path: '/things',
      title: { one: 'thing', many: 'things' },
      about: 'Things.',
      permission: 'Sizes',
      fields: { f: field, name: text('Name', { max: 9 }) },
      columns: ['f'],
      search: ['name'],
      sort: 'name',
      label: 'name',
      unique: [],
    })
    const ops = getFilterOps(field.kind)
    expect(getFilterableColumns(resource).includes('f')).toBe(ops.length > 0)
    expect(getSortableColumns(resource).includes('f')).toBe(kind.sortable)
    const other = new URLSearchParams([['filter[f][nothing]', '1']])
    expect(parseListQuery(resource, other).unread).toHaveLength(1)
  })
})

describe('money', () => {
  const euro = money('Price', { currency: 'EUR', min: 100, max: 1_000_000 })
  const beside = { price: money('Price', { currencyField: 'currency' }) }
  const sent = (typed: string, currency: string) =>
    parseFormData(beside, formOf([['price', typed], ['currency', currency]])) // prettier-ignore

  test.each([
    ['1,234.50', 'EUR', 123450],
    ['1234.5', 'EUR', 123450],
    ['1234', 'JPY', 1234],
    ['1,234', 'JPY', 1234],
    ['1.234', 'KWD', 1234],
    ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
    ['-5', 'EUR', -500],
  ])('%s %s is %d minor units, and is shown so again', (typed, currency, minor) => {
    expect(sent(typed, currency)).toEqual({ price: minor })
    const shown = formatInput(minor, beside.price, { currency })
    expect(sent(shown, currency)).toEqual({ price: minor })
  })
  test.each([
    ['1.5', 'JPY', 'Price in JPY must be a whole number'],
    ['1.5', 'points', 'Price in points must be a whole number'],
    ['1.2345', 'KWD', 'Price in KWD must have at most 3 decimal places'],
    ['12.345', 'EUR', 'Price in EUR must have at most 2 decimal places'],
    ['90071992547409.92', 'EUR', 'Price in EUR must be an amount like 12.50'],
    ['ten', 'points', 'Price in points must be a whole number'],
    ['ten', 'EUR', 'Price in EUR must be an amount like 12.50'],
    ['1.234', 'no currency', 'Price must be an amount like 12.50'],
  ])('%s %s stays as it was typed, and is told what is wrong with it', (typed, currency, told) => {
    const values = sent(typed, currency)
    expect(values).toEqual({ price: typed })
    expect(validateForm(beside, { ...values, currency })['price']).toBe(told)
  })
  test('says its bounds as amounts', () => {
    expect(validateField(euro, 99)).toBe('Price must be 1.00 EUR or more')
    expect(validateField(euro, 1_000_001)).toBe('Price must be 10,000.00 EUR or less')
    expect(validateField(euro, 1.5)).toBe('Price in EUR must be an amount like 12.50')
    expect(formatValue(euro, 123450)).toBe('1,234.50 EUR')
  })
})

describe('a time of a zone', () => {
  const at = { at: instant('At') }
  const sent = (typed: string, zone: string, was?: string) =>
    parseFormData(at, formOf([['at', typed], ['at.zone', zone]], was ? { at: was } : undefined)) // prettier-ignore

  test.each([
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T09:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
    ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00.000Z', 'Europe/Berlin', '2026-12-01T09:00:00.000Z'],
    [' ', 'Europe/Berlin', null],
  ])('%j sent from %s is %s', (typed, zone, value) =>
    expect(sent(typed, zone)).toEqual({ at: value }),
  )

  test.each([
    ['2026-12-01T08:00:37.412Z', '2026-12-01T09:00'],
    // The second of two.
    ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30'],
  ])('%s, shown as %s, is unchanged where that is sent again', (was, shown) => {
    expect(sent(shown, 'Europe/Berlin', was)).toEqual({ at: was })
    expect(sent(shown, 'America/New_York', was)).not.toEqual({ at: was })
  })

  test.each([
    ['2026-02-30T09:00', 'Europe/Berlin'],
    ['tomorrow', 'Europe/Berlin'],
    ['2026-12-01T09:00', 'Europe/Nowhere'],
    ['9999-12-31T23:59', 'America/New_York'],
  ])('%s in %s is refused at the field', (typed, zone) =>
    expect(validateForm(at, sent(typed, zone))).toEqual({
      at: 'At must be a valid date and time',
    }),
  )
})

test.each(['2026-02-30', '31.01.2026', '2026-1-1', '2026-01-31T00:00:00.000Z'])(
  'a date is no %s',
  (day) => expect(validateField(date('Day'), day)).toBe('Day must be a valid date'),
)

describe('several references', () => {
  const fields = { stores: references('Stores', 'stores') }
  const acme = { id: 7, label: 'Acme' }
  test('are lines without script: those that were picked keep their ids, others are looked up', () => {
    const form = formOf([
      ['stores', '7'],
      ['stores.label', 'Acme'],
      ['stores.text', 'Acme\r\n\r\n Borges \r\nAcme'],
    ])
    expect(parseFormData(fields, form)).toEqual({ stores: [acme, 'Borges', 'Acme'] })
  })
  test('are those that were picked and one more', () => {
    const form = formOf([
      ['stores', '7'],
      ['stores.label', 'Acme'],
      ['stores.more', '8'],
      ['stores.more.label', 'Borges'],
      ['stores.more.text', 'Borges'],
    ])
    expect(parseFormData(fields, form)).toEqual({ stores: [acme, { id: 8, label: 'Borges' }] })
  })
  test('none is an empty list, and two that are called alike are two', () => {
    expect(parseFormData(fields, formOf([['stores.text', '']]))).toEqual({ stores: [] })
    const two = { stores: [acme, { id: 8, label: 'Acme' }] }
    expect(validateForm(fields, two)).toEqual({})
    expect(validateField(fields.stores, [7, 7])).toBe("Stores can't have the same entry twice")
  })
})

describe('a file', () => {
  const fields = { logo: optional(image('Logo')) }
  const kept = { id: 3, label: 'old.png' }
  const held: [string, string][] = [
    ['logo', '3'],
    ['logo.label', 'old.png'],
  ]
  const sent = (more: [string, string][]) => parseFormData(fields, formOf([...held, ...more]))

  test('is its id and its name, goes when that is asked for, and may be kept in drafts', () => {
    expect(sent([])).toEqual({ logo: kept })
    expect(toReferenceIds(sent([]))).toEqual({ logo: 3 })
    expect(sent([['logo.clear', '1']])).toEqual({ logo: null })
    expect([fieldKinds.file.restorable, fieldKinds.image.restorable]).toEqual([true, true])
  })
  test('that could not be uploaded is told at its field, and the one that is there stays known', () => {
    const refused = 'Logo: This is a PDF file. Upload a PNG file instead.'
    const values = sent([['logo.refused', refused]])
    expect(values).toEqual({ logo: { refused, kept } })
    expect(validateForm(fields, values)).toEqual({ logo: refused })
    expect(formatInput(values['logo'])).toBe('')
  })
  test('that was chosen and never uploaded is told to be, whatever is there', () => {
    const form = formOf(held)
    form.append('logo.file', new File(['x'], 'logo.png', { type: 'image/png' }))
    expect(validateForm(fields, parseFormData(fields, form))).toEqual({
      logo: 'Logo: upload the file first',
    })
    const nothing = formOf(held)
    nothing.append('logo.file', new File([], ''))
    expect(parseFormData(fields, nothing)).toEqual({ logo: kept })
  })
  test('is uploaded for its field, which the definition of the resource names', () => {
    const defined = defineResource({
      name: 'things',
      title: { one: 'thing', many: 'things' },
      about: 'Things.',
      permission: 'Sizes',
      fields: { name: text('Name', { max: 9 }), ...fields },
      columns: ['name'],
      search: ['name'],
    })
    expect(defined.fields.logo.uploadFor).toBe('things.logo')
    expect(defined.fields.name.uploadFor).toBeUndefined()
  })
  test('is taken by the platform by its id alone', () => {
    const logoOf = (logo: unknown) => checkValues({ fields }, { logo }, 'all')
    expect(logoOf(3)).toMatchObject({ values: { logo: 3 }, errors: {} })
    for (const logo of ['3', 0, 1.5, {}, kept])
      expect(logoOf(logo).errors).toEqual({ logo: 'Logo is not valid.' })
  })
})

describe('what is written and never read', () => {
  const fields = { key: optional(secret('Key', { max: 40 })) }
  const state = { set: true, hint: 'x9', changedAt: null }
  const original = { key: state }
  const changes = (sent: [string, string][]) =>
    getChangedValues(parseFormData(fields, formOf(sent, original)), original)

  test('stays where nothing is typed, is replaced by what is, and goes when that is asked for', () => {
    expect(changes([['key', '']])).toEqual({})
    expect(changes([['key', ' new ']])).toEqual({ key: 'new' })
    expect(changes([['key', ''], ['key.clear', '1']])).toEqual({ key: null }) // prettier-ignore
  })
  test('shows that it is there and never what it is', () => {
    expect(formatInput(state, fields.key)).toBe('')
    expect(formatValue(fields.key, state)).toBe('Saved (ends in x9)')
    expect(formatValue(fields.key, null)).toBe('Not set')
    const { restorable: kept, csv, filters } = fieldKinds.secret
    expect([kept, csv, filters]).toEqual([false, null, {}])
  })
  test('the platform leaves a secret as it is where none is given, and takes it away for null alone', () => {
    const read = (key: unknown) => checkValues({ fields }, { key }, 'present')
    for (const key of ['', '  ', state])
      expect(read(key)).toEqual({ values: {}, errors: {}, derived: [] })
    expect(read(null).values).toEqual({ key: null })
    expect(read(' new ').values).toEqual({ key: 'new' })
    expect(read('x'.repeat(41)).errors).toEqual({ key: expect.stringContaining('40') })
    expect(read(['x']).errors).toHaveProperty('key')
    const needed = { key: secret('Key', { max: 40 }) }
    const refused = { key: expect.stringContaining('required') }
    expect(checkValues({ fields: needed }, { key: '' }, 'all').errors).toEqual(refused)
    expect(checkValues({ fields: needed }, { key: null }, 'present').errors).toEqual(refused)
    expect(checkValues({ fields: needed }, { key: '' }, 'present').errors).toEqual({})
  })
})

test('a kind that lacks a part does not compile', () => {
  const { rule: _rule, ...ruleless } = fieldKinds.text
  const { column: _column, ...columnless } = fieldStorages.text
  const { money: _shared, ...kindsLeft } = fieldKinds
  const { money: _stored, ...storedLeft } = fieldStorages
  const lacking = [
    // @ts-expect-error no rule
    ruleless satisfies KindDefinition,
    // @ts-expect-error no column
    columnless satisfies FieldStorage,
    // @ts-expect-error a kind that is not there
    kindsLeft satisfies Record<FieldKind, KindDefinition>,
    // @ts-expect-error a kind that is not there
    storedLeft satisfies Record<FieldKind, FieldStorage>,
  ]
  expect(lacking).toHaveLength(4)
})
