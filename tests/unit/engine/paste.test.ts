import { describe, expect, test } from 'vitest'
import {
  getPasteLineFields,
  parsePastedRecords,
  getSharedPasteFields,
} from '#shared/engine/list/paste.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { subAttributes } from '#shared/areas/attributes/subAttributes.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'

const { derivedFrom: _derivedFrom, ...enteredCode } = sizes.fields.code
/** Sizes whose code is entered, so that each pasted line must contain it. */
const codedSizes = { ...sizes, fields: { ...sizes.fields, code: enteredCode } }

function paste(lines: string, more: Record<string, string> = {}) {
  const form = new FormData()
  form.set('lines', lines)
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  return parsePastedRecords(codedSizes, form)
}

const formatRecords = ({ records }: ReturnType<typeof paste>) =>
  records.map(({ name, code }) => `${String(name)}/${String(code)}`)

test('each line has the required texts, and one choice of options counts for all lines', () => {
  expect(getPasteLineFields(sizes)).toEqual(['name', 'code'])
  expect(Object.keys(getSharedPasteFields(sizes))).toEqual(['group', 'measurementUnit'])
})

describe('Pasted lines', () => {
  test.each([
    ['separated by commas', 'Small, S\nLarge, L'],
    ['copied from a spreadsheet', 'Small\tS\nLarge\tL'],
    ['with Windows line breaks', 'Small,S\r\nLarge,L\r\n'],
    ['with carriage returns', 'Small,S\rLarge,L'],
    ['with empty lines between', '\n  \nSmall,S\n\n\nLarge,L\n'],
  ])('become records %s', (_, lines) => {
    const pasted = paste(lines)
    expect(formatRecords(pasted)).toEqual(['Small/S', 'Large/L'])
    expect(pasted.errors).toEqual([])
  })

  test("use the form's options, and the initial values for other fields", () => {
    expect(paste('Small,S', { group: 'youth' }).records).toEqual([
      expect.objectContaining({ group: 'youth', measurementUnit: 'cm', active: true, chest: null }),
    ])
  })

  test('keep a comma inside a copied cell', () => {
    expect(formatRecords(paste('Small, slim\tS'))).toEqual(['Small, slim/S'])
  })

  test.each([
    ['a comma in quotation marks', '"Big, wide", BW', 'Big, wide/BW'],
    ['doubled quotation marks', ' "The ""big"" one" ,"BO"', 'The "big" one/BO'],
    ['a quotation mark inside a value', '5" wide, W5', '5" wide/W5'],
    ['empty cells after the last', 'Big\tB\t\t', 'Big/B'],
    ['an empty value after the last comma', 'Big, B, ', 'Big/B'],
  ])('are parsed like CSV with %s', (_, line, expected) => {
    expect(formatRecords(paste(line))).toEqual([expected])
  })
})

test('a code that a line leaves out is derived from the text before it', () => {
  const nested = nestResource(subAttributes, { field: 'attributeId', id: 7, path: '/attributes/7' })
  const form = new FormData()
  form.set('lines', 'Größe für alle\nOrganic cotton (GOTS),gots\n"Red, dark",\n!!!')
  const { records, errors: problems } = parsePastedRecords(nested, form)
  const codes = ['grosse-fur-alle', 'gots', 'red-dark', null]
  expect(records.map(({ code }) => code)).toEqual(codes)
  expect(problems).toEqual([{ line: 4, error: 'Code is a required field' }])
})

test('cells are parsed by kind like CSV: options by value or label, yes and no, and numbers', () => {
  const form = new FormData()
  form.set('lines', 'Small,S,Youth,No,12.5\nLarge,L,youth,1,\nHuge,H,Giant,perhaps,wide')
  const wide = {
    ...sizes,
    form: { ...sizes.form, paste: ['name', 'code', 'group', 'active', 'chest'] },
  } as const
  const { records, errors: problems } = parsePastedRecords(wide, form)
  expect(records).toMatchObject([
    { group: 'youth', active: false, chest: 12.5 },
    { group: 'youth', active: true, chest: null },
    { group: 'Giant', active: 'perhaps', chest: 'wide' },
  ])
  expect(problems.map(({ line }) => line)).toEqual([3, 3, 3])
})

describe('Pasted lines that are not valid', () => {
  test('are reported with their number and all their errors', () => {
    const { errors: problems } = paste('Small,S\n\nLarge,FARTOOLONG\n,FARTOOLONG')
    expect(problems).toEqual([
      { line: 3, error: 'Code must be at most 8 characters' },
      { line: 4, error: 'Name is a required field' },
      { line: 4, error: 'Code must be at most 8 characters' },
      { line: 4, error: 'Code FARTOOLONG is already on line 3' },
    ])
  })

  test.each(['Small', 'Small;S', 'Far too long a name for any size;S'])(
    'with too few values (%s) get an error that names the separators',
    (line) => {
      expect(paste(line).errors).toEqual([
        {
          line: 1,
          error:
            'Code is a required field: each line needs Name and Code, separated by a comma or a tab',
        },
      ])
    },
  )

  test.each(['Three, T3, something else', 'Three\tT3\tsomething else', 'Big, wide, BW'])(
    'with too many values (%s) get an error that names the fields',
    (line) => {
      expect(paste(line).errors).toEqual([
        {
          line: 1,
          error:
            'This line has 3 values, but should contain only Name and Code. Put values that contain commas in quotation marks.',
        },
      ])
    },
  )

  test.each(['"Big, wide, BW', '"Big" wide, BW', 'Big, "BW'])(
    'with quotation marks that do not surround a value (%s) get an error',
    (line) => {
      expect(paste(line).errors).toEqual([
        { line: 1, error: 'Quotation marks must surround the whole value' },
      ])
    },
  )

  test('with repeated values are reported along with the other errors', () => {
    expect(paste('Small,S\nLarge,FARTOOLONG\n\nSlim,S\n,M\nMedium,M').errors).toEqual([
      { line: 2, error: 'Code must be at most 8 characters' },
      { line: 4, error: 'Code S is already on line 1' },
      { line: 5, error: 'Name is a required field' },
      { line: 6, error: 'Code M is already on line 5' },
    ])
  })

  test('count as repeated in any case, but not without a value', () => {
    expect(paste('Small,\nLarge,').errors).toEqual([
      { line: 1, error: 'Code is a required field' },
      { line: 2, error: 'Code is a required field' },
    ])
    expect(paste('Small,S\nLarge,s').errors).toEqual([
      { line: 2, error: 'Code s is already on line 1' },
    ])
  })

  test('are not reported as missing', () => {
    expect(paste('a,b,c').errors).toHaveLength(1)
  })

  test.each(['', ' \n \n'])('are reported as missing if none were pasted (%j)', (lines) => {
    expect(paste(lines).errors).toEqual([{ line: 1, error: 'Paste at least one line.' }])
  })

  test('may be 200, but not 201', () => {
    const buildLines = (count: number) =>
      Array.from({ length: count }, (_, at) => `Size ${at},S${at}`).join('\n')
    expect(paste(buildLines(200)).errors).toEqual([])
    expect(paste(buildLines(201)).errors).toEqual([
      { line: 201, error: 'Paste at most 200 lines at a time' },
    ])
  })

  test('are reported for an unknown option of the form', () => {
    expect(paste('Small,S', { group: 'giants' }).errors).toEqual([
      { line: 1, error: expect.stringMatching(/^Group must be one of/) },
    ])
  })
})
