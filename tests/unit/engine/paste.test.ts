import { describe, expect, test } from 'vitest'
import { getLineFields, parsePastedRecords, getSharedFields } from '#shared/engine/list/paste.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { subAttributes } from '#shared/areas/attributes/subAttributes.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'

function paste(lines: string, more: Record<string, string> = {}) {
  const form = new FormData()
  form.set('lines', lines)
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  return parsePastedRecords(sizes, form)
}

const named = ({ records }: ReturnType<typeof paste>) =>
  records.map(({ name, code }) => `${String(name)}/${String(code)}`)

test('each line gives the required texts; the choices are made once for all', () => {
  expect(getLineFields(sizes)).toEqual(['name', 'code'])
  expect(Object.keys(getSharedFields(sizes))).toEqual(['group', 'measurementUnit'])
})

describe('pasted lines become records', () => {
  test.each([
    ['separated by commas', 'Small, S\nLarge, L'],
    ['copied from a spreadsheet', 'Small\tS\nLarge\tL'],
    ['with the line ends of Windows', 'Small,S\r\nLarge,L\r\n'],
    ['with the line ends of old', 'Small,S\rLarge,L'],
    ['with empty lines between', '\n  \nSmall,S\n\n\nLarge,L\n'],
  ])('%s', (_, lines) => {
    const pasted = paste(lines)
    expect(named(pasted)).toEqual(['Small/S', 'Large/L'])
    expect(pasted.errors).toEqual([])
  })

  test('they take the choices of the form and else what a new record starts with', () => {
    expect(paste('Small,S', { group: 'youth' }).records).toEqual([
      expect.objectContaining({ group: 'youth', measurementUnit: 'cm', active: true, chest: null }),
    ])
  })

  test('a comma inside a copied cell stays in it', () => {
    expect(named(paste('Small, slim\tS'))).toEqual(['Small, slim/S'])
  })

  test.each([
    ['a comma in quotation marks', '"Big, wide", BW', 'Big, wide/BW'],
    ['two marks for one', ' "The ""big"" one" ,"BO"', 'The "big" one/BO'],
    ['a mark inside a value', '5" wide, W5', '5" wide/W5'],
    ['empty cells after the last', 'Big\tB\t\t', 'Big/B'],
    ['an empty value after the last comma', 'Big, B, ', 'Big/B'],
  ])('as CSV has it: %s', (_, line, shown) => {
    expect(named(paste(line))).toEqual([shown])
  })
})

test('a code that a line leaves out is made of the text before it', () => {
  const inside = nestResource(subAttributes, { field: 'attributeId', id: 7, path: '/attributes/7' })
  const form = new FormData()
  form.set('lines', 'Größe für alle\nOrganic cotton (GOTS),gots\n"Red, dark",\n!!!')
  const { records, errors: problems } = parsePastedRecords(inside, form)
  const codes = ['grosse-fur-alle', 'gots', 'red-dark', null]
  expect(records.map(({ code }) => code)).toEqual(codes)
  expect(problems).toEqual([{ line: 4, error: 'Code is a required field' }])
})

test('cells are read as CSV has their kind: choices by value or name, yes and no, numbers', () => {
  const form = new FormData()
  form.set('lines', 'Small,S,Youth,No,12.5\nLarge,L,youth,1,\nHuge,H,Giant,perhaps,wide')
  const wide = { ...sizes, paste: ['name', 'code', 'group', 'active', 'chest'] } as const
  const { records, errors: problems } = parsePastedRecords(wide, form)
  expect(records).toMatchObject([
    { group: 'youth', active: false, chest: 12.5 },
    { group: 'youth', active: true, chest: null },
    { group: 'Giant', active: 'perhaps', chest: 'wide' },
  ])
  expect(problems.map(({ line }) => line)).toEqual([3, 3, 3])
})

describe('lines that are wrong', () => {
  test('each is named with its number and all its faults', () => {
    const { errors: problems } = paste('Small,S\n\nLarge,FARTOOLONG\n,FARTOOLONG')
    expect(problems).toEqual([
      { line: 3, error: 'Code must be at most 8 characters' },
      { line: 4, error: 'Name is a required field' },
      { line: 4, error: 'Code must be at most 8 characters' },
      { line: 4, error: 'Code FARTOOLONG is already on line 3' },
    ])
  })

  test.each(['Small', 'Small;S', 'Far too long a name for any size;S'])(
    'a line of too few values (%s) is told how they are parted',
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
    'a line of too many values (%s) is told so',
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
    'quotation marks that do not go around a value (%s) are told',
    (line) => {
      expect(paste(line).errors).toEqual([
        { line: 1, error: 'Quotation marks must surround the whole value' },
      ])
    },
  )

  test('a value that stands on two lines is named along with the other faults', () => {
    expect(paste('Small,S\nLarge,FARTOOLONG\n\nSlim,S\n,M\nMedium,M').errors).toEqual([
      { line: 2, error: 'Code must be at most 8 characters' },
      { line: 4, error: 'Code S is already on line 1' },
      { line: 5, error: 'Name is a required field' },
      { line: 6, error: 'Code M is already on line 5' },
    ])
  })

  test('only lines whose values can be told apart count as said twice', () => {
    expect(paste('Small,\nLarge,').errors).toEqual([
      { line: 1, error: 'Code is a required field' },
      { line: 2, error: 'Code is a required field' },
    ])
    expect(paste('Small,S\nLarge,s').errors).toEqual([
      { line: 2, error: 'Code s is already on line 1' },
    ])
  })

  test('lines that are all wrong are not said to be missing', () => {
    expect(paste('a,b,c').errors).toHaveLength(1)
  })

  test.each(['', ' \n \n'])('nothing pasted (%j) is refused', (lines) => {
    expect(paste(lines).errors).toEqual([{ line: 1, error: 'Paste at least one line.' }])
  })

  test('200 lines are taken, 201 are too many', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `Size ${at},S${at}`).join('\n')
    expect(paste(lines(200)).errors).toEqual([])
    expect(paste(lines(201)).errors).toEqual([
      { line: 201, error: 'Paste at most 200 lines at a time' },
    ])
  })

  test('a choice that does not exist is a fault of every line', () => {
    expect(paste('Small,S', { group: 'giants' }).errors).toEqual([
      { line: 1, error: expect.stringMatching(/^Group must be one of/) },
    ])
  })
})
