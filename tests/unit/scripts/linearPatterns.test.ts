import { createContext, Script } from 'node:vm'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { buildAttackTexts } from '#tests/support/attacks/attackTexts.ts'
import { findAllExpressions, findExpressions } from '#tests/support/attacks/regularExpressions.ts'
import type {
  FoundExpression,
  RegularExpressionUse,
} from '#tests/support/attacks/regularExpressions.ts'

const textLength = 100_000
const longestMs = 50

/** Expressions built from values that the source doesn't show, by their code: why, and one of them. */
const dynamic: Record<string, { reason: string; example: RegExp }> = {
  'new RegExp(`(?:^|; )${name}=([\\\\w-]+)`)': {
    reason: 'The names of the cookies of a sign-in are constants of their callers.',
    example: /(?:^|; )sign-on=([\w-]+)/,
  },
  "new RegExp(\n  `^(${Object.keys(ruleFields).join('|')}|) (${allOperators.join('|')}) (.*)$`,\n)":
    {
      reason: 'The fields and comparisons of group rules are a table.',
      example:
        /^(name|email|joined|active|) (is|contains|starts with|ends with|before|after) (.*)$/,
    },
  "new RegExp(\n  `^(?:[ \\\\t]*(?:>|(?:[-+*]|\\\\d{1,9}[.)])[ \\\\t])){${maxDepth + 1}}`,\n  'm',\n)":
    {
      reason: 'The depth of an article is a constant.',
      example: /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){10}/m,
    },
}

const found = findAllExpressions()
const known = found.flatMap(({ expression, code, ...rest }) => {
  const one = expression ?? dynamic[code]?.example
  return one ? [{ ...rest, expression: one }] : []
})

const applications: Record<
  Exclude<RegularExpressionUse, 'other'>,
  (expression: RegExp, text: string) => unknown
> = {
  test: (expression, text) => expression.test(text),
  replace: (expression, text) => text.replace(expression, ''),
  split: (expression, text) => text.split(expression),
  match: (expression, text) => text.match(expression),
}

const otherUses = ['test', 'replace', 'split', 'match'] as const

const context = createContext({ apply: () => {} })
const script = new Script('apply()')

/** Milliseconds of this thread's own time that one application takes, however busy the machine is; Infinity for one that doesn't end within the timeout. */
function measure(apply: () => unknown, timeout: number): number {
  context['apply'] = apply
  const { user, system } = process.threadCpuUsage()
  try {
    script.runInContext(context, { timeout })
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return Infinity
    throw error
  }
  const spent = process.threadCpuUsage({ user, system })
  return (spent.user + spent.system) / 1000
}

type Application = Pick<FoundExpression, 'place' | 'use'> & { expression: RegExp }

/** The slowest application of an expression that takes too long even at its fastest of three times; null if there is none. */
function findSlowText(
  { place, expression, use }: Application,
  { tries = 3, timeout = 1000 } = {},
): string | null {
  // A sticky expression is only ever tried at one place.
  const uses = expression.sticky && use === 'other' ? (['test'] as const) : otherUses
  const applied = use === 'other' ? uses.map((one) => applications[one]) : [applications[use]]
  for (const text of buildAttackTexts(expression, textLength))
    for (const apply of applied) {
      const run = () => {
        expression.lastIndex = 0
        return apply(expression, text)
      }
      let best = Infinity
      for (let left = tries; best > longestMs && left > 0; left--)
        best = Math.min(best, measure(run, timeout))
      if (best > longestMs)
        return `${place} ${expression}: ${best.toFixed(0)} ms on ${JSON.stringify(text.slice(0, 30))}...`
    }
  return null
}

test('literals, constructions, and compiled texts are found, each with its use', () => {
  const source = [
    "const word = 'a|b'",
    'const one = /x+/g',
    "const two = new RegExp(`(${word})+`, 'i')",
    'text.split(/,/)',
    'text?.replaceAll(/-/g, one)',
    'const three = /y/.test(text)',
    "text.match('z+')",
    'new RegExp(given)',
    "matches(string(), /p+/, 'text')",
  ].join('\n')
  expect(findExpressions(source, 'a.ts').map(({ expression, use }) => [expression, use])).toEqual([
    [/x+/g, 'other'],
    [/(a|b)+/i, 'other'],
    [/,/, 'split'],
    [/-/g, 'replace'],
    [/y/, 'test'],
    [/z+/, 'match'],
    [null, 'other'],
    [/p+/, 'other'],
  ])
})

test.each([
  /\s+$/,
  /\{\{\s*([^{}]*?)\s*\}\}/g,
  /(a+)+$/,
  /(\.(more|label))+$/,
  /^[^@]+@[^@]+\.[^@]+$/,
  /\beyJ[\w-]+\.[\w-]+/g,
  /\b(?=[\w+=-]*\d)[\w+=-]{32,}/g,
  /^[a-f:]*:[a-f:]*$/,
])('a slow expression is found: %s', (expression) => {
  const slow = findSlowText({ place: 'here', expression, use: 'test' }, { tries: 1, timeout: 200 })
  expect(slow).toContain('here')
})

test('every expression that the source does not spell out has a reason and an example', () => {
  const unlisted = found.filter(({ expression, code }) => !expression && !dynamic[code])
  expect(unlisted.map(({ place, code }) => `${place}: ${code}`)).toEqual([])
  const codes = new Set(found.map(({ code }) => code))
  expect(Object.keys(dynamic).filter((code) => !codes.has(code))).toEqual([])
})

test(
  'every regular expression takes at most 50 ms for 100,000 characters',
  { timeout: 300_000 },
  () => {
    expect(known.length).toBeGreaterThan(250)
    const distinct = new Map(known.map((one) => [`${one.expression} ${one.use}`, one]))
    expect([...distinct.values()].flatMap((one) => findSlowText(one) ?? [])).toEqual([])
  },
)

test('no regular expression can backtrack more than linearly', () => {
  const faults = known.flatMap(({ place, expression: { source, flags } }) =>
    analyse({ source, flags }).reports.map(
      ({ type, character }) => `${place} /${source}/${flags}: ${type} of ${character.pick}`,
    ),
  )
  expect(faults).toEqual([])
})
