import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { integrationMessages, formatStepCounts } from './messages.ts'

/**
 * Outcomes of a step; `unknown` is for what only a user in a browser can prove, and never counts as
 * passed.
 */
export const stepOutcomes = {
  passed: integrationMessages.passed,
  failed: integrationMessages.failed,
  skipped: integrationMessages.skipped,
  unknown: integrationMessages.unknown,
} as const
export type StepOutcome = keyof typeof stepOutcomes

/** Outcomes of a whole test; `running` until its last step has ended. */
export const testOutcomes = {
  passed: integrationMessages.passed,
  failed: integrationMessages.failed,
  unknown: integrationMessages.incomplete,
  running: integrationMessages.running,
} as const
export type TestOutcome = keyof typeof testOutcomes

/** Kinds of entries in the history of an integration. */
export const historyKinds = {
  test: integrationMessages.test,
  check: integrationMessages.check,
  signIn: integrationMessages.testSignIn,
  activated: integrationMessages.activated,
  disabled: integrationMessages.disabled,
  degraded: integrationMessages.degraded,
  recovered: integrationMessages.recovered,
  changed: integrationMessages.changed,
} as const
export type HistoryKind = keyof typeof historyKinds

const createOutcomeSchema = <Name extends string>(table: Record<Name, string>) =>
  enums(Object.keys(table) as Name[]) // The table's own keys.

export const TestOutcome = createOutcomeSchema(testOutcomes)

export const TestStep = type({
  name: string(),
  title: string(),
  required: boolean(),
  /** Milliseconds; null until the step ran. */
  ms: nullable(number()),
  /** Null until it has ended. */
  outcome: nullable(createOutcomeSchema(stepOutcomes)),
  code: nullable(string()),
  /** Finding of the step, and how to fix it. */
  sentence: nullable(string()),
  /** The step passed, but something about it needs attention. */
  warning: optional(boolean()),
  field: optional(nullable(string())),
})
/** One step of a test. */
export type TestStep = Infer<typeof TestStep>

export const TestHistoryEntry = type({
  id: number(),
  what: createOutcomeSchema(historyKinds),
  /** Version of the settings that was tested. */
  version: number(),
  actor: string(),
  startedAt: string(),
  endedAt: nullable(string()),
  outcome: TestOutcome,
  sentence: nullable(string()),
  steps: array(TestStep),
})
/** A test or a check with its steps, or a change of the state. */
export type TestHistoryEntry = Infer<typeof TestHistoryEntry>

/**
 * Returns the outcome of a test: passed if nothing failed and every required step passed; unknown
 * if a required step has another outcome.
 */
export function getTestOutcome(steps: readonly TestStep[]): TestOutcome {
  if (steps.some(({ outcome }) => outcome === 'failed')) return 'failed'
  if (steps.some(({ outcome }) => outcome === null)) return 'running'
  const required = steps.filter((step) => step.required)
  return required.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'unknown'
}

/**
 * Returns the step that decides a test's outcome: the one that failed, else a required one that
 * didn't pass.
 */
export const findBlockingStep = (steps: readonly TestStep[]): TestStep | undefined =>
  steps.find(({ outcome }) => outcome === 'failed') ??
  steps.find(({ outcome, required }) => required && outcome !== 'passed')

/** Summarizes a test that didn't fail; skipped and unknown steps don't count as passed. */
export function formatTestStepSummary(steps: readonly TestStep[]): string {
  const count = (outcome: StepOutcome) => steps.filter((step) => step.outcome === outcome).length
  return formatStepCounts({
    passed: count('passed'),
    skipped: count('skipped'),
    unknown: count('unknown'),
  })
}

/** Returns the optional steps with an unknown outcome, which activating asks about once. */
export const findOptionalUnknownSteps = (steps: readonly TestStep[]): TestStep[] =>
  steps.filter(({ outcome, required }) => !required && outcome === 'unknown')

/** Whether an entry is a test by a user; all others record what happened to the integration. */
export const isTest = ({ what }: TestHistoryEntry): boolean => what === 'test' || what === 'signIn'

/**
 * Returns the last result of a history, newest first: the last test, or a check since then that
 * failed. A check that passed says less than the test before it, and so does any check while a test
 * is running.
 */
export function findLastResult(history: readonly TestHistoryEntry[]): TestHistoryEntry | undefined {
  const test = history.find(isTest)
  const newest = history.find((entry) => isTest(entry) || entry.what === 'check')
  return newest?.outcome === 'failed' && test?.outcome !== 'running' ? newest : test
}

/** Returns the steps that activating asks about, from a history that is newest first. */
export const findUnknownStepsToConfirm = (history: readonly TestHistoryEntry[]): TestStep[] =>
  findOptionalUnknownSteps(
    history.find((entry) => isTest(entry) && entry.outcome === 'passed')?.steps ?? [],
  )
