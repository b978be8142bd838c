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
import { getFilterableColumns, getFilterOps } from '#shared/engine/list/filterColumns.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { validateForm, toFormValues, toReferenceIds } from '#shared/engine/fields/references.ts'
import { defineResource, getSortableColumns } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { validateField } from '#shared/engine/fields/validation.ts'

/** A field of each kind, its value in a record, and what its inputs send. */
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

const buildForm = (sent: readonly (readonly [string, string])[], original?: object) => {
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  if (original) form.append('original', JSON.stringify(original))
  return form
}
const stamp = { id: 1, version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }
const buildRecord = (value: unknown) => ({ ...stamp, f: value, labels })

describe.each(all)('A field of kind $name', ({ field, value, sent }) => {
  const kind: KindDefinition = getKind(field)
  const original = toFormValues({ f: field }, buildRecord(value))
  const rebuilt = parseFormData({ f: field }, buildForm(sent, original))

  test('is parsed from its inputs as the value it shows', () => {
    expect(toReferenceIds(rebuilt)).toEqual({ f: value })
    expect(getChangedValues(rebuilt, original)).toEqual({})
    expect(validateForm({ f: field }, rebuilt)).toEqual({})
  })
  test('has no value if it was not sent, and an error if it is required', () => {
    expect(parseFormData({ f: field }, new FormData())).toEqual({})
    expect(validateField({ ...field, required: true }, null)).toBe('F is a required field')
    expect(validateField({ ...field, required: false }, null)).toBeUndefined()
  })
  test('rejects objects and functions', () => {
    for (const wrong of [{}, { toString: [] }, () => 1, Symbol('s')])
      expect(validateField(field, wrong)).toMatch(/^F .*/)
  })
  test('survives a CSV export and import, unless its kind has no CSV', () => {
    if (!kind.csv) return expect(['secret', 'file', 'image']).toContain(field.kind)
    const exported = kind.csv.out(value, field, buildRecord(value), 'f')
    const imported = kind.csv.in(exported, field, buildRecord(value))
    const labelsByKind = { reference: 'Acme', references: ['Acme', 'Borges'] } as Record<
      string,
      unknown
    >
    expect(imported).toEqual(labelsByKind[field.kind] ?? value)
  })
  test('supports the filters of its kind, and no unknown filter', () => {
    const resource = defineResource({
      name: 'things',
      path: '/things',
      title: { one: 'thing', many: 'things' },
      about: 'Things.',
      permission: 'Sizes',
      fields: { f: field, name: text('Name', { max: 9 }) },
      list: { columns: ['f'], search: ['name'], sort: 'name' },
      api: { unique: [] },
      relations: { label: 'name' },
    })
    const ops = getFilterOps(field.kind)
    expect(getFilterableColumns(resource).includes('f')).toBe(ops.length > 0)
    expect(getSortableColumns(resource).includes('f')).toBe(kind.sortable)
    const other = new URLSearchParams([['filter[f][nothing]', '1']])
    expect(parseListQuery(resource, other).unread).toHaveLength(1)
  })
})

describe('A money field', () => {
  const euro = money('Price', { currency: 'EUR', min: 100, max: 1_000_000 })
  const currencyFields = { price: money('Price', { currencyField: 'currency' }) }
  const parseSent = (typed: string, currency: string) =>
    parseFormData(
      currencyFields,
      buildForm([
        ['price', typed],
        ['currency', currency],
      ]),
    )

  test.each([
    ['1,234.50', 'EUR', 123450],
    ['1234.5', 'EUR', 123450],
    ['1234', 'JPY', 1234],
    ['1,234', 'JPY', 1234],
    ['1.234', 'KWD', 1234],
    ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
    ['-5', 'EUR', -500],
  ])('%s %s is %d minor units, and is formatted back', (typed, currency, minor) => {
    expect(parseSent(typed, currency)).toEqual({ price: minor })
    const shown = formatInput(minor, currencyFields.price, { currency })
    expect(parseSent(shown, currency)).toEqual({ price: minor })
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
  ])('%s %s stays as entered, with an error', (typed, currency, error) => {
    const values = parseSent(typed, currency)
    expect(values).toEqual({ price: typed })
    expect(validateForm(currencyFields, { ...values, currency })['price']).toBe(error)
  })
  test('has bounds in its errors as amounts', () => {
    expect(validateField(euro, 99)).toBe('Price must be 1.00 EUR or more')
    expect(validateField(euro, 1_000_001)).toBe('Price must be 10,000.00 EUR or less')
    expect(validateField(euro, 1.5)).toBe('Price in EUR must be an amount like 12.50')
    expect(formatValue(euro, 123450)).toBe('1,234.50 EUR')
  })
})

describe('A time in a time zone', () => {
  const fields = { at: instant('At') }
  const parseSent = (typed: string, zone: string, original?: string) =>
    parseFormData(
      fields,
      buildForm(
        [
          ['at', typed],
          ['at.zone', zone],
        ],
        original ? { at: original } : undefined,
      ),
    )

  test.each([
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T09:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
    ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00.000Z', 'Europe/Berlin', '2026-12-01T09:00:00.000Z'],
    [' ', 'Europe/Berlin', null],
  ])('%j entered in %s is %s', (typed, zone, value) =>
    expect(parseSent(typed, zone)).toEqual({ at: value }),
  )

  test.each([
    ['2026-12-01T08:00:37.412Z', '2026-12-01T09:00'],
    // The second of two such times.
    ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30'],
  ])('%s, shown as %s, is unchanged if that is sent back', (original, shown) => {
    expect(parseSent(shown, 'Europe/Berlin', original)).toEqual({ at: original })
    expect(parseSent(shown, 'America/New_York', original)).not.toEqual({ at: original })
  })

  test.each([
    ['2026-02-30T09:00', 'Europe/Berlin'],
    ['tomorrow', 'Europe/Berlin'],
    ['2026-12-01T09:00', 'Europe/Nowhere'],
    ['9999-12-31T23:59', 'America/New_York'],
  ])('%s in %s is rejected at the field', (typed, zone) =>
    expect(validateForm(fields, parseSent(typed, zone))).toEqual({
      at: 'At must be a valid date and time',
    }),
  )
})

test.each(['2026-02-30', '31.01.2026', '2026-1-1', '2026-01-31T00:00:00.000Z'])(
  '%s is not a date',
  (day) => expect(validateField(date('Day'), day)).toBe('Day must be a valid date'),
)

describe('A field of several references', () => {
  const fields = { stores: references('Stores', 'stores') }
  const acme = { id: 7, label: 'Acme' }
  test('has lines without scripts: selected records keep their IDs, others are searched for', () => {
    const form = buildForm([
      ['stores', '7'],
      ['stores.label', 'Acme'],
      ['stores.text', 'Acme\r\n\r\n Borges \r\nAcme'],
    ])
    expect(parseFormData(fields, form)).toEqual({ stores: [acme, 'Borges', 'Acme'] })
  })
  test('keeps the selected records and adds one more', () => {
    const form = buildForm([
      ['stores', '7'],
      ['stores.label', 'Acme'],
      ['stores.more', '8'],
      ['stores.more.label', 'Borges'],
      ['stores.more.text', 'Borges'],
    ])
    expect(parseFormData(fields, form)).toEqual({ stores: [acme, { id: 8, label: 'Borges' }] })
  })
  test('is an empty list without lines, and keeps two records with the same name', () => {
    expect(parseFormData(fields, buildForm([['stores.text', '']]))).toEqual({ stores: [] })
    const two = { stores: [acme, { id: 8, label: 'Acme' }] }
    expect(validateForm(fields, two)).toEqual({})
    expect(validateField(fields.stores, [7, 7])).toBe("Stores can't have the same entry twice")
  })
})

describe('A file field', () => {
  const fields = { logo: optional(image('Logo')) }
  const kept = { id: 3, label: 'old.png' }
  const currentFile: [string, string][] = [
    ['logo', '3'],
    ['logo.label', 'old.png'],
  ]
  const parseSent = (more: [string, string][]) =>
    parseFormData(fields, buildForm([...currentFile, ...more]))

  test('has an ID and a name, can be cleared, and can be restored in drafts', () => {
    expect(parseSent([])).toEqual({ logo: kept })
    expect(toReferenceIds(parseSent([]))).toEqual({ logo: 3 })
    expect(parseSent([['logo.clear', '1']])).toEqual({ logo: null })
    expect([fieldKinds.file.restorable, fieldKinds.image.restorable]).toEqual([true, true])
  })
  test('has an error after a failed upload, and keeps the current file', () => {
    const refused = 'Logo: This is a PDF file. Upload a PNG file instead.'
    const values = parseSent([['logo.refused', refused]])
    expect(values).toEqual({ logo: { refused, kept } })
    expect(validateForm(fields, values)).toEqual({ logo: refused })
    expect(formatInput(values['logo'])).toBe('')
  })
  test('asks to upload a selected file, whatever the current file', () => {
    const form = buildForm(currentFile)
    form.append('logo.file', new File(['x'], 'logo.png', { type: 'image/png' }))
    expect(validateForm(fields, parseFormData(fields, form))).toEqual({
      logo: 'Logo: upload the file first',
    })
    const emptyForm = buildForm(currentFile)
    emptyForm.append('logo.file', new File([], ''))
    expect(parseFormData(fields, emptyForm)).toEqual({ logo: kept })
  })
  test('is uploaded for its resource and field', () => {
    const defined = defineResource({
      name: 'things',
      title: { one: 'thing', many: 'things' },
      about: 'Things.',
      permission: 'Sizes',
      fields: { name: text('Name', { max: 9 }), ...fields },
      list: { columns: ['name'], search: ['name'] },
    })
    expect(defined.fields.logo.uploadFor).toBe('things.logo')
    expect(defined.fields.name.uploadFor).toBeUndefined()
  })
  test('is accepted by the platform only as an ID', () => {
    const checkLogo = (logo: unknown) => checkValues({ fields }, { logo }, 'all')
    expect(checkLogo(3)).toMatchObject({ values: { logo: 3 }, errors: {} })
    for (const logo of ['3', 0, 1.5, {}, kept])
      expect(checkLogo(logo).errors).toEqual({ logo: 'Logo is not valid.' })
  })
})

describe('A secret field', () => {
  const fields = { key: optional(secret('Key', { max: 40 })) }
  const state = { set: true, hint: 'x9', changedAt: null }
  const original = { key: state }
  const getChanges = (sent: [string, string][]) =>
    getChangedValues(parseFormData(fields, buildForm(sent, original)), original)

  test('stays if left blank, is replaced by input, and can be cleared', () => {
    expect(getChanges([['key', '']])).toEqual({})
    expect(getChanges([['key', ' new ']])).toEqual({ key: 'new' })
    expect(getChanges([['key', ''], ['key.clear', '1']])).toEqual({ key: null }) // prettier-ignore
  })
  test('shows that it is set, but never its value', () => {
    expect(formatInput(state, fields.key)).toBe('')
    expect(formatValue(fields.key, state)).toBe('Saved (ends in x9)')
    expect(formatValue(fields.key, null)).toBe('Not set')
    const { restorable, csv, filters } = fieldKinds.secret
    expect([restorable, csv, filters]).toEqual([false, null, {}])
  })
  test('stays on the platform without input, and is removed only by null', () => {
    const checkKey = (key: unknown) => checkValues({ fields }, { key }, 'present')
    for (const key of ['', '  ', state])
      expect(checkKey(key)).toEqual({ values: {}, errors: {}, derived: [] })
    expect(checkKey(null).values).toEqual({ key: null })
    expect(checkKey(' new ').values).toEqual({ key: 'new' })
    expect(checkKey('x'.repeat(41)).errors).toEqual({ key: expect.stringContaining('40') })
    expect(checkKey(['x']).errors).toHaveProperty('key')
    const requiredFields = { key: secret('Key', { max: 40 }) }
    const requiredError = { key: expect.stringContaining('required') }
    expect(checkValues({ fields: requiredFields }, { key: '' }, 'all').errors).toEqual(
      requiredError,
    )
    expect(checkValues({ fields: requiredFields }, { key: null }, 'present').errors).toEqual(
      requiredError,
    )
    expect(checkValues({ fields: requiredFields }, { key: '' }, 'present').errors).toEqual({})
  })
})

test('an incomplete kind does not compile', () => {
  const { rule: _rule, ...ruleless } = fieldKinds.text
  const { column: _column, ...columnless } = fieldStorages.text
  const { money: _shared, ...kindsLeft } = fieldKinds
  const { money: _stored, ...storedLeft } = fieldStorages
  const incomplete = [
    // @ts-expect-error no rule
    ruleless satisfies KindDefinition,
    // @ts-expect-error no column
    columnless satisfies FieldStorage,
    // @ts-expect-error a missing kind
    kindsLeft satisfies Record<FieldKind, KindDefinition>,
    // @ts-expect-error a missing kind
    storedLeft satisfies Record<FieldKind, FieldStorage>,
  ]
  expect(incomplete).toHaveLength(4)
})
