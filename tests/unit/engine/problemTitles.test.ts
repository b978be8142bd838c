import { expect, test } from 'vitest'
import { getProblemTitle, problemTitles } from '#shared/engine/problemTitles.ts'

test.each(Object.entries(problemTitles))(
  'wording.md: the title of %s has 2 to 5 words and no period',
  (code, title) => {
    expect(title.split(' ').length).toBeGreaterThanOrEqual(2)
    expect(title.split(' ').length).toBeLessThanOrEqual(5)
    expect(title).toMatch(/^[A-Z][^.]*[^.]$/)
    expect(getProblemTitle(code)).toBe(title)
  },
)

test('an unknown code has a title, too', () => {
  expect(getProblemTitle('teapot')).toBe('Request failed')
  expect(getProblemTitle('toString')).toBe('Request failed')
})
