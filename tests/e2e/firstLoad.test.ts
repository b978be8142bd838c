import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { firstLoadOf, screenSources } from '#tests/support/firstLoad.ts'

const sources = await screenSources()

/** A definition that is a screen by itself. */
const isDefinition = (source: string) => source.startsWith('shared/')

/** design.md, "What ships to the browser": JavaScript of a first load, brotli, in bytes. */
async function budgetOf(source: string): Promise<number> {
  if (source.endsWith('/SignIn.tsx')) return 125_000
  if (isDefinition(source)) return 150_000
  const text = await readFile(source, 'utf8')
  // So are a store's page, the making of one and set-up pages, by up to 3.5 %.
  const isSetUp =
    /\/(Store|CreateStore|AdminSignOn|MemberSignOn|PaymentDetails|GiftCardSetup|Cognito)\.tsx$/
  if (isSetUp.test(source)) return 181_000
  if (!/(plain|log)Screen\(/.test(text)) return 175_000
  // Lists of what refers to stores are over by up to 6 % (README, "What it costs"): they may not grow.
  return /'#client\/(stores|people)\.ts'/.test(text) ? 158_500 : 150_000
}

test('the screens are found', () => {
  expect(sources.length).toBeGreaterThan(6)
})

describe.each(sources)('%s', (source) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await firstLoadOf('dist', source)
    expect(bytes).toBeLessThanOrEqual(await budgetOf(source))
    // 12 are asked: README, "What it costs".
    const hasMany = /integrations\.ts'|paymentAttempts/.test(await readFile(source, 'utf8'))
    expect(scripts.length).toBeLessThanOrEqual(hasMany ? 25 : 18)
  })

  test('is waited for by no chain over 2: the page names all that its scripts import', async () => {
    const { unnamed } = await firstLoadOf('dist', source)
    expect(unnamed).toEqual([])
  })

  test.skipIf(isDefinition(source))(
    'imports the one module that makes its chunks few',
    async () => {
      const shared = source.endsWith('/SignIn.tsx')
        ? 'everywhere'
        : '(signedIn|stores|storeForms|people|integrations)'
      expect(await readFile(source, 'utf8')).toMatch(
        new RegExp(`^import '(#client|\\.\\.)/${shared}.ts'`, 'm'),
      )
    },
  )
})
