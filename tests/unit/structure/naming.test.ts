import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Names that every area or screen declares, because the router and the panels read them. */
const repeatableNames = new Set(['loader', 'action', 'Component', 'panels', 'screens', 'Props'])

const prepositions = new Set(
  'Of In Into From By At With Within Without For To On Onto Off As About Above After Among Around Before Behind Below Between Beyond Over Per Since Through Under Until Upon'.split(
    ' ',
  ),
)

/** Verbs of two words, and technical terms. */
const endsInPhrase = /(?:sign|log)(?:In|On|Off)$|RetryAfter$|getAfter$/i

/** Words with an unclear meaning, each with its replacement. */
const oldWords: Record<string, string> = {
  told: 'notify, or the noun for it',
  asked: 'request',
  kept: 'hooks, saved',
  begun: 'prefill, context',
  chosen: 'selection',
  given: 'the noun for it',
  held: 'permissions, pending',
  looked: 'checked',
  heard: 'webhook, received',
  say: 'messages',
  refusal: 'rejection, HttpError',
  refuse: 'reject',
  mend: 'fix',
  fault: 'error, failure',
  consequence: 'hooks',
  untold: 'impact',
  forget: 'delete, purge',
  nobodys: 'dummy',
  besides: 'more',
}

/** Provider codes keep the provider's words. */
const providerTerms = new Set(['adyenRefusalCodes', 'adyenRefusals'])

type Declaration = { file: string; name: string; isFunction: boolean }

const declaration =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(function\*?|const|let|class|type|interface|enum)\s+([\w$]+)(.*)/gm

const findDeclarations = (file: string): Declaration[] =>
  [...readFileSync(file, 'utf8').matchAll(declaration)].map(
    ([, keyword = '', name = '', rest = '']) => ({
      file,
      name,
      isFunction: keyword.startsWith('function') || /=>|=\s*(?:async\s*)?[(<]/.test(rest),
    }),
  )

// Styles are used through their module (`styles.row`), and migrations never change.
const declarations = globSync('{client,machines,server,shared}/**/*.{ts,tsx,mjs}')
  .filter((file) => !file.endsWith('.css.ts') && !file.includes('/migrations/'))
  .flatMap(findDeclarations)

const splitWords = (name: string) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]

describe('Names', () => {
  test('are read from every folder', () => {
    expect(declarations.length).toBeGreaterThan(5000)
    expect(declarations.filter(({ isFunction }) => isFunction).length).toBeGreaterThan(2500)
  })

  test('of functions do not end in a preposition', () => {
    const matches = declarations.filter(
      ({ name, isFunction }) =>
        isFunction &&
        /^[a-z]/.test(name) &&
        prepositions.has(splitWords(name).at(-1) ?? '') &&
        !endsInPhrase.test(name),
    )
    expect(matches).toEqual([])
  })

  test('are declared in at most two files', () => {
    const files = new Map<string, Set<string>>()
    for (const { file, name } of declarations)
      files.set(name, (files.get(name) ?? new Set()).add(file))
    const repeated = [...files].filter(([name, { size }]) => size > 2 && !repeatableNames.has(name))
    expect(repeated).toEqual([])
  })

  test.each(Object.entries(oldWords))('do not contain "%s" (use %s)', (word) => {
    const matches = declarations.filter(
      ({ name }) =>
        !providerTerms.has(name) && splitWords(name).some((one) => one.toLowerCase() === word),
    )
    expect(matches).toEqual([])
  })
})
