import { describe, expect, test } from 'vitest'
import { opensPanel } from '#client/list/listPanels.ts'
import { lazyPart, loadParts, partsAt } from '#client/parts.ts'

const part = () =>
  lazyPart({
    source: 'part.ts',
    isShown: (params) => params.has('open'),
    load: () => Promise.resolve({ name: 'the part' }),
  })

describe('a part of a screen', () => {
  test('is loaded with the addresses that show it', async () => {
    const shown = part()
    await loadParts([shown], new URLSearchParams('open'))
    expect(shown.get()).toEqual({ name: 'the part' })
  })

  test('is not loaded with others, and says so when it is read all the same', async () => {
    const hidden = part()
    expect(partsAt([hidden], new URLSearchParams('search=open'))).toEqual([])
    await loadParts([hidden], new URLSearchParams('search=open'))
    expect(() => hidden.get()).toThrow('part.ts is rendered before it was loaded')
  })
})

test.each([
  ['', false],
  ['search=a&sort=-name&limit=25&after=x&columns=name', false],
  ['filter[name][contains]=a', false],
  ['notice=saved', false],
  ['create', true],
  ['search=a&edit=42', true],
])('?%s opens a panel: %s', (search, opens) => {
  expect(opensPanel(new URLSearchParams(search))).toBe(opens)
})
