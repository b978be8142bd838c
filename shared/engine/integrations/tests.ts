import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { integrationMessages, formatStepSummary } from './messages.ts'

/** What a step came to; `unknown` is what only a user at a browser can prove, and never counts as passed. */
export const stepOutcomes = {
  passed: integrationMessages.passed,
  failed: integrationMessages.failed,
  skipped: integrationMessages.skipped,
  unknown: integrationMessages.unknown,
} as const
export type StepOutcome = keyof typeof stepOutcomes

/** What a whole test came to; `running` until its last step ended. */
export const testOutcomes = {
  passed: integrationMessages.passed,
  failed: integrationMessages.failed,
  unknown: integrationMessages.incomplete,
  running: integrationMessages.running,
} as const
export type TestOutcome = keyof typeof testOutcomes

/** What stands in the history of an integration. */
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
  enums(Object.keys(table) as Name[]) // They are the table's own.

export const TestOutcome = createOutcomeSchema(testOutcomes)

export const TestStep = type({
  name: string(),
  title: string(),
  required: boolean(),
  /** Milliseconds; null while it was not tried. */
  ms: nullable(number()),
  /** Null until it has ended. */
  outcome: nullable(createOutcomeSchema(stepOutcomes)),
  code: nullable(string()),
  /** What was found, with the mend. */
  sentence: nullable(string()),
  /** It passed, and something about it wants a look. */
  warning: optional(boolean()),
  field: optional(nullable(string())),
})
/** One step of a test. */
export type TestStep = Infer<typeof TestStep>

export const TestHistoryEntry = type({
  id: number(),
  what: createOutcomeSchema(historyKinds),
  /** Which version of the settings it was made with. */
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

/** A test passes when nothing failed and every required step passed; what is required and not known leaves it not proven. */
export function getTestOutcome(steps: readonly TestStep[]): TestOutcome {
  if (steps.some(({ outcome }) => outcome === 'failed')) return 'failed'
  if (steps.some(({ outcome }) => outcome === null)) return 'running'
  const required = steps.filter((step) => step.required)
  return required.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'unknown'
}

/** The step that a test is told by: the one that failed, else what is not known of it. */
export const findDecisiveStep = (steps: readonly TestStep[]): TestStep | undefined =>
  steps.find(({ outcome }) => outcome === 'failed') ??
  steps.find(({ outcome, required }) => required && outcome !== 'passed')

/** What a test that did not fail came to: steps that were skipped, or are unknown, did not pass. */
export function formatPassedSteps(steps: readonly TestStep[]): string {
  const count = (outcome: StepOutcome) => steps.filter((step) => step.outcome === outcome).length
  return formatStepSummary({
    passed: count('passed'),
    skipped: count('skipped'),
    unknown: count('unknown'),
  })
}

/** The optional steps of a passed test that nobody knows the outcome of: activating asks once about them. */
export const findUnknownSteps = (steps: readonly TestStep[]): TestStep[] =>
  steps.filter(({ outcome, required }) => !required && outcome === 'unknown')

/** Whether an entry is a test that somebody started; others tell what became of it. */
export const isTest = ({ what }: TestHistoryEntry): boolean => what === 'test' || what === 'signIn'

/**
 * What was found last, of the newest first: the last test, or a check since that failed. One that passed tells less than the test before
 * it, and one that came while a test is under way less than that.
 */
export function findLastResult(history: readonly TestHistoryEntry[]): TestHistoryEntry | undefined {
  const test = history.find(isTest)
  const newest = history.find((entry) => isTest(entry) || entry.what === 'check')
  return newest?.outcome === 'failed' && test?.outcome !== 'running' ? newest : test
}

/** Of its history, newest first: the steps that activating asks about. */
export const findStepsToConfirm = (history: readonly TestHistoryEntry[]): TestStep[] =>
  findUnknownSteps(
    history.find((entry) => isTest(entry) && entry.outcome === 'passed')?.steps ?? [],
  )
