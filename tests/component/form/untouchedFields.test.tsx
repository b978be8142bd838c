import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { list, references, select, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { validateChanges } from '#shared/engine/fields/validateChanges.ts'
import { getChangedValues } from '#shared/engine/fields/formValues.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import { parseOriginalValues } from '#shared/engine/list/referenceValues.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/areas/index.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { renderForm, buildRecord } from '#tests/support/browser/renderForm.tsx'

const changeable = resources.filter(({ api: { writes } }) => writes.includes('change'))

/** Returns a stored value that the current rules reject, as from an import or an older version. */
function buildRejectedValue(field: Field): unknown {
  const { kind, max = 40, options } = field
  if (kind === 'references') return Array.from({ length: 60 }, (_, at) => at + 1)
  if (kind === 'list') return options ? ['gone', 'lost'] : ['x'.repeat(max + 1), 'a b']
  if (kind === 'select') return 'gone'
  if (kind === 'text' || kind === 'colour') return 'x'.repeat(max + 1)
  if (kind === 'longText') return `${'x'.repeat(max + 1)}\n`
  if (kind === 'integer') return field.max === undefined ? -3 : field.max + 1
  if (kind === 'decimal') return -9
  if (kind === 'money') return -1250
  if (kind === 'toggle') return true
  if (kind === 'secret') return { set: true, hint: null, changedAt: null }
  return null
}

function readForm(): FormData {
  const form = document.querySelector<HTMLFormElement>('form[method=post]')
  return form ? new FormData(form) : new FormData()
}

describe('An untouched field never blocks a save', () => {
  test.each(changeable.map((resource) => [resource.name, resource] as const))(
    '%s: stored values that the rules reject are sent back unchanged',
    (_name, { fields }) => {
      const values = Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, buildRejectedValue(field)]),
      )
      renderForm(fields, buildRecord(values))
      const form = readForm()
      const original = parseOriginalValues(form.get('original'))
      const formValues = parseFormData(fields, form)
      expect(getChangedValues(formValues, original, fields)).toEqual({})
      expect(validateChanges(fields, formValues, original)).toEqual({})
    },
  )

  test('the rejected values cover most kinds', () => {
    const kinds = changeable.flatMap(({ fields }) =>
      Object.values(fields).flatMap((field) =>
        validateField(field, buildRejectedValue(field)) ? [field.kind] : [],
      ),
    )
    expect([...new Set(kinds)].toSorted()).toEqual([
      'colour',
      'date',
      'decimal',
      'file',
      'instant',
      'integer',
      'list',
      'longText',
      'money',
      'reference',
      'references',
      'select',
      'text',
    ])
  })

  test('another field can be saved, and only its own errors show', async () => {
    const fields = {
      name: text('Name', { max: 5 }),
      plan: select('Plan', { a: 'A', b: 'B' }),
      code: text('Code', { max: 3 }),
      tags: list('Tags', { max: 2 }),
    }
    const record = buildRecord({ name: 'Old', plan: 'gone', code: 'LONGER', tags: ['xxx'] })
    const { user, sent } = renderForm(fields, record)
    await user.type(screen.getByLabelText('Name'), 'er and older')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent).toHaveLength(0)
    expect(await screen.findByText('Name must be at most 5 characters')).toBeVisible()
    await user.clear(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'New')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('fields that depend on a changed field are validated, and all fields of a new record', () => {
    const { fields } = sizes
    expect(validateChanges(fields, { name: null }, null)).toHaveProperty('code')
    const price = { currency: text('Currency', { max: 3 }), price: { ...stores.fields.name } }
    const amount: Record<string, Field> = {
      ...price,
      price: { kind: 'money', label: 'Price', required: false, currencyField: 'currency' },
    }
    const original = { currency: 'EUR', price: '12.345' }
    expect(validateChanges(amount, { ...original }, original)).toEqual({})
    expect(validateChanges(amount, { ...original, currency: 'USD' }, original)).toHaveProperty(
      'price',
    )
  })

  test('a reference to stores accepts as many as a job can handle', () => {
    const field = references('Stores', 'stores')
    const many = Array.from({ length: limits.storeReferences }, (_, at) => at + 1)
    expect(validateField(field, many)).toBeUndefined()
    const values = toFormValues({ field }, buildRecord({ field: many }))
    expect(validateChanges({ field }, { ...values }, { field: [] })).toEqual({})
  })
})
