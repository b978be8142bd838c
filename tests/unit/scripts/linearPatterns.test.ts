import { createContext, Script } from 'node:vm'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { findAttackTexts } from '#tests/support/attacks/attackTexts.ts'
import type { AttackText } from '#tests/support/attacks/attackTexts.ts'
import { findAllExpressions, findExpressions } from '#tests/support/attacks/regularExpressions.ts'
import type {
  FoundExpression,
  RegularExpressionUse,
} from '#tests/support/attacks/regularExpressions.ts'

const textLength = 40_000
/** Calls that take at most this long aren't measured again. */
const maxMs = 20
/**
 * A tenth of the text takes a quadratic expression a hundredth of the time. Only calls that take
 * longer than that are tried with the whole text, because few do.
 */
const screenedBy = 10
const maxScreenedMs = maxMs / screenedBy ** 2
/** Four times the text takes a linear expression four times as long, and a quadratic one sixteen times. */
const shorterBy = 4
const maxGrowth = 10

/** The reason and an example of each expression built from values that the source doesn't show. */
const dynamicExpressions: Record<string, { reason: string; example: RegExp }> = {
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
  "new RegExp(\n  `^(?:[ \\\\t]*(?:>|(?:[-+*]|\\\\d{1,9}[.)])[ \\\\t])){${maxMarkdownDepth + 1}}`,\n  'm',\n)":
    {
      reason: 'The depth of an article is a constant.',
      example: /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){10}/m,
    },
}

const foundExpressions = findAllExpressions()
const expressions = foundExpressions.flatMap(({ expression, code, ...rest }) => {
  const example = expression ?? dynamicExpressions[code]?.example
  return example ? [{ ...rest, expression: example }] : []
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

/** Runs a function. Returns false if it didn't end in time. */
function runWithin(timeout: number, run: () => unknown): boolean {
  context['apply'] = run
  try {
    script.runInContext(context, { timeout })
    return true
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

/** Returns the CPU time of one call in milliseconds. */
function measure(apply: () => unknown): number {
  const before = readCpuTime()
  apply()
  return readCpuTime() - before
}

/** Returns this thread's CPU time so far in milliseconds. */
function readCpuTime(): number {
  // Linux updates the time of a thread every 4 ms, and whenever someone reads the process's time.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Like `measure`, or Infinity if the call exceeds the timeout. */
function measureWithin(timeout: number, apply: () => unknown): number {
  let ms = Infinity
  runWithin(timeout, () => (ms = measure(apply)))
  return ms
}

type Application = Pick<FoundExpression, 'place' | 'use'> & { expression: RegExp }
type Call = { buildText: AttackText; apply: (text: string) => unknown }

/** Lists the calls of an expression with each text that it may be slow on. */
function listCalls({ expression, use }: Application): Call[] {
  // A sticky expression is matched at only one position.
  const uses = expression.sticky && use === 'other' ? (['test'] as const) : otherUses
  const functions = use === 'other' ? uses.map((one) => applications[one]) : [applications[use]]
  return findAttackTexts(expression).flatMap((buildText) =>
    functions.map((apply) => ({
      buildText,
      apply: (text: string) => {
        expression.lastIndex = 0
        return apply(expression, text)
      },
    })),
  )
}

/**
 * Excludes the calls that are quick on a tenth of the text. Measures as many as possible in one
 * script, because each timeout costs a thread.
 */
function* screenCalls(calls: Call[], tries: number, timeout: number): Generator<Call> {
  const isQuick = ({ buildText, apply }: Call) => {
    const text = buildText(textLength / screenedBy)
    for (let triesLeft = tries; triesLeft > 0; triesLeft--)
      if (measure(() => apply(text)) <= maxScreenedMs) return true
    return false
  }
  const unmeasured = [...calls]
  while (unmeasured.length > 0) {
    const suspects: Call[] = []
    runWithin(timeout, () => {
      for (let call = unmeasured[0]; call; call = unmeasured[0]) {
        if (!isQuick(call)) suspects.push(call)
        unmeasured.shift()
      }
    })
    // After a timeout, the first one is the call that was too slow.
    yield* [...suspects, ...unmeasured.splice(0, 1)]
  }
}

/**
 * Describes the first call that is too slow even at its fastest try, and whose time grows faster
 * than its text, so that a slow machine changes nothing. Null if there is none.
 */
function findSlowText(application: Application, { tries = 5, timeout = 1000 } = {}): string | null {
  for (const { buildText, apply } of screenCalls(listCalls(application), tries, timeout)) {
    const findBest = (text: string, isEnough: (ms: number) => boolean) => {
      let best = Infinity
      for (let triesLeft = tries; !isEnough(best) && triesLeft > 0; triesLeft--)
        best = Math.min(
          best,
          measureWithin(timeout, () => apply(text)),
        )
      return best
    }
    const text = buildText(textLength)
    const best = findBest(text, (ms) => ms <= maxMs)
    if (best <= maxMs) continue
    const shortBest = findBest(buildText(textLength / shorterBy), () => false)
    if (best === Infinity || best > shortBest * maxGrowth)
      return `${application.place} ${application.expression}: ${best.toFixed(0)} ms, ${shortBest.toFixed(0)} ms for 1/${shorterBy} of the text, on ${JSON.stringify(text.slice(0, 30))}...`
  }
  return null
}

test('finds literals, constructors, and compiled texts, each with its use', () => {
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
])('finds the slow expression %s', (expression) => {
  const slow = findSlowText({ place: 'here', expression, use: 'test' }, { tries: 1, timeout: 200 })
  expect(slow).toContain('here')
})

test('every dynamic expression has a reason and an example', () => {
  const unlisted = foundExpressions.filter(
    ({ expression, code }) => !expression && !dynamicExpressions[code],
  )
  expect(unlisted.map(({ place, code }) => `${place}: ${code}`)).toEqual([])
  const codes = new Set(foundExpressions.map(({ code }) => code))
  expect(Object.keys(dynamicExpressions).filter((code) => !codes.has(code))).toEqual([])
})

test(
  'the time of every regular expression grows at most like the text',
  { timeout: 300_000 },
  () => {
    expect(expressions.length).toBeGreaterThan(250)
    const distinct = new Map(expressions.map((one) => [`${one.expression} ${one.use}`, one]))
    expect([...distinct.values()].flatMap((one) => findSlowText(one) ?? [])).toEqual([])
  },
)

test('no regular expression can backtrack more than linearly', () => {
  const reports = expressions.flatMap(({ place, expression: { source, flags } }) =>
    analyse({ source, flags }).reports.map(
      ({ type, character }) => `${place} /${source}/${flags}: ${type} of ${character.pick}`,
    ),
  )
  expect(reports).toEqual([])
})
